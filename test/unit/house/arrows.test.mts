import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** The drawing in ARCHITECTURE.md and the imports show the same arrows. */
const root = fileURLToPath(new URL('../../../', import.meta.url));

type Arrow = `${string} -> ${string}`;

/** A folder below nodes/EnergyProjects; "nodes" are the node files themselves. */
function roomOf(file: string): string {
	const [top, , ...inside] = relative(root, file).split(sep);
	if (top !== 'nodes') return top;
	return inside.length > 1 ? inside[0] : 'nodes';
}

function importedArrows(): Set<Arrow> {
	const arrows = new Set<Arrow>();
	for (const file of globSync(['nodes/**/*.ts', 'credentials/*.ts'], { cwd: root })) {
		const path = join(root, file);
		for (const { fileName } of ts.preProcessFile(readFileSync(path, 'utf8')).importedFiles) {
			if (!fileName.startsWith('.')) continue;
			const [from, to] = [roomOf(path), roomOf(join(dirname(path), `${fileName}.ts`))];
			if (from !== to) arrows.add(`${from} -> ${to}`);
		}
	}
	return arrows;
}

const [, drawing = ''] =
	/```mermaid\n([\s\S]*?)```/.exec(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')) ?? [];
const drawn = [...drawing.matchAll(/^\s*(\w+)(?:\[.*?\])? --> (\w+)/gm)].map(
	([, from, to]): Arrow => `${from} -> ${to}`,
);
const imported = importedArrows();

/** Every room that can be reached from one along the drawing. */
function reachableFrom(room: string): Set<string> {
	const reached = new Set<string>();
	const open = [room];
	for (let next = open.pop(); next !== undefined; next = open.pop()) {
		for (const arrow of drawn) {
			const [from, to] = arrow.split(' -> ');
			if (from !== next || reached.has(to)) continue;
			reached.add(to);
			open.push(to);
		}
	}
	return reached;
}

it('finds arrows in the drawing and in the code', () => {
	expect(drawn.length).toBeGreaterThan(10);
	expect(imported.size).toBeGreaterThan(20);
});

it('every import follows the arrows in the drawing', () => {
	const against = [...imported].filter((arrow) => {
		const [from, to] = arrow.split(' -> ');
		return !reachableFrom(from).has(to);
	});
	expect(against).toEqual([]);
});

it('every arrow in the drawing is an import', () => {
	expect(drawn.filter((arrow) => !imported.has(arrow))).toEqual([]);
});

it('there is no circle', () => {
	const rooms = new Set(drawn.flatMap((arrow) => arrow.split(' -> ')));
	expect([...rooms].filter((room) => reachableFrom(room).has(room))).toEqual([]);
});
