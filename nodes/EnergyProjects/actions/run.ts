import { NodeOperationError } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	NodeExecutionHint,
} from 'n8n-workflow';
import { createClient } from '../http/client';
import type { ApiClient } from '../http/client';
import { addressIdentity } from '../http/address';
import { apiKeyHeader } from '../http/apiKeyCheck';
import { StoppedError } from '../http/errors';
import { credentialTypeOf, timeoutMsFrom } from '../http/parameters';
import type { Authentication } from '../http/parameters';
import { numberIn } from '../values/numbers';
import { betweenSlices } from '../values/slices';
import { quotedList } from '../values/text';

/** A hint about many items, which names each thing once. */
export interface CollectedHint {
	readonly type?: NodeExecutionHint['type'];
	words(names: string, count: number): string;
}

/**
 * One execution of the node with one credential: its client, and everything that is read once. Nothing outlives it.
 */
export interface Run {
	readonly context: IExecuteFunctions;
	readonly client: ApiClient;
	/** The workflow's time zone, an IANA name. */
	readonly timeZone: string;
	/** Whether the node is a tool of an AI agent. */
	readonly isTool: boolean;
	/** See Runs. */
	readonly written: Set<number>;
	readonly unclear: Set<number>;
	/** Reads something once per execution. If that fails, the next item tries again. */
	once<T>(key: string, read: () => Promise<T>): Promise<T>;
	/** Runs the tasks with the same key one after the other, in the order of the calls. */
	oneByOne<T>(key: string, task: () => Promise<T>): Promise<T>;
	/** Shows the person something in the output panel, once per execution even if many items say it. */
	hint(message: string, type?: NodeExecutionHint['type']): void;
	/** Adds a name to a hint that is shown once, at the end of the execution. */
	collect(hint: CollectedHint, name: string): void;
}

/** The runs of an execution: one for each credential, since an expression can give each item its own. */
export interface Runs {
	/**
	 * The run of an item. Items begin in their order.
	 *
	 * @throws Error if its credential or what is the same for all items cannot be read
	 */
	of(index: number): Promise<Run>;
	/** The items for which the service carried out a write, and those for which it may have. */
	readonly written: Set<number>;
	readonly unclear: Set<number>;
	/** Begins nothing for the items after this one, since it has failed. */
	stop(after: number): void;
	/** Says what can only be said at the end. */
	end(): void;
}

/** Starts an execution. */
export function createRuns(context: IExecuteFunctions): Runs {
	const runs = new Map<string, Run>();
	const inItemOrder = createQueue();
	const hints = createHints(context);
	const written = new Set<number>();
	const unclear = new Set<number>();
	let stopsAfter = Infinity;
	const refuseOtherAccount = createAccountCheck(context);

	const runWith = async (
		index: number,
		authentication: Authentication,
		credential: Credential,
	): Promise<Run> => {
		const key = identityOf(credential);
		const known = runs.get(key);
		if (known !== undefined) return known;
		if (authentication === 'oAuth2') await refuseOtherAccount(index, key);
		else if (apiKeyHeader(credential)['x-api-key'] === '') throw emptyKey(context, index);
		const options = context.getNodeParameter('options', index, {}) as IDataObject | null;
		const client = createClient(context, {
			authentication,
			credential,
			// An expression can return anything; what is not a number counts as the default.
			timeoutMs: timeoutMsFrom(numberIn(options?.timeout)),
		});
		client.stop(stopsAfter);
		const run = { ...createRun(context, client), ...hints, written, unclear };
		runs.set(key, run);
		return run;
	};

	return {
		written,
		unclear,
		async of(index) {
			const authentication = context.getNodeParameter('authentication', index) as Authentication;
			const reading = context.getCredentials(credentialTypeOf(authentication), index);
			// Its error is thrown when its turn comes.
			reading.catch(() => undefined);
			return await inItemOrder(async () => {
				// Items that send nothing would otherwise follow each other without a break.
				await betweenSlices();
				return await runWith(index, authentication, await reading);
			});
		},
		stop(after) {
			stopsAfter = Math.min(stopsAfter, after);
			for (const { client } of runs.values()) client.stop(after);
		},
		end: hints.showCollected,
	};
}

type Credential = ICredentialDataDecryptedObject;

/**
 * Two credentials are the same if they reach the same service with the same key, however both are spelled: two items of
 * one company must not get a run each. Tokens change while the credential stays the same.
 */
const identityOf = (credential: Credential): string =>
	JSON.stringify({
		...credential,
		baseUrl: addressIdentity(credential.baseUrl),
		...apiKeyHeader(credential),
		apiKey: undefined,
		oauthTokenData: undefined,
	});

/**
 * n8n itself sends the requests of an OAuth2 account, always with the credential of the first item.
 *
 * @throws NodeOperationError if an item has another account
 */
function createAccountCheck(context: IExecuteFunctions) {
	let ofFirstItem: Promise<Credential> | undefined;
	return async (itemIndex: number, identity: string): Promise<void> => {
		if (itemIndex === 0) return;
		ofFirstItem ??= context.getCredentials(credentialTypeOf('oAuth2'), 0);
		if (identityOf(await ofFirstItem) === identity) return;
		throw new NodeOperationError(
			context.getNode(),
			'This item and the first one have different OAuth2 credentials',
			{
				itemIndex,
				description:
					'Nothing was sent for this item. n8n sends all items of a node with one OAuth2 account: use a node for each account, or an API key.',
			},
		);
	};
}

const emptyKey = (context: IExecuteFunctions, itemIndex: number) =>
	new NodeOperationError(context.getNode(), 'The API Key in the credential is empty', {
		itemIndex,
		description:
			'Nothing was sent for this item. Enter the key in the credential. If it is an expression there, it finds nothing for this item.',
	});

/** Runs tasks one after the other, in the order of the calls. */
function createQueue() {
	let last: Promise<unknown> = Promise.resolve();
	return async <T>(task: () => Promise<T>): Promise<T> => {
		// If the task before failed, that is its own error. The next one starts all the same.
		const result = last.catch(() => undefined).then(task);
		last = result;
		return await result;
	};
}

/** Whether the node is a tool of an AI agent: n8n names the tool after the node. */
export const isTool = (context: IExecuteFunctions): boolean =>
	context.getNode().type.endsWith('Tool');

function createRun(context: IExecuteFunctions, client: ApiClient) {
	const reads = new Map<string, Promise<unknown>>();
	const queues = new Map<string, ReturnType<typeof createQueue>>();
	const run = {
		context,
		client,
		timeZone: context.getTimezone(),
		isTool: isTool(context),
		async once<T>(key: string, read: () => Promise<T>): Promise<T> {
			const known = reads.get(key) as Promise<T> | undefined;
			const reading = known ?? read();
			reads.set(key, reading);
			return await reading.catch(async (error: unknown) => {
				if (reads.get(key) === reading) reads.delete(key);
				// The item that read it was stopped. Those before the failed item still need it.
				if (known !== undefined && error instanceof StoppedError) return await run.once(key, read);
				throw error;
			});
		},
		async oneByOne<T>(key: string, task: () => Promise<T>): Promise<T> {
			const queue = queues.get(key) ?? createQueue();
			queues.set(key, queue);
			return await queue(task);
		},
	};
	return run;
}

function createHints(context: IExecuteFunctions) {
	const hints = new Set<string>();
	const collected = new Map<CollectedHint, Set<string>>();
	const hint: Run['hint'] = (message, type = 'info') => {
		if (hints.has(message)) return;
		hints.add(message);
		// Nothing depends on hints, and not every n8n accepts them in every place the node runs.
		if ('addExecutionHints' in context) {
			context.addExecutionHints({ message, type, location: 'outputPane' });
		}
	};
	return {
		hint,
		collect(about: CollectedHint, name: string) {
			collected.set(about, (collected.get(about) ?? new Set()).add(name));
		},
		showCollected() {
			for (const [{ words, type }, names] of collected)
				hint(words(quotedList([...names]), names.size), type);
		},
	};
}
