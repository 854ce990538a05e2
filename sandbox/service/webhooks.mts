import { randomBytes, randomUUID } from 'node:crypto';
import { atMost } from './atMost.mts';
import { deliver } from './delivery.mts';
import type { Attempt } from './delivery.mts';
import { payloadOf } from './events.mts';
import type { EventKind } from './records.mts';
import type { Store, StoreChange } from './store.mts';
import { waitFor } from './waitFor.mts';

export interface Registration {
	url: string;
	events: EventKind[];
	description?: string;
	companyId: string;
	/** Only for tests that must know it beforehand; by default the service creates one. */
	secret?: string;
}

export interface Webhook extends Required<Omit<Registration, 'description'>> {
	id: string;
	description: string;
}

/** One event for one webhook, with all attempts to deliver it. */
export interface DeliveryRecord {
	id: string;
	webhookId: string;
	event: EventKind;
	body: string;
	attempts: Attempt[];
	state: 'pending' | 'delivered' | 'failed';
}

export interface SenderOptions {
	/** In milliseconds: several changes of one record within this time are one event. */
	debounceMs: number;
	/** In milliseconds: the waits between attempts; after the last one the sender gives up the event. */
	retryDelaysMs: readonly number[];
	timeoutMs: number;
	/** How many deliveries may be under way at the same time. */
	maxParallelDeliveries: number;
	/** The name of the header; the usual one if undefined. */
	signatureHeader: string | undefined;
}

/** Sends webhooks. Service document, section Events; the times for debounce and retries are assumed. */
export class WebhookSender {
	readonly deliveries: DeliveryRecord[] = [];
	private readonly webhooks = new Map<string, Webhook>();
	private readonly timers = new Set<NodeJS.Timeout>();
	private readonly debounced = new Map<string, NodeJS.Timeout>();
	private underway = 0;
	private readonly inTurn: ReturnType<typeof atMost>;
	private readonly store: Store;
	private readonly options: SenderOptions;

	constructor(store: Store, options: SenderOptions) {
		this.store = store;
		this.options = options;
		this.inTurn = atMost(options.maxParallelDeliveries);
		store.on('change', (change) => this.debounce(change));
	}

	/** Registers a webhook. Only this answer contains the secret. */
	register(registration: Registration): { id: string; secret: string } {
		const id = randomUUID();
		const secret = registration.secret ?? `whsec_${randomBytes(24).toString('base64url')}`;
		this.webhooks.set(id, { description: '', ...registration, id, secret });
		return { id, secret };
	}

	remove(id: string): boolean {
		return this.webhooks.delete(id);
	}

	/** The registrations, with their secrets. */
	all(): Webhook[] {
		return [...this.webhooks.values()];
	}

	restore(webhooks: readonly Webhook[]): void {
		for (const webhook of webhooks) this.webhooks.set(webhook.id, webhook);
	}

	/** The registrations, without their secrets. */
	list(): Array<Omit<Webhook, 'secret'>> {
		return this.all().map((webhook) => ({ ...webhook, secret: undefined }));
	}

	/** Resolves as soon as no event waits to be sent or retried. */
	async idle(): Promise<void> {
		await waitFor(() => this.underway === 0 && this.debounced.size === 0);
	}

	close(): void {
		for (const timer of [...this.timers, ...this.debounced.values()]) clearTimeout(timer);
		this.timers.clear();
		this.debounced.clear();
		this.webhooks.clear();
		this.underway = 0;
	}

	private debounce(change: StoreChange): void {
		const key = `${change.subject} ${change.record.id}`;
		clearTimeout(this.debounced.get(key));
		const timer = setTimeout(() => {
			this.debounced.delete(key);
			this.emit(change);
		}, this.options.debounceMs);
		this.debounced.set(key, timer);
	}

	private emit({ subject, change, record }: StoreChange): void {
		const event: EventKind = `${subject}.${change}`;
		const body = JSON.stringify(payloadOf(this.store, event, record));
		for (const webhook of this.webhooks.values()) {
			if (webhook.companyId !== record.companyId || !webhook.events.includes(event)) continue;
			const delivery: DeliveryRecord = {
				id: randomUUID(),
				webhookId: webhook.id,
				event,
				body,
				attempts: [],
				state: 'pending',
			};
			this.deliveries.push(delivery);
			this.underway++;
			void this.attempt(webhook, delivery);
		}
	}

	private async attempt(webhook: Webhook, delivery: DeliveryRecord): Promise<void> {
		const { timeoutMs, retryDelaysMs, signatureHeader } = this.options;
		const { url, secret } = webhook;
		const { event, body } = delivery;
		const attempt = await this.inTurn(
			async () => await deliver(url, secret, event, body, timeoutMs, signatureHeader),
		);
		delivery.attempts.push(attempt);
		const { status = 0 } = attempt;
		const isTemporary = attempt.failure !== undefined || status >= 500;
		const delay = retryDelaysMs[delivery.attempts.length - 1];
		if (isTemporary && delay !== undefined && this.webhooks.has(webhook.id)) {
			const timer = setTimeout(() => {
				this.timers.delete(timer);
				void this.attempt(webhook, delivery);
			}, delay);
			this.timers.add(timer);
			return;
		}
		delivery.state = status >= 200 && status < 300 ? 'delivered' : 'failed';
		this.underway--;
	}
}
