import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** The drawings in ARCHITECTURE.md show the rooms and the arrows that there are. */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
type Graph = ReadonlyMap<string, readonly string[]>;

/** Each file with the files that it imports, also those of which it only takes types. */
const imports: Graph = new Map(
	globSync(['nodes/**/*.ts', 'credentials/*.ts'], { cwd: root }).map((file) => [
		file,
		ts
			.preProcessFile(read(file))
			.importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
			.map(({ fileName }) => `${join(dirname(file), fileName)}.ts`),
	]),
);

/** A folder below nodes/EnergyProjects; "nodes" are the node files themselves. */
function roomOf(file: string): string {
	const [top = '', , room = '', inside] = file.split(/[\\/]/);
	if (top !== 'nodes') return top;
	return inside === undefined ? 'nodes' : room;
}

const drawn = new Map<string, string[]>();
const [, drawing = ''] = /```mermaid\n([^]*?)```/.exec(read('ARCHITECTURE.md')) ?? [];
for (const [, from = '', to = ''] of drawing.matchAll(/^\s*(\w+)(?:\[.*?\])? --> (\w+)/gm)) {
	drawn.set(from, [...(drawn.get(from) ?? []), to]);
}
const imported = new Set(
	[...imports].flatMap(([file, others]) =>
		others.map((other) => `${roomOf(file)} -> ${roomOf(other)}`),
	),
);

/** Everything that can be reached from one place along the arrows. */
function reachableFrom(start: string, graph: Graph): Set<string> {
	const reached = new Set<string>();
	const open = [start];
	for (let next = open.pop(); next !== undefined; next = open.pop()) {
		const news = (graph.get(next) ?? []).filter((one) => !reached.has(one));
		for (const one of news) reached.add(one);
		open.push(...news);
	}
	return reached;
}
const inCircles = (graph: Graph) =>
	[...graph.keys()].filter((one) => reachableFrom(one, graph).has(one));

it('every import follows the arrows in the drawing, and every arrow is an import', () => {
	expect(drawn.size).toBeGreaterThan(5);
	const against = [...imported].filter((arrow) => {
		const [from = '', to = ''] = arrow.split(' -> ');
		return from !== to && !reachableFrom(from, drawn).has(to);
	});
	expect(against).toEqual([]);
	const arrows = [...drawn].flatMap(([from, all]) => all.map((to) => `${from} -> ${to}`));
	expect(arrows.filter((arrow) => !imported.has(arrow))).toEqual([]);
});

it('no rooms and no files import each other in a circle, not even for types', () => {
	expect(inCircles(drawn)).toEqual([]);
	expect(imports.size).toBeGreaterThan(80);
	expect(inCircles(imports)).toEqual([]);
});
