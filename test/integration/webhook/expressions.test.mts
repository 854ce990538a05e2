import { WebhookContext } from 'n8n-core';
import { describe, expect, it, vi } from 'vitest';
import { one, refusedWith, started } from '../harness/webhook/signed.mts';
import { receiver, useDeliveries } from '../harness/webhook/deliveries.mts';

const { about } = useDeliveries();

describe('a parameter whose value comes from an expression', () => {
	const answerTo = async (parameters: object) =>
		await receiver(parameters).receive(about('project.edited'));

	it.each([
		...['splitByEvent', 'simplify'].flatMap((name) => [null, 'x', {}].map((one) => [name, one])),
		['events', 'project.created, project.edited'],
	])('%s with the value %j lets the event pass', async (name, value) => {
		const answer = await answerTo({ [String(name)]: `={{ ${JSON.stringify(value)} }}` });
		expect(started(answer)).toEqual(one);
	});

	// It would drop every event, start the workflow without its record, or nobody could tell what starts it.
	it.each<[string, object, string]>([
		...[null, [], 'project.create'].map((value): [string, object, string] => [
			`events with the value ${JSON.stringify(value)}`,
			{ events: `={{ ${JSON.stringify(value)} }}` },
			'Trigger On has an unusable value',
		]),
		...[null, 'apikey'].map((value): [string, object, string] => [
			`Fetch Record with the value ${value}`,
			{ fetchRecord: `={{ ${JSON.stringify(value)} }}` },
			'Fetch Record has an unusable value',
		]),
		['no such status', { filters: { status: '={{ "Done" }}' } }, 'filter status has an unusable'],
	])('%s: 503 and a line in the log', async (_, parameters, why) => {
		const answer = await answerTo(parameters);
		expect(started(answer)).toEqual(refusedWith(503));
		const line = expect.stringMatching(`503: a parameter cannot be used: ${why}`) as unknown;
		expect(answer.log).toEqual([line]);
	});

	it('an expression that fails: 503, and a line in the log', async () => {
		vi.spyOn(WebhookContext.prototype, 'getNodeParameter').mockImplementation(() => {
			throw new Error('something is not defined');
		});
		const answer = await answerTo({});
		expect(started(answer)).toEqual(refusedWith(503));
		expect(answer.log).toEqual([expect.stringContaining('used: something is not defined')]);
	});
});
