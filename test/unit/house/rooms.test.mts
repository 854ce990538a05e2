import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { resources } from '../../../nodes/EnergyProjects/actions/resources.ts';

/** The folders and files that the documents for maintainers name exist, and no room is left out. */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const product = join(root, 'nodes', 'EnergyProjects');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The folders below nodes/EnergyProjects in the drawing of the rooms, as paths; the first word of a line is its folder. */
function drawnFolders(): string[] {
	const [, drawing = ''] = /```text\n([\s\S]*?)```/.exec(read('ARCHITECTURE.md')) ?? [];
	const [, below = ''] = /^nodes\/EnergyProjects\/.*\n((?: .*\n)+)/m.exec(drawing) ?? [];
	const folders: string[] = [];
	let room = '';
	for (const [, indent, name] of below.matchAll(/^( +)(\S+)\/ /gm)) {
		if (indent.length === 2) room = name;
		folders.push(indent.length === 2 ? name : `${room}/${name}`);
	}
	return folders;
}

/** Rooms and the folders in them; a resource's folder counts as one of many. */
function realFolders(): string[] {
	const folders = globSync('**/*.ts', { cwd: product })
		.map((file) => dirname(file).split(/[\\/]/).slice(0, 2).join('/'))
		.filter((folder) => folder !== '.');
	const ofResources = new Set(resources.map(({ value }) => `actions/${value}`));
	const named = folders.map((folder) => (ofResources.has(folder) ? 'actions/<resource>' : folder));
	return [...new Set([...named, ...named.map((folder) => folder.split('/')[0])])];
}

it('the drawing of the rooms shows every folder, and no other', () => {
	expect(drawnFolders().length).toBeGreaterThan(15);
	expect(drawnFolders().sort()).toEqual(realFolders().sort());
});

describe.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'RELEASING.md'])('%s', (document) => {
	it('names no file or folder that does not exist', () => {
		// Paths from the root of the repository, and those of product code from nodes/EnergyProjects.
		const paths = [...read(document).matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, path]) => path);
		expect(paths.length).toBeGreaterThan(2);
		const made = /^(dist|\.local)\//;
		const missing = paths.filter(
			(path) =>
				!made.test(path) && ![root, product].some((folder) => existsSync(join(folder, path))),
		);
		expect(missing).toEqual([]);
	});
});
