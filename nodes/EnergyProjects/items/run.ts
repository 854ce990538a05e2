import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { createClient } from '../http/client';
import type { ApiClient } from '../http/client';
import { StoppedError } from '../http/errors';
import { timeoutMsFrom } from '../http/parameters';
import { numberIn } from '../values/numbers';
import { betweenSlices } from '../values/slices';
import { memoryOf } from './carriedOut';
import type { Memory } from './carriedOut';
import { createAccountCheck, readCredential } from './credential';
import type { ItemCredential } from './credential';
import { createHints } from './hints';
import type { Hints } from './hints';

/**
 * One execution of the node with one credential: its client, and everything that is read once. Nothing outlives it.
 */
export interface Run extends Hints {
	readonly context: IExecuteFunctions;
	readonly client: ApiClient;
	/** The workflow's time zone, an IANA name. */
	readonly timeZone: string;
	/** Whether the node is a tool of an AI agent. */
	readonly isTool: boolean;
	/** Those of the whole execution: see Memory. */
	readonly written: Set<number>;
	readonly unclear: Set<number>;
	/** Makes something once per execution, for all tries of n8n's Retry On Fail. */
	remembered<T>(key: string, make: () => T): T;
	/** Reads something once per execution. If that fails, the next item tries again. */
	once<T>(key: string, read: () => Promise<T>): Promise<T>;
	/** Runs the tasks with the same key one after the other, in the order of the calls. */
	oneByOne<T>(key: string, task: () => Promise<T>): Promise<T>;
}

/** The runs of an execution: one for each credential, since an expression can give each item its own. */
export interface Runs {
	/**
	 * The run of an item. Items begin in their order.
	 *
	 * @throws Error if its credential or what is the same for all items cannot be read
	 */
	of(index: number): Promise<Run>;
	readonly memory: Memory;
	/** Begins nothing for the items after this one, since it has failed. */
	stop(after: number): void;
	/** Says what can only be said at the end. */
	end(): void;
}

/** Starts an execution. */
export function createRuns(context: IExecuteFunctions): Runs {
	const runs = new Map<string, Run>();
	const inItemOrder = createQueue();
	const memory = memoryOf(context, isTool(context));
	const { showCollected, ...hints } = createHints(context, memory);
	let stopsAfter = Infinity;
	const refuseOtherAccount = createAccountCheck(context);

	const runWith = async (index: number, credential: ItemCredential): Promise<Run> => {
		const known = runs.get(credential.identity);
		if (known !== undefined) return known;
		await refuseOtherAccount(index, credential);
		const options = context.getNodeParameter('options', index, {}) as IDataObject | null;
		const client = createClient(context, {
			authentication: credential.authentication,
			credential: credential.data,
			// An expression can return anything; what is not a number counts as the default.
			timeoutMs: timeoutMsFrom(numberIn(options?.timeout)),
		});
		client.stop(stopsAfter);
		const { identity } = credential;
		const { written, unclear } = memory;
		const remembered = <T>(key: string, make: () => T) =>
			memory.remembered(`${identity} ${key}`, make);
		const run = { ...createRun(context, client), ...hints, written, unclear, remembered };
		runs.set(identity, run);
		return run;
	};

	return {
		memory,
		async of(index) {
			const authentication = context.getNodeParameter('authentication', index);
			const reading = readCredential(context, index, authentication);
			// Several are read at once. If one cannot be read, `await` below throws that, in the order of the items.
			reading.catch(() => undefined);
			return await inItemOrder(async () => {
				// Items that send nothing would otherwise follow each other without a break.
				await betweenSlices();
				return await runWith(index, await reading);
			});
		},
		stop(after) {
			stopsAfter = Math.min(stopsAfter, after);
			for (const { client } of runs.values()) client.stop(after);
		},
		end: showCollected,
	};
}

/** Runs tasks one after the other, in the order of the calls. */
function createQueue() {
	let last: Promise<unknown> = Promise.resolve();
	return async <T>(task: () => Promise<T>): Promise<T> => {
		// A task that failed does not keep the next one from starting.
		const result = last.catch(() => undefined).then(task);
		last = result;
		return await result;
	};
}

/** Whether the node is a tool of an AI agent: n8n names the tool after the node. */
export const isTool = (context: IExecuteFunctions): boolean =>
	context.getNode().type.endsWith('Tool');

/**
 * The message of an error. n8n makes an error of its own of what a tool throws, and replaces a message that names a network
 * error: then a model would not read that a record may have been created.
 */
export const messageFor = (context: IExecuteFunctions, message: string): string =>
	isTool(context) ? message.replace(/ \(E[A-Z_]+\)/g, '') : message;

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
				// A stopped item read it: an item that is still carried out reads it again.
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
