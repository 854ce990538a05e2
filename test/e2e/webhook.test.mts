import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../../sandbox/service/waitFor.mts';
import { describe, expect, it } from 'vitest';
import { webhookUrl } from '../../sandbox/n8n/demo.mts';
import { pathOf } from '../../sandbox/service/description.mts';
import { recordsOf, signatureOf } from '../shared.mts';
import { SECRET, useStack } from './harness/stack.mts';
import { errorWorkflow, triggerWorkflow } from './harness/workflows.mts';

const hook = (number: number) => `aaaaaaaa-0000-4000-8000-00000000000${number}`;
const all = ['customer.deleted', 'project.created', 'project.edited', 'customer.created'];
const failures = errorWorkflow('HookFailures0001');
const settings = { executionOrder: 'v1', errorWorkflow: failures.id };
const workflows = {
	all: triggerWorkflow('TriggerAll000001', hook(1), { events: all }),
	one: triggerWorkflow('TriggerOne000001', hook(2), {
		events: all,
		splitByEvent: false,
		simplify: false,
	}),
	record: {
		...triggerWorkflow('TriggerRecord001', hook(4), { events: all, fetchRecord: 'apiKey' }),
		settings,
	},
	failures,
};
const stack = useStack({
	workflows: Object.values(workflows),
	publish: Object.values(workflows).map(({ id }) => id),
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
		// Byte for byte the same, also when signed again.
		expect(await send(1, body, signed(body))).toBe(200);
		expect(await send(1, body, signed(body, SECRET, 10))).toBe(200);
		await expectNone(workflows.all.id, before + 1);
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
				await waitFor(async () => await isAccepted(body), { interval: 100 });
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

	it('one output, with the payload exactly as sent, where that was chosen', async () => {
		const before = (await stack().rest.executionIds(workflows.one.id)).length;
		const body = event('customer.deleted');
		expect(await send(2, body, signed(body))).toBe(200);
		const execution = (await stack().executions(workflows.one.id, before + 1)).at(before);
		expect(execution?.outputs.Trigger).toHaveLength(1);
		expect(execution?.outputs.Trigger?.[0]?.[0]?.json).toEqual(JSON.parse(body));
	});

	it('200 before a restart and after it: the repeat starts again, with the same eventId', async () => {
		const body = event('project.edited', { updated_at: '2026-11-02T15:05:31+01:00' });
		expect(await send(1, body, signed(body))).toBe(200);
		await sleep(500);
		const first = (await stack().rest.executionIds(workflows.all.id)).length;
		await stack().restart();
		expect(await send(1, body, signed(body))).toBe(200);
		const executions = await stack().executions(workflows.all.id, first + 1);
		const eventIds = executions
			.slice(-2)
			.map(({ outputs }) => outputs.Trigger?.[1]?.[0]?.json.eventId);
		expect(eventIds).toEqual(Array(2).fill(`project.edited:x${serial}:2026-11-02T14:05:31.000Z`));
	});
});

it('the record is fetched where that was chosen', async () => {
	const [project] = recordsOf(stack().service, 'project');
	const body = event('project.created', { id: project?.id });
	expect(await send(4, body, signed(body))).toBe(200);
	const [execution] = await stack().executions(workflows.record.id, 1);
	expect(execution?.outputs.Trigger?.[0]?.[0]?.json.record).toEqual(project);
});

describe('an event that is genuine but refused, in a published workflow', () => {
	const sendRecord = async (secret = SECRET) => {
		const [project] = recordsOf(stack().service, 'project');
		const body = event('project.created', { id: project?.id });
		return await send(4, body, signed(body, secret));
	};

	it('starts the error workflow once for a reason, and does not stop the next event', async () => {
		const before = (await stack().rest.executionIds(workflows.record.id)).length;
		const { faults } = stack().service;
		faults.add({ path: pathOf('getProject', ''), status: 403, body: { message: 'Key withdrawn' } });
		for (let time = 0; time < 5; time++) expect(await sendRecord()).toBe(503);
		faults.clear();
		expect(await sendRecord('whsec_of_a_stranger')).toBe(401);
		expect(await sendRecord()).toBe(200);
		const [{ outputs }] = await stack().executions(failures.id, 1);
		expect(JSON.stringify(outputs.Failure)).toMatch(/its record did not: .*Key withdrawn/);
		await stack().executions(workflows.record.id, before + 2);
		await expectNone(workflows.record.id, before + 2);
		expect(await stack().rest.executionIds(failures.id)).toHaveLength(1);
		expect(stack().n8n.output()).not.toMatch(/headers after they are sent/i);
	});
});
