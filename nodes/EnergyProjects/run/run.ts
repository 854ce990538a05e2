import { sleep } from 'n8n-workflow';
import type { IExecuteFunctions } from 'n8n-workflow';
import { createClient } from '../http/client';
import type { ApiClient } from '../http/client';
import { StoppedError } from '../http/errors';
import {
	authenticationParameter,
	optionsCollection,
	timeoutMsFrom,
	timeoutOption,
} from '../http/parameters';
import { numberIn } from '../values/numbers';
import { isObject } from '../values/objects';
import { betweenSlices } from '../values/slices';
import { carriedOutBy } from './carriedOut';
import type { CarriedOut } from './carriedOut';
import { readCredential, refuseOtherAccount } from './credential';
import type { ItemCredential } from './credential';
import { createHints } from './hints';
import { neighboursOf } from './neighbours';
import type { Neighbours } from './neighbours';
import type { Hints } from './hints';
import { isTool } from './tool';

/**
 * One execution of the node with one credential: its client, and everything that is read once. Only what its neighbours must
 * know outlives it.
 */
export interface Run extends Hints {
	readonly context: IExecuteFunctions;
	readonly client: ApiClient;
	/** The workflow's time zone, an IANA name. */
	readonly timeZone: string;
	/** Whether the node is a tool of an AI agent. */
	readonly isTool: boolean;
	/** What the whole execution has carried out, with all credentials. */
	readonly carriedOut: CarriedOut;
	/** Makes something once, for all tries of n8n's Retry On Fail. */
	remembered<T>(key: string, make: () => T): T;
	/** Reads something once. If that fails, the next item tries again. */
	once<T>(key: string, read: () => Promise<T>): Promise<T>;
	/** What this execution and others of this process know of each other. */
	readonly neighbours: Neighbours;
	/** Runs the tasks of this execution with the same key one after the other, in the order of the calls. */
	oneByOne<T>(key: string, task: () => Promise<T>): Promise<T>;
	/** Items prepare in parallel and go on in their order, so that those about one record keep it. */
	inItemOrder<T>(preparing: Promise<T>): Promise<T>;
}

/** The runs of an execution: one for each credential, since an expression can give each item its own. */
export interface Runs {
	/**
	 * The run of an item. Items begin in their order.
	 *
	 * @throws Error if its credential or what is the same for all items cannot be read
	 */
	of(index: number): Promise<Run>;
	readonly carriedOut: CarriedOut;
	/** Begins nothing for the items after this one, since it has failed. */
	stop(after: number): void;
	/** Says what can only be said at the end. */
	end(): void;
}

/** Starts an execution. */
export function createRuns(context: IExecuteFunctions): Runs {
	const runs = new Map<string, Run>();
	// If the node stops on errors, the item of a task that failed first gets the time to stop the run.
	const afterFailure = async () => (context.continueOnFail() ? undefined : await sleep(0));
	const oneAfterTheOther = createQueue(afterFailure);
	const carriedOut = carriedOutBy(context, isTool(context));
	const { showCollected, ...hints } = createHints(context, carriedOut);
	let stopsAfter = Infinity;

	const runWith = async (index: number, credential: ItemCredential): Promise<Run> => {
		const { identity, authentication, data } = credential;
		const known = runs.get(identity);
		if (known !== undefined) return known;
		await refuseOtherAccount(context, index, credential);
		const timeoutMs = timeoutOf(context, index);
		const client = createClient(context, { authentication, credential: data, timeoutMs });
		client.stop(stopsAfter);
		const oneByOne = createQueues(afterFailure);
		const run: Run = {
			context,
			client,
			timeZone: context.getTimezone(),
			isTool: isTool(context),
			carriedOut,
			remembered: (key, make) => carriedOut.remembered(`${identity} ${key}`, make),
			neighbours: neighboursOf(identity),
			once: createOnce(),
			oneByOne,
			async inItemOrder(preparing) {
				// The error of one that failed is thrown in its turn. Until then Node.js would take it for one that nobody handles.
				preparing.catch(() => undefined);
				return await oneByOne('item order', async () => await preparing);
			},
			...hints,
		};
		runs.set(identity, run);
		return run;
	};

	return {
		carriedOut,
		async of(index) {
			const authentication = context.getNodeParameter(authenticationParameter.name, index);
			const reading = readCredential(context, index, authentication);
			// Several are read at once. If one cannot be read, `await` below throws that, in the order of the items.
			reading.catch(() => undefined);
			return await oneAfterTheOther(async () => {
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

/** In milliseconds. An expression can return anything; what is not a number counts as the default. */
function timeoutOf(context: IExecuteFunctions, index: number): number {
	const options = context.getNodeParameter(optionsCollection.name, index, {});
	return timeoutMsFrom(numberIn(isObject(options) ? options[timeoutOption.name] : undefined));
}

/** Runs tasks one after the other, in the order of the calls. One that failed does not keep the next one from starting. */
function createQueue(afterFailure: () => Promise<void>) {
	let last: Promise<unknown> = Promise.resolve();
	return async <T>(task: () => Promise<T>): Promise<T> => {
		const result = last.catch(afterFailure).then(task);
		last = result;
		return await result;
	};
}

function createQueues(afterFailure: () => Promise<void>): Run['oneByOne'] {
	const queues = new Map<string, ReturnType<typeof createQueue>>();
	return async (key, task) => {
		const queue = queues.get(key) ?? createQueue(afterFailure);
		queues.set(key, queue);
		return await queue(task);
	};
}

function createOnce(): Run['once'] {
	const reads = new Map<string, Promise<unknown>>();
	return async function once<T>(key: string, read: () => Promise<T>): Promise<T> {
		const known = reads.get(key) as Promise<T> | undefined;
		const reading = known ?? read();
		reads.set(key, reading);
		return await reading.catch(async (error: unknown) => {
			if (reads.get(key) === reading) reads.delete(key);
			// A stopped item read it: an item that is still carried out reads it again.
			if (known !== undefined && error instanceof StoppedError) return await once(key, read);
			throw error;
		});
	};
}
