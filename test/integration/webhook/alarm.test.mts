// Judges webhook/refusals.ts and events/log.ts.
import { createHmac } from 'node:crypto';
import { WebhookContext } from 'n8n-core';
import { describe, expect, it, vi } from 'vitest';
import { one, refused, started, delivery, payload, SECRET } from '../harness/webhook/signed.mts';
import { laterBy, receiver, useDeliveries } from '../harness/webhook/deliveries.mts';
import { addProject } from '../harness/service/service.mts';
import type { WebhookBench } from '../harness/n8n/engine.mts';
import { says } from '../../documents.mts';

const { service, about, fetching, receiverWithKey } = useDeliveries();

const HOUR = 60 * 60;
const content = () => payload(service(), 'project.edited');
const late = () => delivery(content(), SECRET, 1_000);
const forged = (ageSeconds = 0) => delivery(content(), 'whsec_of_a_stranger', ageSeconds);

/** Sends deliveries one after the other, and gives the messages of the alarms. */
async function alarmsFor(
	trigger: WebhookBench,
	deliveries: ReadonlyArray<ReturnType<typeof late>>,
) {
	const alarms: string[] = [];
	for (const one of deliveries) {
		const result = await trigger.receive(one);
		expect(started(result)).toEqual(refused(503));
		if (result.failure !== undefined) alarms.push(result.failure.message);
	}
	return alarms;
}

const BROKEN = /^An event did not reach the workflow: .*it broke/;

describe('the alarm', () => {
	it('is a failed execution that says what is wrong and what to do; the sender is answered 503', async () => {
		says('docs/running-n8n.md', '**503, alarm**: genuine, but its time is further away');
		const result = await receiver().receive(late());
		expect(started(result)).toEqual(refused(503));
		expect(result.failure?.message).toMatch(
			/^An event is older or newer than Max Age allows: it was signed 1000 s before the time of this machine/,
		);
		const { description } = result.failure ?? {};
		expect(description).toMatch(/clock of the machine.*time server.*option Max Age/s);
		expect(description).toContain('The service sends the refused events again');
	});

	it('comes for a genuine event whose time cannot be read, and never for a forged one', async () => {
		const rawBody = Buffer.from(JSON.stringify(content()));
		const sign = (secret: string) =>
			createHmac('sha256', secret).update('noon.').update(rawBody).digest('hex');
		const [own, strange] = [SECRET, 'whsec_of_a_stranger'].map((secret) => ({
			...{ headers: { 'service-signature': `t=noon,v1=${sign(secret)}` }, rawBody },
		}));
		expect(await alarmsFor(receiver(), [own, own])).toEqual([
			'The node cannot read when a genuine event was signed: its time is "noon"',
		]);
		expect(started(await receiver().receive(strange))).toEqual(refused(401));
		expect(started(await receiver({ options: { maxAge: 0 } }).receive(own))).toEqual(one);
	});

	it('comes once an hour, and says how many deliveries were refused since the last one', async () => {
		says('docs/triggers.md', 'Alarms come at most once an hour for each reason');
		const trigger = receiver();
		expect(await alarmsFor(trigger, Array.from({ length: 21 }, late))).toHaveLength(1);
		laterBy(HOUR - 1);
		expect(await alarmsFor(trigger, [late()])).toEqual([]);
		laterBy(1);
		expect(await alarmsFor(trigger, [late(), late()])).toEqual([
			expect.stringMatching(/ \(21 more refused for this reason since the last alarm\)$/),
		]);
	});

	it('comes for each reason by itself, with the words of the service', async () => {
		const trigger = fetching();
		service().faults.add({ status: 403, body: { message: 'Not yours' } });
		const unread = about('project.edited', addProject(service()));
		expect(await alarmsFor(trigger, [late(), unread, late(), unread])).toEqual([
			expect.stringContaining('Max Age'),
			expect.stringMatching(/^An event arrived, but its record did not: .*Not yours/),
		]);
	});

	it('comes for each node and each workflow by itself', async () => {
		const trigger = receiver();
		const other = receiver();
		Object.assign(other.node, { id: 'another-node' });
		const copy = receiver();
		Object.assign(copy.workflow, { id: 'another-workflow' });
		for (const one of [trigger, other, copy]) {
			expect(await alarmsFor(one, [late(), late()])).toHaveLength(1);
		}
	});

	it('does not come with On Error: Continue: the next nodes would run with an empty item', async () => {
		says('docs/triggers.md', '**On Error** at Stop Workflow, or there are no alarms');
		const trigger = receiver();
		Object.assign(trigger.node, { onError: 'continueRegularOutput' });
		const { failure, outputs, log } = await trigger.receive(late());
		expect([failure, outputs]).toEqual([undefined, undefined]);
		expect(log).toHaveLength(1);
	});

	it.each([
		['getResponseObject', 'comes: it is verified by then', [expect.stringMatching(BROKEN)]],
		['getHeaderData', 'does not come: nothing is verified yet', []],
	] as const)('if n8n fails once in %s, %s', async (name, _, alarms) => {
		vi.spyOn(WebhookContext.prototype, name).mockImplementationOnce(() => {
			throw new Error('it broke');
		});
		const trigger = receiver();
		const received = delivery(content());
		expect(await alarmsFor(trigger, [received])).toEqual(alarms);
		expect(started(await trigger.receive(received))).toEqual(one);
	});

	it('never comes for what is not verified, however it is forged', async () => {
		const trigger = fetching({ events: '={{ null }}' });
		const { rawBody } = late();
		for (const one of [
			forged(),
			forged(1_000),
			{ rawBody, headers: {} },
			{ rawBody, headers: { 'service-signature': 'nonsense' } },
			{ ...late(), rawBody: undefined },
			{ ...late(), rawBody: Buffer.from('{}') },
		]) {
			const result = await trigger.receive(one);
			expect(result.outputs).toBeUndefined();
			expect(result.failure).toBeUndefined();
		}
		expect(service().requests).toEqual([]);
	});

	it('shows no secret, and neither does the log', async () => {
		says('README.md', 'No error, item or log line of the nodes shows a key');
		const { apiKey } = service().company;
		service().faults.add({ status: 403, body: { message: `Key ${apiKey} may not` } });
		const received = about('project.edited', addProject(service()));
		const { failure, log } = await fetching().receive(received);
		const text = JSON.stringify([failure, failure?.message, failure?.description, log]);
		expect(text.match(/may not/g)?.length).toBeGreaterThan(1);
		const signature = received.headers['service-signature'].split('v1=')[1];
		for (const secret of [apiKey, SECRET, signature]) expect(text).not.toContain(secret);
	});
});

it('the log says the same once a minute, and how often it was left out', async () => {
	says('docs/running-n8n.md', "a line in n8n's log, at most one a minute");
	const log = async () => (await receiver().receive(forged())).log;
	// What was left out before counts for the first line.
	await log();
	laterBy(61);
	expect(await log()).toEqual([expect.not.stringContaining('more like this')]);
	for (let time = 0; time < 20; time++) expect(await log()).toEqual([]);
	laterBy(61);
	expect(await log()).toEqual([expect.stringContaining('20 more like this')]);
});

describe('while a person listens in the editor', () => {
	it('a refusal is shown on the node, with what to do; the sender is answered as always', async () => {
		const listening = () => receiver({}, undefined, 'manual');
		const wrong = await listening().receive(forged());
		expect(started(wrong)).toEqual(refused(401));
		expect(wrong.failure?.message).toMatch(/^A delivery was refused: no signature matches/);
		expect(wrong.failure?.description).toMatch(
			/^Copy the signing secret of exactly this webhook.*Then click “Execute step” again/s,
		);
		const stale = await listening().receive(late());
		expect(started(stale)).toEqual(refused(503));
		expect(stale.failure?.message).toContain('signed 1000 s before');
	});

	it.each([
		[
			'is not chosen',
			{ events: ['project.created'] },
			'project.edited is not chosen under Trigger On',
		],
		[
			'a filter by status holds back',
			{ filters: { status: ['completed'] } },
			'its status is inProgress, so the filter Status holds it back',
		],
		[
			'a filter of the record holds back',
			{ fetchRecord: 'apiKey', filters: { isLead: 'projects' } },
			'the filter Leads or Projects or Technical Feasibility Assessment holds it back',
		],
	])('the node says why a genuine event that %s starts nothing', async (_, parameters, why) => {
		const trigger = receiverWithKey(parameters, {}, 'manual');
		const lead = { status: 'inProgress', isLead: true };
		const ofLead = () => about('project.edited', addProject(service(), lead));
		const result = await trigger.receive(ofLead());
		expect(started(result)).toEqual({ status: 200, body: { message: 'Accepted' }, started: 0 });
		expect(result.failure?.message).toBe(
			`A genuine event arrived that does not start this workflow: ${why}`,
		);
		expect(result.failure?.description).toMatch(/^Change Trigger On or the filters.*Then click/);
		expect((await trigger.receive(ofLead())).failure).toBeDefined();
	});
});
