import { execa } from 'execa';
import type { INodeParameters } from 'n8n-workflow';
import { join } from 'node:path';

const here = import.meta.dirname;

/** What the process is to do. */
export interface AloneRun {
	readonly baseUrl: string;
	readonly apiKey: string;
	readonly parameters: INodeParameters;
	/** Input items, each with its `number`. */
	readonly items: number;
}

export interface AloneResult {
	readonly seconds: number;
	/** By how much the memory of the process grew, at its peak. */
	readonly megabytes: number;
	/** Items that came out. */
	readonly count: number;
}

/** Runs the action node alone on n8n's own engine, in a fresh process. */
export async function runAlone(run: AloneRun): Promise<AloneResult> {
	const hooks = ['--import', join(here, 'sourceHooks.mts')];
	const { stdout } = await execa(
		process.execPath,
		['--expose-gc', '--no-warnings', ...hooks, join(here, 'alone.mts'), JSON.stringify(run)],
		{ stdin: 'ignore' },
	);
	return JSON.parse(stdout.slice(stdout.lastIndexOf('{"seconds"'))) as AloneResult;
}
