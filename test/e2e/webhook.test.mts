import { setTimeout as sleep } from 'node:timers/promises';
import pWaitFor from 'p-wait-for';
import { describe, expect, it } from 'vitest';
import { webhookUrl } from '../../sandbox/n8n/demo.mts';
import { pathOf } from '../../sandbox/service/description.mts';
import { recordsOf, signatureOf } from '../shared.mts';
import { SECRET, useStack } from './harness/stack.mts';
import { triggerWorkflow } from './harness/workflows.mts';

const PREVIOUS = 'whsec_the_previous_one_0123456789';
const hook = (number: number) => `aaaaaaaa-0000-4000-8000-00000000000${number}`;
const all = ['customer.deleted', 'project.created', 'project.edited', 'customer.created'];
const workflows = {
	all: triggerWorkflow('TriggerAll000001', hook(1), { events: all }),
	one: triggerWorkflow('TriggerOne000001', hook(2), {
		events: all,
		splitByEvent: false,
		simplify: false,
	}),
	unset: triggerWorkflow('TriggerUnset0001', hook(3), { events: all }, 'NoSecret00000001'),
	record: triggerWorkflow('TriggerRecord001', hook(4), { events: all, fetchRecord: 'apiKey' }),
	previous: triggerWorkflow('TriggerPrev00001', hook(5), { events: all }, 'TwoSecrets000001'),
	unusable: triggerWorkflow('TriggerUnusable1', hook(6), { events: '={{ null }}' }),
};
const stack = useStack({
	workflows: Object.values(workflows),
	publish: Object.values(workflows).map(({ id }) => id),
	moreCredentials: [
		{
			id: 'NoSecret00000001',
			name: 'Empty',
			type: 'energyProjectsWebhookApi',
			data: { signingSecret: '', previousSigningSecret: '' },
		},
		{
			id: 'TwoSecrets000001',
			name: 'Two',
			type: 'energyProjectsWebhookApi',
			data: { signingSecret: SECRET, previousSigningSecret: PREVIOUS },
		},
	],
});

let serial = 0;
const event = (kind = 'project.created', more: object = {}) =>
	JSON.stringify({
		event: kind,
		data: { project: { id: `x${++serial}`, human_id: `P-${serial}`, ...more } },
	});

const signed = (body: string, secret = SECRET, ageSeconds = 0) =>
	signatureOf(body, secret, ageSeconds);

async function send(
	number: number,
	body: string,
	header: string | undefined,
	type = 'application/json',
): Promise<number> {
	const answer = await fetch(webhookUrl(stack().n8n.url, hook(number)), {
		method: 'POST',
		headers: { 'content-type': type, ...(header !== undefined && { 'service-signature': header }) },
		body,
	});
	await answer.text();
	return answer.status;
}

/** Sends, and does not wait for the answer. */
async function hangUp(number: number, body: string, afterMs: number): Promise<void> {
	await fetch(webhookUrl(stack().n8n.url, hook(number)), {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'service-signature': signed(body) },
		body,
		signal: AbortSignal.timeout(afterMs),
	}).catch(() => undefined);
}

async function expectNone(workflowId: string, before: number): Promise<void> {
	await sleep(500);
	expect(await stack().rest.executionIds(workflowId)).toHaveLength(before);
}

/** Of several deliveries refused for one reason, one makes an execution: a failed one, without items. */
async function expectOneAlarm(workflowId: string, before: number, message: RegExp): Promise<void> {
	const [alarm] = (await stack().executions(workflowId, before + 1)).slice(before);
	expect(alarm).toMatchObject({ status: 'error', outputs: { Trigger: [] } });
	expect(alarm?.errors.Trigger?.message).toMatch(message);
	await expectNone(workflowId, before + 1);
}

describe('what the sender is answered by a real n8n', () => {
	it('200, and one execution at the kind’s output, for a verified event of a selected kind', async () => {
		const body = event('project.edited');
		expect(await send(1, body, signed(body))).toBe(200);
		const [execution] = await stack().executions(workflows.all.id, 1);
		const outputs = execution?.outputs.Trigger?.map((items) => items.length);
		// The service’s order, whatever the order of selection: created, edited, customer created, customer deleted.
		expect(outputs).toEqual([0, 1, 0, 0]);
		expect(execution?.outputs.Trigger?.[1]?.[0]?.json).toEqual({
			event: 'project.edited',
			// Without a time of change, a digest of the body stands in its place.
			eventId: expect.stringMatching(/^project\.edited:x\d+:[\w-]{16}$/),
			project: { id: `x${serial}`, humanId: `P-${serial}` },
		});
	});

	it('200 and no execution for an unselected, an unknown, or an already seen one', async () => {
		const before = (await stack().rest.executionIds(workflows.all.id)).length;
		for (const kind of ['project.deleted', 'room.created']) {
			const body = event(kind);
			expect(await send(1, body, signed(body))).toBe(200);
		}
		await expectNone(workflows.all.id, before);
		const body = event();
		expect(await send(1, body, signed(body))).toBe(200);
		await stack().executions(workflows.all.id, before + 1);
		// Byte for byte the same, also when signed anew.
		expect(await send(1, body, signed(body))).toBe(200);
		expect(await send(1, body, signed(body, SECRET, 10))).toBe(200);
		await expectNone(workflows.all.id, before + 1);
	});

	it('200, and one execution each, for many different ones at once; none when they come again', async () => {
		const before = (await stack().rest.executionIds(workflows.all.id)).length;
		const bodies = Array.from({ length: 20 }, () => event());
		const sendAll = async () =>
			await Promise.all(bodies.map(async (body) => await send(1, body, signed(body))));
		const allAccepted = bodies.map(() => 200);
		expect(await sendAll()).toEqual(allAccepted);
		await stack().executions(workflows.all.id, before + 20);
		expect(await sendAll()).toEqual(allAccepted);
		await expectNone(workflows.all.id, before + 20);
	});

	it('401 and no execution for a signature that is missing, malformed or matches no secret', async () => {
		const before = (await stack().rest.executionIds(workflows.all.id)).length;
		const body = event();
		const good = signed(body);
		expect(await send(1, body, undefined)).toBe(401);
		expect(await send(1, body, 'nonsense')).toBe(401);
		expect(await send(1, body, good.toUpperCase())).toBe(401);
		expect(await send(1, body, signed(body, 'another secret'))).toBe(401);
		expect(await send(1, body.replace('P-', 'Q-'), good)).toBe(401);
		expect(await send(1, body, `${good},${'v1=0,'.repeat(2000)}`)).toBe(401);
		await expectNone(workflows.all.id, before);
		expect(stack().n8n.output()).toContain('no signature matches');
		expect(stack().n8n.output()).not.toContain(SECRET);
	});

	it('503 and no execution for a form, forged or not, whose bytes n8n keeps to itself', async () => {
		const before = (await stack().rest.executionIds(workflows.all.id)).length;
		const form = new FormData();
		form.set('event', 'project.created');
		const answer = await fetch(webhookUrl(stack().n8n.url, hook(1)), {
			method: 'POST',
			headers: { 'service-signature': signed('', 'another secret') },
			body: form,
		});
		expect(answer.status).toBe(503);
		await expectNone(workflows.all.id, before);
	});

	it('one execution for an event whose sender hangs up and sends it again', async () => {
		const before = (await stack().rest.executionIds(workflows.all.id)).length;
		const bodies = Array.from({ length: 20 }, () => event());
		const isAccepted = async (body: string) => (await send(1, body, signed(body))) === 200;
		await Promise.all(
			bodies.map(async (body, index) => {
				await hangUp(1, body, 20 + 7 * index);
				await pWaitFor(async () => await isAccepted(body), { interval: 100 });
			}),
		);
		await stack().executions(workflows.all.id, before + bodies.length);
		await expectNone(workflows.all.id, before + bodies.length);
	});

	it('200 for a body of an unusual content type, since its raw bytes are verified', async () => {
		const before = (await stack().rest.executionIds(workflows.all.id)).length;
		const body = event();
		expect(await send(1, body, signed(body), 'application/vnd.service+json')).toBe(200);
		await stack().executions(workflows.all.id, before + 1);
	});

	it('400 and one alarm for verified bodies that are no events', async () => {
		const before = (await stack().rest.executionIds(workflows.all.id)).length;
		for (const body of ['[]', '{}', '{"event":"project.created"}', '{"event":1,"data":{}}']) {
			expect(await send(1, body, signed(body))).toBe(400);
		}
		await expectOneAlarm(workflows.all.id, before, /is not an event: its body is not an object/);
	});

	it('400 and one alarm for a verified body that is nested deeper than n8n can handle', async () => {
		const before = (await stack().rest.executionIds(workflows.all.id)).length;
		const body = event('project.created', { deep: 0 }).replace(
			'"deep":0',
			`"deep":${'['.repeat(5_000)}${']'.repeat(5_000)}`,
		);
		for (const number of [1, 2]) expect(await send(number, body, signed(body))).toBe(400);
		await expectOneAlarm(workflows.all.id, before, /nested more than 100 levels deep/);
	});

	it('503 and no execution for a body larger than n8n accepts, if n8n does not parse it; 500, by n8n itself, for JSON', async () => {
		const before = (await stack().rest.executionIds(workflows.all.id)).length;
		const body = event('project.created', { note: 'x'.repeat(17 * 2 ** 20) });
		expect(await send(1, body, signed(body), 'application/octet-stream')).toBe(503);
		expect(await send(1, body, signed(body))).toBe(500);
		await expectNone(workflows.all.id, before);
	});

	it('422, by n8n itself, for a body that is not JSON', async () => {
		expect(await send(1, '{', signed('{'))).toBe(422);
	});

	it('503 and one alarm for deliveries that are too old or from the future', async () => {
		const before = (await stack().rest.executionIds(workflows.all.id)).length;
		for (const age of [400, -400]) {
			const body = event();
			expect(await send(1, body, signed(body, SECRET, age))).toBe(503);
		}
		await expectOneAlarm(
			workflows.all.id,
			before,
			/than Max Age allows: it was signed 40\d s before/,
		);
		expect(stack().n8n.output()).toMatch(/signed 40\d s before the time of this machine/);
	});

	it('200 and no execution for one that was taken, at any age', async () => {
		const before = (await stack().rest.executionIds(workflows.all.id)).length;
		const body = event();
		expect(await send(1, body, signed(body))).toBe(200);
		expect(await send(1, body, signed(body, SECRET, 5_000))).toBe(200);
		await stack().executions(workflows.all.id, before + 1);
		await expectNone(workflows.all.id, before + 1);
	});

	it('503 and one alarm where the parameters come out as nothing anybody could use', async () => {
		const body = event();
		expect(await send(6, body, signed(body))).toBe(503);
		expect(await send(6, body, signed(body, 'another secret'))).toBe(401);
		expect(stack().n8n.output()).toContain('its parameter Trigger On has an unusable value (null)');
		await expectOneAlarm(
			workflows.unusable.id,
			0,
			/its parameter Trigger On has an unusable value/,
		);
	});

	it('503 while no signing secret is configured', async () => {
		const body = event();
		expect(await send(3, body, signed(body))).toBe(503);
		await expectNone(workflows.unset.id, 0);
	});

	it('200 for either secret while a webhook is being replaced', async () => {
		for (const secret of [SECRET, PREVIOUS]) {
			const body = event();
			expect(await send(5, body, signed(body, secret))).toBe(200);
		}
		await stack().executions(workflows.previous.id, 2);
	});

	it('503 where the record cannot be read, then 200 with the record', async () => {
		const { service } = stack();
		const [project] = recordsOf(service, 'project');
		const body = event('project.created', { id: project?.id });
		service.faults.add({ path: pathOf('getProject', ''), status: 500 });
		expect(await send(4, body, signed(body))).toBe(503);
		await expectOneAlarm(workflows.record.id, 0, /An event arrived, but its record did not/);
		service.faults.clear();
		expect(await send(4, body, signed(body))).toBe(200);
		const [, execution] = await stack().executions(workflows.record.id, 2);
		expect(execution?.outputs.Trigger?.[0]?.[0]?.json.record).toEqual(project);
	});

	it('503 while the same one is being handled, so that it starts once', async () => {
		const { service } = stack();
		const before = (await stack().rest.executionIds(workflows.record.id)).length;
		const [project] = recordsOf(service, 'project');
		const body = event('project.created', { id: project?.id });
		service.faults.add({ path: pathOf('getProject', ''), delayMs: 2_000 });
		const first = send(4, body, signed(body));
		await sleep(500);
		expect(await send(4, body, signed(body, SECRET, 10))).toBe(503);
		expect(await first).toBe(200);
		service.faults.clear();
		expect(await send(4, body, signed(body))).toBe(200);
		await stack().executions(workflows.record.id, before + 1);
		await expectNone(workflows.record.id, before + 1);
	});

	it('one output, with the payload exactly as sent, where that was chosen', async () => {
		const before = (await stack().rest.executionIds(workflows.one.id)).length;
		const body = event('customer.deleted');
		expect(await send(2, body, signed(body))).toBe(200);
		const execution = (await stack().executions(workflows.one.id, before + 1)).at(before);
		expect(execution?.outputs.Trigger).toHaveLength(1);
		expect(execution?.outputs.Trigger?.[0]?.[0]?.json).toEqual(JSON.parse(body));
	});

	it('200 and no execution for one seen before a restart of n8n', async () => {
		const body = event();
		expect(await send(5, body, signed(body))).toBe(200);
		await stack().executions(workflows.previous.id, 3);
		await stack().restart();
		expect(await send(5, body, signed(body))).toBe(200);
		await expectNone(workflows.previous.id, 3);
	});
});
