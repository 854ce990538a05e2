import { setTimeout as sleep } from 'node:timers/promises';
import { payloadOf } from '../../../sandbox/service/events.mts';
import { deliver, signatureHeader } from '../../../sandbox/service/delivery.mts';
import type { RunningService } from '../../../sandbox/service/start.mts';
import { SECRET } from '../../e2e/harness/startStack.mts';

const KIND = 'project.edited';
/** The service waits no longer for an answer. Service document, section Delivery. */
const PATIENCE_MS = 30_000;
/** Its schedule is not known: so soon is hard on n8n. */
const REPEATED_AFTER_MS = 2_000;

/** The body of a delivery, and what tells it apart from every other. */
export interface Body {
	readonly marker: string;
	readonly text: string;
}

let serial = 0;

/** Bodies as the service sends them, each another one. */
export function bodiesOf({ store, company }: RunningService, count: number): Body[] {
	const [record = store.insert('project', company.id, { name: 'Wärmepumpe Müller' })] = store.list(
		'project',
		company.id,
	);
	return Array.from({ length: count }, () => {
		const marker = `delivery-${Date.now().toString(36)}-${++serial}`;
		const text = JSON.stringify(payloadOf(store, KIND, { ...record, name: marker }));
		return { marker, text };
	});
}

/** How the header of a delivery is made. */
export type Header = (body: string) => string | undefined;

const now = () => Math.floor(Date.now() / 1000);
export const signed: Header = (body) => signatureHeader(SECRET, body, now());
export const forged: Header = (body) => signatureHeader('whsec_of_somebody_else_012', body, now());
export const unsigned: Header = () => undefined;

/** @returns the status of the answer */
export async function send(url: string, body: string, headerOf = signed): Promise<number> {
	const header = headerOf(body);
	const answer = await fetch(url, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			...(header !== undefined && { 'service-signature': header }),
		},
		body,
	});
	await answer.arrayBuffer();
	return answer.status;
}

/** Sends every body, so many at a time. @returns the statuses, in any order */
export async function sendAll(
	url: string,
	bodies: readonly Body[],
	atOnce: number,
	headerOf = signed,
): Promise<number[]> {
	const left = bodies.values();
	const statuses: number[] = [];
	const sender = async () => {
		for (const { text } of left) statuses.push(await send(url, text, headerOf));
	};
	await Promise.all(Array.from({ length: atOnce }, sender));
	return statuses;
}

/** What became of a burst: milliseconds from its beginning to each good answer, in order. */
export interface Burst {
	readonly answeredMs: readonly number[];
	/** How often something was sent, repeats included. */
	readonly sent: number;
}

/**
 * Sends all at once, and repeats each until it has a good answer.
 *
 * @param patienceMs how long the sender waits for an answer, in milliseconds; by default as long as the service
 */
export async function burst(
	url: string,
	bodies: readonly Body[],
	patienceMs = PATIENCE_MS,
): Promise<Burst> {
	const began = performance.now();
	let sent = 0;
	const one = async (body: string) => {
		for (;;) {
			sent++;
			const { status = 0 } = await deliver(url, SECRET, KIND, body, patienceMs);
			if (status >= 200 && status < 300) return performance.now() - began;
			if (status >= 400 && status < 500) throw new Error(`A delivery was answered with ${status}`);
			await sleep(REPEATED_AFTER_MS);
		}
	};
	const answeredMs = await Promise.all(bodies.map(async ({ text }) => await one(text)));
	return { answeredMs: answeredMs.sort((a, b) => a - b), sent };
}
