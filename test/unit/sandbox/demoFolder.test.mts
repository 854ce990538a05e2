import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { throwAway } from '../../../sandbox/n8n/demoFolder.mts';
import { writeStamp } from '../../../sandbox/n8n/demoStamp.mts';
import { SetupError } from '../../../sandbox/n8n/install.mts';
import { useFolders } from '../../processes.mts';

const newFolder = useFolders();
let folder = '';
let said: string[] = [];
const log = (line: string) => void said.push(line);
beforeEach(() => {
	folder = newFolder();
	said = [];
});

describe('starting over', () => {
	it('deletes the data of n8n, and says what is lost with it', () => {
		mkdirSync(join(folder, '.n8n'));
		writeStamp(folder, { credentials: {}, workflows: {} });
		throwAway(folder, log);
		expect(existsSync(folder)).toBe(false);
		expect(said.join()).toMatch(/all workflows \(your own too\), credentials, executions/);
	});

	it('does not touch a folder that this command did not fill', () => {
		writeFileSync(join(folder, 'mine.txt'), 'mine');
		expect(() => throwAway(folder, log)).toThrow(SetupError);
		expect(existsSync(join(folder, 'mine.txt'))).toBe(true);
	});

	it('says that there is nothing to delete', () => {
		rmSync(folder, { recursive: true });
		throwAway(folder, log);
		expect(said.join()).toContain('nothing to delete');
	});
});
