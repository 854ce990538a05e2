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

/** Each file with the files that it imports, also those of which it only takes types. */
function importedFiles(): Map<string, string[]> {
	const files = globSync(['nodes/**/*.ts', 'credentials/*.ts'], { cwd: root });
	return new Map(
		files.map((file) => {
			const { importedFiles: found } = ts.preProcessFile(readFileSync(join(root, file), 'utf8'));
			const own = found.filter(({ fileName }) => fileName.startsWith('.'));
			return [file, own.map(({ fileName }) => fileIn(files, join(dirname(file), fileName)))];
		}),
	);
}

/** An import names a file without its ending, or a folder that has an index. */
function fileIn(files: readonly string[], path: string): string {
	const found = files.find((file) => file === `${path}.ts` || file === join(path, 'index.ts'));
	if (found === undefined) throw new Error(`There is no file ${path}`);
	return found;
}

/** The first circle of imports that is found, as the way around it; empty if there is none. */
function findCircle(imports: ReadonlyMap<string, readonly string[]>): string[] {
	const done = new Set<string>();
	const follow = (file: string, way: readonly string[]): string[] => {
		if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
		if (done.has(file)) return [];
		for (const next of imports.get(file) ?? []) {
			const circle = follow(next, [...way, file]);
			if (circle.length > 0) return circle;
		}
		done.add(file);
		return [];
	};
	for (const file of imports.keys()) {
		const circle = follow(file, []);
		if (circle.length > 0) return circle;
	}
	return [];
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

it('no files import each other in a circle, not even for types', () => {
	const imports = importedFiles();
	expect(imports.size).toBeGreaterThan(100);
	expect(findCircle(imports)).toEqual([]);
});

it('finds a circle of files', () => {
	const imports = new Map([
		['a', ['b', 'd']],
		['b', ['c']],
		['c', ['d', 'b']],
		['d', []],
	]);
	expect(findCircle(imports)).toEqual(['b', 'c', 'b']);
});
