import { waitFor, within } from '../../../sandbox/service/waitFor.mts';
import { ExecutionLog } from './executionLog.mts';
import type { HandedOver } from './executionLog.mts';
import type { Stack } from './stack.mts';

interface SavedWorkflow {
	versionId: string;
	nodes: Array<{ name: string; parameters: Record<string, unknown> }>;
}

/** One workflow with a polling trigger, in a real n8n. */
export class PollingWatch {
	readonly id: string;
	private readonly stack: Stack;
	private readonly log: ExecutionLog;

	constructor(stack: Stack, id: string) {
		this.stack = stack;
		this.id = id;
		this.log = new ExecutionLog(stack.options.userFolder);
	}

	/** Every event so far. */
	events(): HandedOver[] {
		return this.log.eventsOf(this.id);
	}

	/** Waits until all of these events have come. */
	async reported(eventIds: readonly string[], seconds = 30): Promise<void> {
		const missing = () => {
			const come = new Set(this.events().map(({ eventId }) => eventId));
			return eventIds.filter((eventId) => !come.has(eventId));
		};
		await waitFor(() => missing().length === 0, within(seconds, 'Not all came')).catch(() => {
			if (missing().length > 0) throw new Error(`Not reported: ${missing().join(', ')}`);
		});
	}

	/** Waits until so many more polls have begun to read customers: each does it once. */
	async polls(count: number, seconds = 60): Promise<void> {
		await this.requests(count, seconds, /\/customers(\?|$)/);
	}

	/** Waits for so many more requests. */
	async requests(count: number, seconds = 60, path = /./): Promise<void> {
		const { requests } = this.stack.service;
		const begun = () =>
			requests.filter((one) => one.method === 'GET' && path.test(one.path)).length;
		const before = begun();
		await waitFor(
			() => begun() >= before + count,
			within(seconds, `There were no ${count} requests`),
		);
	}

	async publish(seconds?: number): Promise<void> {
		await this.stack.rest.publish(this.id, seconds);
	}

	async unpublish(): Promise<void> {
		await this.stack.rest.unpublish(this.id);
	}

	/** Edits the workflow as a person does, and publishes it again. */
	async edit(change: (workflow: SavedWorkflow) => void): Promise<void> {
		const path = `/rest/workflows/${this.id}`;
		const workflow = await this.stack.rest.call<SavedWorkflow>('GET', path);
		change(workflow);
		const { nodes, versionId } = workflow;
		await this.stack.rest.call('PATCH', path, { nodes, versionId });
		await this.publish();
	}
}
