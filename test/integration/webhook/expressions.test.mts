import { WebhookContext } from 'n8n-core';
import { describe, expect, it, vi } from 'vitest';
import { one, refusedWith, started } from '../harness/webhook/signed.mts';
import { receiver, useDeliveries } from '../harness/webhook/deliveries.mts';

const { about } = useDeliveries();

describe('a parameter whose value comes from an expression', () => {
	const all = [null, 'x', {}];
	const answerTo = async (parameters: object) =>
		await receiver(parameters).receive(about('project.edited'));

	it.each(['splitByEvent', 'simplify'].flatMap((name) => all.map((value) => [name, value])))(
		'%s with the value %j counts as not set',
		async (name, value) => {
			const expression = `={{ ${JSON.stringify(value)} }}`;
			expect(started(await answerTo({ [String(name)]: expression }))).toEqual(one);
		},
	);

	it('a filter that does not exist: 503 and a line in the log, since it would drop every event', async () => {
		const answer = await answerTo({ filters: { status: '={{ "Done" }}' } });
		expect(started(answer)).toEqual(refusedWith(503));
		expect(answer.log).toEqual([
			expect.stringMatching(/503: a parameter cannot be used: filter status has an unusable value/),
		]);
	});

	it('a list of events can be a text', async () => {
		const events = '={{ "project.created, project.edited" }}';
		expect(started(await answerTo({ events }))).toEqual(one);
	});

	const noEvents = [null, [], 'project.create'];
	it.each(noEvents.map((value) => [value]))(
		'events with the value %j: 503 and a line in the log, since they would drop every event, or nobody can tell which events start the workflow',
		async (value) => {
			const answer = await answerTo({ events: `={{ ${JSON.stringify(value)} }}` });
			expect(started(answer)).toEqual(refusedWith(503));
			expect(answer.log).toEqual([expect.stringMatching(/Trigger On has an unusable value/)]);
		},
	);

	it.each([null, 'apikey'])(
		'Fetch Record with the value %j: 503 and a line in the log, since the workflow must not start without its record',
		async (value) => {
			const answer = await answerTo({ fetchRecord: `={{ ${JSON.stringify(value)} }}` });
			expect(started(answer)).toEqual(refusedWith(503));
			expect(answer.log).toEqual([expect.stringMatching(/Fetch Record has an unusable value/)]);
		},
	);

	it('an expression that fails: 503, and a line in the log', async () => {
		vi.spyOn(WebhookContext.prototype, 'getNodeParameter').mockImplementation(() => {
			throw new Error('something is not defined');
		});
		const answer = await answerTo({});
		expect(started(answer)).toEqual(refusedWith(503));
		expect(answer.log).toEqual([
			expect.stringMatching(/503: a parameter cannot be used: something is not defined/),
		]);
	});
});
