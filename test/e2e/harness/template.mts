import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';

/** What n8n writes for itself; its database is copied in a way that is safe while n8n runs. */
const NOT_COPIED = /[\\/](database\.sqlite.*|crash\.journal|.*\.log|tmp)$/;
const DATABASE = join('.n8n', 'database.sqlite');

/**
 * User folders of n8n as they are after the first start: the packages are installed, the credentials imported, the
 * tables and the owner made. A copy starts in a third of the time.
 */
export class Templates {
	private readonly folder: string;

	/** @param folder is removed by whoever made it */
	constructor(folder: string) {
		this.folder = folder;
	}

	private pathOf(packages: readonly string[]): string {
		const digest = createHash('sha256').update(JSON.stringify(packages)).digest('hex');
		return join(this.folder, digest);
	}

	/** @returns whether there was one to copy */
	copyTo(userFolder: string, packages: readonly string[]): boolean {
		const template = this.pathOf(packages);
		if (!existsSync(template)) return false;
		cpSync(template, userFolder, { recursive: true });
		return true;
	}

	/** Keeps the folder of an n8n that runs, without workflows so far. */
	async keep(userFolder: string, packages: readonly string[]): Promise<void> {
		// Under another name until it is whole.
		const unfinished = mkdtempSync(join(this.folder, 'unfinished-'));
		const filter = (source: string) => !NOT_COPIED.test(source);
		cpSync(userFolder, unfinished, { recursive: true, filter });
		const database = new DatabaseSync(join(userFolder, DATABASE), { readOnly: true });
		await backup(database, join(unfinished, DATABASE));
		database.close();
		renameSync(unfinished, this.pathOf(packages));
	}
}
