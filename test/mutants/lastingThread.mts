// Where the tests of a mutant run: one thread for many mutants, because loading n8n's packages takes most of the time
// that a mutant needs. Vitest's own threads end with each run.
import { ThreadsPoolWorker } from 'vitest/node';
import type { PoolOptions, PoolRunnerInitializer, PoolWorker, WorkerRequest } from 'vitest/node';

/** What failing tests leave behind must not add up. */
const RUNS_OF_A_THREAD = 40;

type Listener = Parameters<PoolWorker['on']>[1];

let kept: { thread: ThreadsPoolWorker; runs: number } | undefined;

class LastingThread implements PoolWorker {
	readonly name = 'lasting-thread';
	private readonly options: PoolOptions;
	private readonly listeners: [event: string, listener: Listener][] = [];
	private thread: ThreadsPoolWorker | undefined;

	constructor(options: PoolOptions) {
		this.options = options;
	}

	async start(): Promise<void> {
		if (kept !== undefined && kept.runs >= RUNS_OF_A_THREAD) {
			const { thread } = kept;
			kept = undefined;
			await thread.stop();
		}
		if (kept === undefined) {
			kept = { thread: new ThreadsPoolWorker(this.options), runs: 0 };
			await kept.thread.start();
		}
		kept.runs++;
		this.thread = kept.thread;
	}

	on(event: string, listener: Listener): void {
		this.listeners.push([event, listener]);
		this.thread?.on(event, listener);
	}

	off(event: string, listener: Listener): void {
		this.thread?.off(event, listener);
	}

	/** The thread is not told to stop: it would not listen any more. */
	send(message: WorkerRequest): void {
		if (message.type !== 'stop') {
			this.thread?.send(message);
			return;
		}
		const stopped = { type: 'stopped', __vitest_worker_response__: true };
		for (const [event, listener] of this.listeners) if (event === 'message') listener(stopped);
	}

	async stop(): Promise<void> {
		for (const [event, listener] of this.listeners.splice(0)) this.off(event, listener);
		await Promise.resolve();
	}

	deserialize(data: unknown): unknown {
		return data;
	}
}

export const lastingThread: PoolRunnerInitializer = {
	name: 'lasting-thread',
	createPoolWorker: (options) => new LastingThread(options),
};
