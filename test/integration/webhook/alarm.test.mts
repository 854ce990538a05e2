import { WebhookContext } from 'n8n-core';
import { describe, expect, it, vi } from 'vitest';
import { refusedWith, started } from '../harness/webhook/answers.mts';
import { laterBy, receiver, useDeliveries } from '../harness/webhook/deliveries.mts';
import { delivery, payload, SECRET } from '../harness/webhook/signed.mts';
import { addProject } from '../harness/service/records.mts';
import type { WebhookBench } from '../harness/n8n/engine.mts';

const { service, about, fetching } = useDeliveries();

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
		expect(started(result)).toEqual(refusedWith(503));
		if (result.failure !== undefined) alarms.push(result.failure.message);
	}
	return alarms;
}

describe('the alarm', () => {
	it('is a failed execution that says what is wrong and what to do; the sender is answered 503', async () => {
		const result = await receiver().receive(late());
		expect(started(result)).toEqual(refusedWith(503));
		expect(result.failure?.message).toMatch(
			/^An event is older or newer than Max Age allows: it was signed 1000 s before the time of this machine/,
		);
		expect(result.failure?.description).toMatch(
			/clock of the machine.*time server.*option Max Age/s,
		);
		expect(result.failure?.description).toContain('The service sends the refused events again');
	});

	it('comes once an hour, and says how many deliveries were refused since the last one', async () => {
		const trigger = receiver();
		expect(await alarmsFor(trigger, Array.from({ length: 21 }, late))).toHaveLength(1);
		laterBy(HOUR - 1);
		expect(await alarmsFor(trigger, [late()])).toEqual([]);
		laterBy(1);
		expect(await alarmsFor(trigger, [late(), late()])).toEqual([
			expect.stringMatching(
				/ \(21 more deliveries refused for this reason since the last alarm\)$/,
			),
		]);
		laterBy(HOUR);
		expect(await alarmsFor(trigger, [late()])).toEqual([
			expect.stringMatching(/ \(1 more delivery refused for this reason since the last alarm\)$/),
		]);
		laterBy(HOUR);
		expect(await alarmsFor(trigger, [late()])).toEqual([
			expect.not.stringContaining('more deliver'),
		]);
	});

	it('comes for each reason by itself, with the words of the service', async () => {
		const trigger = fetching();
		service().faults.add({ status: 403, body: { message: 'Not yours' } });
		const refused = about('project.edited', addProject(service()));
		expect(await alarmsFor(trigger, [late(), refused, late(), refused])).toEqual([
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

	it('comes if the parameters cannot be used, even those among which the option is', async () => {
		const trigger = receiver({ events: '={{ null }}', options: { maxAge: '={{ $nothing.x }}' } });
		expect(await alarmsFor(trigger, [delivery(content())])).toEqual([
			expect.stringMatching(/^This node cannot use its parameters: /),
		]);
	});

	it('comes for a signed delivery that is no event, which the service does not send again', async () => {
		const result = await receiver().receive(delivery('{"ping":true}'));
		expect(started(result)).toEqual(refusedWith(400));
		expect(result.failure?.message).toMatch(/^A signed delivery is not an event: /);
		expect(result.failure?.description).toContain('does not send these deliveries again');
	});

	const broken = expect.stringMatching(/^An event did not reach the workflow: .*broke/);

	it.each([
		['getWorkflowStaticData', 'comes: the delivery is verified by then', [broken]],
		['getHeaderData', 'does not come: nothing is verified yet', []],
		['getMode', 'does not come: a person may be listening', []],
	] as const)('if n8n fails in %s, %s', async (name, _, alarms) => {
		vi.spyOn(WebhookContext.prototype, name).mockImplementation(() => {
			throw new Error('it broke');
		});
		expect(await alarmsFor(receiver(), [delivery(content())])).toEqual(alarms);
	});

	it('comes again when the clock was set back', async () => {
		const trigger = receiver();
		await alarmsFor(trigger, [late()]);
		laterBy(-3 * HOUR);
		expect(await alarmsFor(trigger, [late()])).toHaveLength(1);
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
	});

	it.each([false, 'false', '={{ false }}'])('does not come if the option is %j', async (alarm) => {
		const trigger = receiver({ options: { alarm } });
		expect(await alarmsFor(trigger, [late()])).toEqual([]);
		const unusable = receiver({ events: '={{ null }}', options: { alarm, maxAge: '={{ $x.y }}' } });
		expect(await alarmsFor(unusable, [delivery(content())])).toEqual([]);
	});

	it('does not come for a delivery that is taken, or comes twice', async () => {
		const trigger = receiver();
		const good = delivery(content());
		for (let time = 0; time < 2; time++) {
			expect((await trigger.receive(good)).failure).toBeUndefined();
		}
	});

	it('shows no secret', async () => {
		const { apiKey } = service().company;
		service().faults.add({ status: 403, body: { message: `Key ${apiKey} may not` } });
		const { failure } = await fetching().receive(about('project.edited', addProject(service())));
		const text = JSON.stringify([failure, failure?.message, failure?.description]);
		expect(text).toContain('may not');
		for (const secret of [apiKey, SECRET]) expect(text).not.toContain(secret);
	});
});

describe('a refusal while a person listens in the editor', () => {
	const listening = (parameters = {}) => receiver(parameters, undefined, 'manual');

	it('is shown on the node, with what to do; the sender is answered as always', async () => {
		const wrong = await listening().receive(forged());
		expect(started(wrong)).toEqual(refusedWith(401));
		expect(wrong.failure?.message).toBe('The signature does not match the signing secret');
		expect(wrong.failure?.description).toMatch(
			/^Copy the signing secret of exactly this webhook.*Then listen again/s,
		);
		const stale = await listening().receive(late());
		expect(started(stale)).toEqual(refusedWith(503));
		expect(stale.failure?.message).toContain('signed 1000 s before');
	});

	it('is shown each time, whatever the option says, and counts for no alarm', async () => {
		const trigger = listening({ options: { alarm: false } });
		for (let time = 0; time < 3; time++) {
			expect((await trigger.receive(late())).failure).toBeDefined();
		}
		expect(await alarmsFor(receiver(), [late()])).toEqual([
			expect.not.stringContaining('more deliver'),
		]);
	});

	it.each([
		['no signature', () => ({ ...late(), headers: {} }), /without a signature/],
		[
			'no raw bytes',
			() => ({ ...late(), rawBody: undefined }),
			/could not be checked: n8n did not/,
		],
		['no event', () => delivery('[]'), /is not an event/],
	])('names the reason: %s', async (_, received, message) => {
		expect((await listening().receive(received())).failure?.message).toMatch(message);
	});
});
