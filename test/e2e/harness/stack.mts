import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { expectValidRequests } from '../../shared.mts';
import { askForN8n } from './sharedN8n.mts';
import { shareStack, startStack } from './startStack.mts';
import type { OwnStack, OwnStackOptions, Stack, StackOptions } from './startStack.mts';
import { pinnedVersion, versionAskedFor } from './versions.mts';

export { SECRET } from './startStack.mts';
export type { OwnStack, Stack } from './startStack.mts';

/** With the installation of another n8n. */
const LONGEST_START_MS = 600_000;

/**
 * A service, workflows and credentials for the tests of one file, in an n8n that other files use at the same time. A test
 * fails where a request broke the description of the service.
 */
export function useStack(wanted: StackOptions): () => Stack {
	const stack = use<Stack>(async () =>
		versionAskedFor() === pinnedVersion
			? await shareStack(await askForN8n(inject('sharedN8n')), wanted)
			: await startStack([inject('tarball')], wanted),
	);
	afterEach(() => expectValidRequests(stack().service));
	return stack;
}

/** The same in an n8n of their own, for tests that end it or need settings of their own. */
export const useOwnStack = (wanted: OwnStackOptions): (() => OwnStack) =>
	use<OwnStack>(async () => await startStack([inject('tarball')], wanted));

function use<Kind extends Stack>(start: () => Promise<Kind>): () => Kind {
	let stack: Kind | undefined;
	beforeAll(async () => void (stack = await start()), LONGEST_START_MS);
	afterAll(async () => {
		await stack?.close();
	});
	return () => {
		if (stack === undefined) throw new Error('n8n has not started');
		return stack;
	};
}
