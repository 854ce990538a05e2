import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { eventKinds } from '../../../sandbox/service/records.mts';
import type { EventKind } from '../../../sandbox/service/records.mts';
import { none, one, refusedWith, started } from '../harness/webhook/answers.mts';
import { laterBy, receiver, useDeliveries } from '../harness/webhook/deliveries.mts';
import {
	delivery,
	payload,
	PREVIOUS_SECRET,
	SECRET,
	signingSecret,
} from '../harness/webhook/signed.mts';
import type { WebhookBench } from '../harness/n8n/engine.mts';
import { addProject } from '../harness/service/records.mts';

const { service, about } = useDeliveries();
const STRANGE_SECRET = 'whsec_of_somebody_else_0123456789';

describe('what the sender is answered', () => {
	it('200 and an execution: verified, a selected kind', async () => {
		expect(started(await receiver().receive(about('project.edited')))).toEqual(one);
	});

	it('200 and none: verified, a kind that was not selected or is not known', async () => {
		const trigger = receiver({ events: ['project.created'] });
		expect(started(await trigger.receive(about('project.edited')))).toEqual(none);
		const unknown = delivery({ event: 'room.created', data: {} });
		expect(started(await trigger.receive(unknown))).toEqual(none);
	});

	it.each<[string, (good: ReturnType<typeof delivery>) => Parameters<WebhookBench['receive']>[0]]>([
		['without a signature', ({ rawBody }) => ({ headers: {}, rawBody })],
		['malformed', ({ rawBody }) => ({ headers: { 'service-signature': 'v1=abc' }, rawBody })],
		['with another secret', ({ rawBody }) => delivery(rawBody.toString(), STRANGE_SECRET)],
		[
			'with an altered body',
			({ headers, rawBody }) => ({ headers, rawBody: rawBody.fill(' ', 9) }),
		],
	])('401: %s', async (_, change) => {
		const good = about('project.edited');
		expect(started(await receiver().receive(change(good)))).toEqual(refusedWith(401));
	});

	it.each([
		'[]',
		'null',
		'"x"',
		'{}',
		'{"event":1,"data":{}}',
		'{"event":"project.edited"}',
		'{"event":"project.edited","data":[]}',
	])('400: verified, but the body is %s', async (body) => {
		expect(started(await receiver().receive(delivery(body)))).toEqual(refusedWith(400));
	});

	it.each([
		[299, one],
		[301, refusedWith(503)],
		[-299, one],
		[-301, refusedWith(503)],
	])('503 outside five minutes: signed %i seconds ago', async (age, answer) => {
		const received = delivery(payload(service(), 'project.edited'), SECRET, age);
		expect(started(await receiver().receive(received))).toEqual(answer);
	});

	it('Max Age is an option; 0 takes any age', async () => {
		const signed = (age: number) => delivery(payload(service(), 'project.edited'), SECRET, age);
		const patient = receiver({ options: { maxAge: 0 } });
		expect(started(await patient.receive(signed(100_000)))).toEqual(one);
		const strict = receiver({ options: { maxAge: 10 } });
		expect(started(await strict.receive(signed(20)))).toEqual(refusedWith(503));
	});

	it('503: without raw bytes, even if the delivery is forged, since nobody can tell', async () => {
		for (const { headers } of [
			about('project.edited'),
			delivery({ event: 'project.edited', data: {} }, STRANGE_SECRET),
		]) {
			const mute = { headers, rawBody: undefined };
			expect(started(await receiver().receive(mute))).toEqual(refusedWith(503));
		}
	});

	it('503: no signing secret, or no credential', async () => {
		const received = about('project.edited');
		const withoutSecret = receiver({}, signingSecret(''));
		expect(started(await withoutSecret.receive(received))).toEqual(refusedWith(503));
		expect(started(await receiver({}, {}).receive(received))).toEqual(refusedWith(503));
	});

	it('200: signed with the current or the previous secret, while a webhook is being replaced', async () => {
		const trigger = receiver({}, signingSecret(SECRET, PREVIOUS_SECRET));
		const answerTo = async (secret: string) =>
			started(await trigger.receive(delivery(payload(service(), 'project.edited'), secret)));
		expect(await answerTo(SECRET)).toEqual(one);
		expect(await answerTo(PREVIOUS_SECRET)).toEqual(one);
		expect(await answerTo(STRANGE_SECRET)).toEqual(refusedWith(401));
	});

	it.each(['soon', '', null, NaN, -1])(
		'Max Age with the value %j counts as not set: the check stays on',
		async (maxAge) => {
			const trigger = receiver({ options: { maxAge } });
			const stale = delivery(payload(service(), 'project.edited'), SECRET, 1_000);
			expect(started(await trigger.receive(stale))).toEqual(refusedWith(503));
		},
	);

	it('the raw bytes are read if n8n has not read them by itself', async () => {
		const { headers, rawBody } = about('project.edited');
		expect(started(await receiver().receive({ headers, unreadBody: rawBody }))).toEqual(one);
	});
});

describe('Skip Duplicates', () => {
	const again = (content: IDataObject) => delivery(content, SECRET, -20);

	it('the same body starts the workflow once, even if it is signed again', async () => {
		const trigger = receiver();
		const content = payload(service(), 'project.edited');
		expect(started(await trigger.receive(delivery(content)))).toEqual(one);
		expect(started(await trigger.receive(delivery(content)))).toEqual(none);
		expect(started(await trigger.receive(again(content)))).toEqual(none);
		expect(started(await trigger.receive(about('project.edited')))).toEqual(one);
	});

	it.each<[string, object, 'webhook' | 'manual']>([
		['turned off', { options: { skipDuplicates: false } }, 'webhook'],
		['a person tries the workflow out', {}, 'manual'],
	])('%s: every delivery starts the workflow', async (_, parameters, mode) => {
		const trigger = receiver(parameters, signingSecret(), mode);
		const content = payload(service(), 'project.edited');
		expect(started(await trigger.receive(delivery(content)))).toEqual(one);
		expect(started(await trigger.receive(again(content)))).toEqual(one);
	});

	it('a delivery that was refused does not count as seen', async () => {
		const trigger = receiver();
		const content = payload(service(), 'project.edited');
		const stale = delivery(content, SECRET, 1_000);
		expect(started(await trigger.receive(stale))).toEqual(refusedWith(503));
		expect(started(await trigger.receive(delivery(content)))).toEqual(one);
	});

	it('a delivery is forgotten after 24 hours', async () => {
		const trigger = receiver();
		const content = payload(service(), 'project.edited');
		await trigger.receive(delivery(content));
		laterBy(23 * 60 * 60);
		expect(started(await trigger.receive(delivery(content)))).toEqual(none);
		laterBy(2 * 60 * 60);
		expect(started(await trigger.receive(delivery(content)))).toEqual(one);
	});

	it('does not save the body, and saves no more than it needs', async () => {
		const trigger = receiver();
		await trigger.receive(about('project.edited'));
		const kept = JSON.stringify(trigger.staticData);
		expect(kept).not.toContain('Haus');
		expect(kept.length).toBeLessThan(200);
	});
});

describe('outputs', () => {
	/** For each kind: the events that came out, output by output. */
	const placesOf = async (trigger: WebhookBench, kinds: readonly EventKind[]) => {
		const places = [];
		for (const kind of kinds) {
			const { outputs = [] } = await trigger.receive(about(kind));
			places.push(outputs.map((items) => items.map(({ json }) => json.event)));
		}
		return places;
	};
	const oneEach = (kinds: readonly EventKind[]) =>
		kinds.map((kind) => kinds.map((output) => (output === kind ? [kind] : [])));

	it.each([
		['in the service’s order', eventKinds],
		['in reverse', [...eventKinds].reverse()],
	])(
		'all kinds selected %s: each kind has its own output, in the service’s order',
		async (_, events) => {
			const trigger = receiver({ events: [...events] });
			expect(await placesOf(trigger, eventKinds)).toEqual(oneEach(eventKinds));
			const names = [
				...['Proj Created', 'Proj Edited', 'Proj Deleted'],
				...['Cust Created', 'Cust Edited', 'Cust Deleted'],
			];
			expect(trigger.outputs()).toMatchObject(names.map((displayName) => ({ displayName })));
		},
	);

	it('some kinds selected: each of them has an output', async () => {
		const trigger = receiver({ events: ['customer.deleted', 'project.edited'] });
		const inOrder: EventKind[] = ['project.edited', 'customer.deleted'];
		expect(await placesOf(trigger, inOrder)).toEqual(oneEach(inOrder));
		expect(trigger.outputs()).toHaveLength(2);
	});

	it('Split by Event off: one output for all kinds', async () => {
		const trigger = receiver({ splitByEvent: false });
		expect(await placesOf(trigger, eventKinds)).toEqual(eventKinds.map((kind) => [[kind]]));
		expect(trigger.outputs()).toHaveLength(1);
	});

	it('the kind comes from the signed body, not from the unsigned header', async () => {
		const { headers, rawBody } = about('project.edited');
		const misleading = { ...headers, 'service-event-type': 'project.deleted' };
		const { outputs } = await receiver().receive({ headers: misleading, rawBody });
		expect(outputs?.flat()).toHaveLength(1);
		expect(outputs?.[eventKinds.indexOf('project.edited')]).toHaveLength(1);
	});
});

describe('the item of an event', () => {
	const sent = () =>
		payload(
			service(),
			'project.edited',
			addProject(service(), {
				name: 'Haus Weber',
				address: { addressLine1: 'Weg 1', city: 'Köln', postalCode: '01067' },
				heatingCircuits: [{ id: 'a', name: 'Floor', flowTemperature: 35, returnTemperature: 28 }],
			}),
		);
	const outOf = async (trigger: WebhookBench, content: IDataObject) =>
		(await trigger.receive(delivery(content))).outputs?.flat()[0].json;

	it('simplified: field names of the API, times in UTC, all other values as sent', async () => {
		const content = sent();
		const { project } = content.data as { project: IDataObject };
		const inUtc = (time: unknown) => new Date(String(time)).toISOString();
		expect(await outOf(receiver(), content)).toEqual({
			event: 'project.edited',
			eventId: `project.edited:${String(project.id)}:${inUtc(project.updated_at)}`,
			project: {
				id: project.id,
				humanId: project.human_id,
				name: 'Haus Weber',
				status: 'inProgress',
				companyId: service().company.id,
				createdAt: inUtc(project.created_at),
				updatedAt: inUtc(project.updated_at),
				deletedAt: null,
			},
			addresses: [
				{
					id: expect.any(String) as unknown,
					addressLine1: 'Weg 1',
					city: 'Köln',
					postalCode: '01067',
					country: null,
				},
			],
			heatingCircuits: [
				{
					id: 'a',
					name: 'Floor',
					circuitType: 'underfloor',
					flowTemperature: 35,
					returnTemperature: 28,
				},
			],
		});
	});

	it('Simplify off: the payload exactly as sent', async () => {
		const content = sent();
		expect(await outOf(receiver({ simplify: false }), content)).toEqual(content);
	});
});
