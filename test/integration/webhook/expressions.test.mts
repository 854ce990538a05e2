import { WebhookContext } from 'n8n-core';
import { describe, expect, it, vi } from 'vitest';
import type { EventKind } from '../../../sandbox/service/records.mts';
import { one, refusedWith, started } from '../harness/webhook/answers.mts';
import { receiver, useDeliveries } from '../harness/webhook/deliveries.mts';
import { delivery, payload, SECRET } from '../harness/webhook/signed.mts';

const { service, fetching, receiverWithKey } = useDeliveries();

const about = (event: EventKind, ageSeconds = 0) =>
	delivery(payload(service(), event), SECRET, ageSeconds);
const forged = () => delivery(payload(service(), 'project.edited'), 'whsec_of_a_stranger');

describe('parameters of an expression', () => {
	const all = [null, 5, 'x', true, [], {}, [null], { value: null }];
	const answerTo = async (parameters: object) =>
		await receiver(parameters).receive(about('project.edited'));

	it.each(
		['splitByEvent', 'simplify', 'filters', 'options'].flatMap((name) =>
			all.map((value): [string, unknown] => [name, value]),
		),
	)('%s that comes out as %j counts as not set', async (name, value) => {
		const expression = `={{ ${JSON.stringify(value)} }}`;
		expect(started(await answerTo({ [name]: expression }))).toEqual(one);
	});

	it.each(
		['status', 'isLead', 'technicalFeasibilityAssesment'].flatMap((name) =>
			[null, 5, {}, [], [null], ''].map((value): [string, unknown] => [name, value]),
		),
	)('the filter %s that comes out as %j filters nothing', async (name, value) => {
		const filters = { [name]: `={{ ${JSON.stringify(value)} }}` };
		const trigger = fetching({ filters });
		expect(started(await trigger.receive(about('project.edited')))).toEqual(one);
	});

	it('a list of events may be a text', async () => {
		const events = '={{ "project.created, project.edited" }}';
		expect(started(await answerTo({ events }))).toEqual(one);
	});

	it.each([null, 5, true, { a: 1 }])(
		'events that come out as %j: 503, and a line in the log, since nobody can tell what is to start',
		async (value) => {
			const answer = await answerTo({ events: `={{ ${JSON.stringify(value)} }}` });
			expect(started(answer)).toEqual(refusedWith(503));
			expect(answer.log).toEqual([expect.stringMatching(/503: its parameter Trigger On came out/)]);
		},
	);

	it.each([...all, false, '', 'No', 'apikey'])(
		'Fetch Record that comes out as %j: 503, and a line in the log, since the workflow is not to start with less than it was built for',
		async (value) => {
			const answer = await answerTo({ fetchRecord: `={{ ${JSON.stringify(value)} }}` });
			expect(started(answer)).toEqual(refusedWith(503));
			expect(answer.log).toEqual([
				expect.stringMatching(
					/503: its parameter Fetch Record came out as ".*", not as one of no, apiKey, oAuth2/,
				),
			]);
		},
	);

	it.each([
		['no', undefined],
		['apiKey', expect.objectContaining({ humanId: expect.any(String) as string }) as object],
	])('Fetch Record that comes out as "%s" is that choice', async (choice, record) => {
		const { outputs } = await receiverWithKey({
			fetchRecord: `={{ "${choice}" }}`,
		}).receive(about('project.edited'));
		expect(outputs?.flat()[0].json.record).toEqual(record);
	});

	it('one that fails: 503, and a line in the log', async () => {
		vi.spyOn(WebhookContext.prototype, 'getNodeParameter').mockImplementation(() => {
			throw new Error('something is not defined');
		});
		const answer = await answerTo({});
		expect(started(answer)).toEqual(refusedWith(503));
		expect(answer.log).toEqual([
			expect.stringMatching(/503: its parameters cannot be evaluated: something is not defined/),
		]);
	});

	it('none is evaluated for a delivery that is not verified', async () => {
		const evaluated = vi.spyOn(WebhookContext.prototype, 'getNodeParameter');
		evaluated.mockImplementation(() => {
			throw new Error('evaluated');
		});
		const good = about('project.edited');
		const deliveries = [
			[401, forged()],
			[401, { ...good, headers: {} }],
			[401, { ...good, headers: { 'service-signature': 'nonsense' } }],
			[503, { ...good, rawBody: undefined }],
		] as const;
		for (const [status, received] of deliveries) {
			expect(started(await receiver().receive(received))).toEqual(refusedWith(status));
		}
		expect(evaluated).not.toHaveBeenCalled();
	});
});
