import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { claim, throwAway } from '../../../sandbox/n8n/fill.mts';
import { useFolders } from '../../processes.mts';

const newFolder = useFolders();

it('the folder of a running sandbox is refused, and that of one that was killed is not', () => {
	const folder = join(newFolder(), 'data');
	writeFileSync(`${folder}.pid`, String(process.ppid));
	expect(() => claim(folder)).toThrow('The sandbox already runs with the folder');
	writeFileSync(`${folder}.pid`, '999999999');
	claim(folder);
	expect(existsSync(`${folder}.pid`)).toBe(true);
});

it('--fresh deletes no folder that the sandbox did not fill', () => {
	const folder = newFolder();
	expect(() => throwAway(folder)).toThrow('did not fill');
	expect(existsSync(folder)).toBe(true);
});
