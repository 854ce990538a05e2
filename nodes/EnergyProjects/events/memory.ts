import type { IWebhookFunctions } from 'n8n-workflow';

/** A map that keeps the entries that were set last. If it is full, the oldest one goes. */
export class NewestEntries<Value> extends Map<string, Value> {
	private readonly most: number;

	constructor(most: number) {
		super();
		this.most = most;
	}

	override set(key: string, value: Value): this {
		this.delete(key);
		super.set(key, value);
		const [oldest] = this.keys();
		if (this.size > this.most) this.delete(oldest);
		return this;
	}
}

/** A key for this node. A copied workflow keeps its node IDs, so the workflow's ID is part of it. */
export const nodeKey = (context: Pick<IWebhookFunctions, 'getNode' | 'getWorkflow'>): string =>
	`${context.getWorkflow().id}/${context.getNode().id}`;
