import { afterAll, beforeAll, inject } from 'vitest';
import { startStack, Templates } from './startStack.mts';
import type { Stack, StackOptions } from './startStack.mts';

export { SECRET } from './startStack.mts';
export type { Stack } from './startStack.mts';

/** With the installation of another n8n. */
const LONGEST_START_MS = 600_000;

/** Starts a stack for the tests of one file. */
export function useStack(wanted: StackOptions): () => Stack {
	let stack: Stack | undefined;
	beforeAll(async () => {
		stack = await startStack([inject('tarball')], wanted, new Templates(inject('templates')));
	}, LONGEST_START_MS);
	afterAll(async () => {
		await stack?.close();
	});
	return () => {
		if (stack === undefined) throw new Error('n8n has not started');
		return stack;
	};
}
