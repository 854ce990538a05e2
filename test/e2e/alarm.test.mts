import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { webhookUrl } from '../../sandbox/n8n/demo.mts';
import { isBefore, versionAskedFor } from '../../sandbox/n8n/versions.mts';
import { pathOf } from '../../sandbox/service/description.mts';
import { recordsOf, signatureOf } from '../shared.mts';
import { SECRET, useStack } from './harness/stack.mts';
import { errorWorkflow, triggerWorkflow } from './harness/workflows.mts';

const hook = (number: number) => `dddddddd-0000-4000-8000-00000000000${number}`;
const failures = errorWorkflow('AlarmFailures001');
const settings = { executionOrder: 'v1', errorWorkflow: failures.id };
const parameters = { events: ['project.created'], fetchRecord: 'apiKey' };
const alarming = { ...triggerWorkflow('AlarmTrigger0001', hook(1), parameters), settings };
const silent = {
	...triggerWorkflow('SilentTrigger001', hook(2), { ...parameters, options: { alarm: false } }),
	settings,
};
const listening = triggerWorkflow('ListeningAlarm01', hook(3), parameters);
const stack = useStack({
	workflows: [alarming, silent, listening, failures],
	publish: [
		...[alarming.id, silent.id],
		// Before there was publishing, an error workflow needed none.
		...(isBefore(versionAskedFor(), '2.0.0') ? [] : [failures.id]),
	],
});

/** One connection, which every answer has to leave open. */
const connection = new Agent({ keepAlive: true, maxSockets: 1 });

const urlOf = (number: number) => webhookUrl(stack().n8n.url, hook(number));

async function send(
	number: number,
	secret = SECRET,
	ageSeconds = 0,
	url = urlOf(number),
): Promise<number> {
	const [project] = recordsOf(stack().service, 'project');
	const body = JSON.stringify({
		event: 'project.created',
		data: { project: { id: project?.id, note: crypto.randomUUID() } },
	});
	return await new Promise((resolve, reject) => {
		const sending = request(url, {
			method: 'POST',
			agent: connection,
			headers: {
				'content-type': 'application/json',
				'service-signature': signatureOf(body, secret, ageSeconds),
			},
		});
		sending.on('error', reject);
		sending.on('response', (answer) => {
			answer.resume();
			answer.on('end', () => resolve(answer.statusCode ?? 0));
		});
		sending.end(body);
	});
}

/** What the error workflow got: the errors of the executions that failed, in their order. */
async function errorsHandled(count: number): Promise<Array<{ message: string }>> {
	const executions = await stack().executions(failures.id, count);
	return executions.map(({ outputs }) => {
		const { execution } = outputs.Failure?.[0]?.[0]?.json as {
			execution: { error: { message: string; description: string } };
		};
		return execution.error;
	});
}

/** Listens as the editor does, sends an event, and waits until n8n has stopped listening. */
async function sendWhileListening(count: number, secret: string, ageSeconds = 0): Promise<number> {
	const path = `/rest/workflows/${listening.id}`;
	const workflowData = await stack().rest.call('GET', path);
	const run = { workflowData, triggerToStartFrom: { name: 'Trigger' } };
	const answer = await stack().rest.call('POST', `${path}/run`, run);
	expect(answer).toMatchObject({ waitingForWebhook: true });
	const url = urlOf(3).replace('/webhook/', '/webhook-test/');
	const status = await send(3, secret, ageSeconds, url);
	await stack().executions(listening.id, count);
	await sleep(1_000);
	return status;
}

describe('deliveries that are refused while a person listens', () => {
	it('are executions that failed with the reason; the sender is answered 401 or 503', async () => {
		expect(await sendWhileListening(1, 'whsec_of_a_stranger')).toBe(401);
		expect(await sendWhileListening(2, SECRET, 400)).toBe(503);
		expect(await sendWhileListening(3, SECRET)).toBe(200);
		const executions = await stack().executions(listening.id, 3);
		expect(executions.map(({ status }) => status)).toEqual(['error', 'error', 'success']);
		const [wrong, late] = executions.map(({ errors }) => errors.Trigger);
		expect(wrong?.message).toBe('The signature does not match the signing secret');
		expect(wrong?.description).toContain('Copy the signing secret of exactly this webhook');
		expect(late?.message).toContain('than Max Age allows');
	});
});

describe('events that are genuine but refused, in a published workflow', () => {
	it('start the error workflow once for each reason, and are answered 503 on a connection that stays open', async () => {
		const { faults } = stack().service;
		faults.add({ path: pathOf('getProject', ''), status: 403, body: { message: 'Key withdrawn' } });
		for (let time = 0; time < 5; time++) expect(await send(1)).toBe(503);
		faults.clear();
		for (let time = 0; time < 5; time++) expect(await send(1, SECRET, 400)).toBe(503);
		expect(await errorsHandled(2)).toEqual([
			expect.objectContaining({
				message: expect.stringMatching(
					/^An event arrived, but its record did not: .*Key withdrawn/,
				),
				description: expect.stringMatching(/^Check the credential for Fetch Record/),
			}),
			expect.objectContaining({ message: expect.stringMatching(/signed 40\d s before the time/) }),
		]);
		await sleep(500);
		expect(await stack().rest.executionIds(failures.id)).toHaveLength(2);
		expect(await stack().rest.executionIds(alarming.id)).toHaveLength(2);
	});

	it('show the failure on the trigger in the list of executions', async () => {
		const [{ status, errors }] = await stack().executions(alarming.id, 2);
		expect(status).toBe('error');
		expect(errors.Trigger?.message).toContain('Key withdrawn');
	});

	it('do not stop the next event', async () => {
		expect(await send(1)).toBe(200);
		const [, , last] = await stack().executions(alarming.id, 3);
		expect(last?.status).toBe('success');
	});

	it('start nothing if they are forged, or if the option Alarm is off', async () => {
		for (const age of [0, 400]) expect(await send(1, 'whsec_of_a_stranger', age)).toBe(401);
		expect(await send(2, SECRET, 400)).toBe(503);
		await sleep(500);
		expect(await stack().rest.executionIds(alarming.id)).toHaveLength(3);
		expect(await stack().rest.executionIds(silent.id)).toEqual([]);
		expect(await stack().rest.executionIds(failures.id)).toHaveLength(2);
	});

	it('leave n8n running, without an error of its own about a second answer', async () => {
		expect((await stack().rest.raw('GET', '/healthz')).status).toBe(200);
		expect(stack().n8n.output()).not.toMatch(/ERR_HTTP_HEADERS_SENT|headers after they are sent/i);
	});
});
