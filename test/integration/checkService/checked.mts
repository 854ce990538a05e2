import { afterAll, beforeAll } from 'vitest';
import { checkService } from '../../../scripts/checkService/run.mts';
import { startService } from '../../../sandbox/service/start.mts';
import type { RunningService } from '../../../sandbox/service/start.mts';
import { startDifferentService } from '../../differentService.mts';
import type { DifferenceName } from '../../differentService.mts';

export interface Checked {
	readonly code: number;
	readonly text: string;
	/** By state, what the parts are about. */
	readonly asAssumed: readonly string[];
	readonly notSeen: readonly string[];
	/** By what a part is about, what came, and the places to change as `file:line`. */
	readonly differs: Readonly<Record<string, ReadonlyArray<{ sentence: string; places: string[] }>>>;
}

export interface CheckOptions {
	readonly key: string;
	readonly write?: string;
	readonly seconds?: number;
	readonly stop?: AbortSignal;
}

/** Runs the check as the command does, and reads its report. */
export async function check(url: string, options: CheckOptions): Promise<Checked> {
	const { stop = new AbortController().signal, seconds = 10, ...settings } = options;
	let text = '';
	const print = (words: string) => void (text += words);
	const code = await checkService({ url, seconds, ...settings }, print, stop);
	return { code, text, ...read(text) };
}

function read(text: string): Pick<Checked, 'asAssumed' | 'notSeen' | 'differs'> {
	const asAssumed: string[] = [];
	const notSeen: string[] = [];
	const differs: Record<string, Array<{ sentence: string; places: string[] }>> = {};
	let found: Array<{ sentence: string; places: string[] }> = [];
	for (const line of text.split('\n')) {
		const [, state, words = ''] =
			/^ {2}(as assumed|differs|not seen) +(.*?)(?: \[.*\])?$/.exec(line) ?? [];
		const [, places] = /^ +change: (.*)$/.exec(line) ?? [];
		const [, sentence] = /^ {14}(\S.*)$/.exec(line) ?? [];
		if (state === 'as assumed') asAssumed.push(words);
		else if (state === 'not seen') notSeen.push(words);
		else if (state === 'differs') differs[words] = found = [];
		else if (places !== undefined) found.at(-1)?.places.push(...places.split(', '));
		else if (sentence !== undefined) found.push({ sentence, places: [] });
	}
	return { asAssumed, notSeen, differs };
}

/** A local service for the tests of one file. */
export function useService(): () => RunningService {
	let service: RunningService;
	beforeAll(async () => {
		service = await startService({ debounceMs: 10_000 });
	});
	afterAll(async () => await service.close());
	return () => service;
}

/** Checks a service that differs, with writes. */
export async function checkDifferent(
	service: RunningService,
	names: readonly DifferenceName[],
	isWithWrites = true,
): Promise<Checked> {
	const different = await startDifferentService(service.baseUrl, names);
	try {
		const { apiKey: key, id } = service.company;
		return await check(different.url, { key, ...(isWithWrites && { write: id }) });
	} finally {
		await different.close();
	}
}

/** The records of the check that are still there. */
export const leftIn = (service: RunningService): string[] =>
	[
		...service.store.list('project', service.company.id),
		...service.store.list('customer', service.company.id),
	]
		.filter(
			({ name, firstName, lastName }) =>
				name === 'n8n check' || (firstName === 'n8n' && lastName === 'check'),
		)
		.map(({ id }) => id);
