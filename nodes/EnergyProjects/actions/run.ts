import type { IDataObject, IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import { createClient } from '../http/client';
import type { ApiClient } from '../http/client';
import { timeoutMsFrom } from '../http/parameters';
import type { Authentication } from '../http/parameters';
import { numberIn } from '../values/numbers';
import { quotedList } from '../values/text';

/** A hint about many items, which names each thing once. */
export interface CollectedHint {
	readonly type?: NodeExecutionHint['type'];
	words(names: string): string;
}

/** One execution of the node: its client, and everything that is read once per execution. Nothing outlives it. */
export interface Run {
	readonly context: IExecuteFunctions;
	readonly client: ApiClient;
	/** The workflow's time zone, an IANA name. */
	readonly timeZone: string;
	/** Reads something once per execution. If that fails, the next item tries again. */
	once<T>(key: string, read: () => Promise<T>): Promise<T>;
	/** Runs the tasks with the same key one after the other, in the order of the calls. */
	oneByOne<T>(key: string, task: () => Promise<T>): Promise<T>;
	/** Shows the person something in the output panel, once per execution even if many items say it. */
	hint(message: string, type?: NodeExecutionHint['type']): void;
	/** Adds a name to a hint that is shown once, at the end of the execution. */
	collect(hint: CollectedHint, name: string): void;
	/** Says what can only be said at the end. */
	end(): void;
}

/** Starts an execution: reads once what is the same for all of its items. */
export function createRun(context: IExecuteFunctions): Run {
	const options = context.getNodeParameter('options', 0, {}) as IDataObject;
	const client = createClient(context, {
		authentication: context.getNodeParameter('authentication', 0) as Authentication,
		// An expression can return anything; what is not a number counts as the default.
		timeoutMs: timeoutMsFrom(numberIn(options.timeout)),
	});
	const reads = new Map<string, Promise<unknown>>();
	const hints = new Set<string>();
	const collected = new Map<CollectedHint, Set<string>>();
	const queues = new Map<string, Promise<unknown>>();

	const run: Run = {
		context,
		client,
		timeZone: context.getTimezone(),
		async once<T>(key: string, read: () => Promise<T>) {
			const reading = (reads.get(key) as Promise<T> | undefined) ?? read();
			reads.set(key, reading);
			reading.catch(() => reads.delete(key));
			return await reading;
		},
		async oneByOne(key, task) {
			// If the task before failed, that is its own error. The next one starts all the same.
			const before = (queues.get(key) ?? Promise.resolve()).catch(() => undefined);
			const result = before.then(task);
			queues.set(key, result);
			return await result;
		},
		hint(message, type = 'info') {
			if (hints.has(message)) return;
			hints.add(message);
			// Nothing depends on hints, and not every n8n accepts them in every place the node runs.
			if ('addExecutionHints' in context) {
				context.addExecutionHints({ message, type, location: 'outputPane' });
			}
		},
		collect(hint, name) {
			collected.set(hint, (collected.get(hint) ?? new Set()).add(name));
		},
		end() {
			for (const [{ words, type }, names] of collected)
				run.hint(words(quotedList([...names])), type);
		},
	};
	return run;
}
