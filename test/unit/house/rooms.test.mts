import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** The folders and files that the documents for maintainers name exist, and no room is left out. */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const product = join(root, 'nodes', 'EnergyProjects');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The folders below nodes/EnergyProjects in the drawing of the rooms, as paths; the first word of a line is its folder. */
function drawnFolders(): string[] {
	const [, drawing = ''] = /```text\n([\s\S]*?)```/.exec(read('ARCHITECTURE.md')) ?? [];
	const [, below = ''] = /^nodes\/EnergyProjects\/.*\n((?: .*\n)+)/m.exec(drawing) ?? [];
	return [...below.matchAll(/^ +(\S+)\/ /gm)].map(([, name]) => name);
}

/** A room is a folder of nodes/EnergyProjects; there are none inside a room. */
const realFolders = (): string[] => {
	const folders = globSync('**/*.ts', { cwd: product }).map((file) =>
		dirname(file).replaceAll('\\', '/'),
	);
	return [...new Set(folders.filter((folder) => folder !== '.' && folder !== 'service/records'))];
};

it('the drawing of the rooms shows every folder, and no other', () => {
	expect(drawnFolders().length).toBeGreaterThan(5);
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
