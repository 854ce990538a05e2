import { WebhookContext } from 'n8n-core';
import { describe, expect, it, vi } from 'vitest';
import type { ApiRecord, EventKind } from '../../../sandbox/service/records.mts';
import { addCustomer, addProject } from '../harness/service/service.mts';
import { none, one, refused, started } from '../harness/webhook/signed.mts';
import { receiver, useDeliveries } from '../harness/webhook/deliveries.mts';
import { says } from '../../documents.mts';

const { service, about, fetching } = useDeliveries();

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
		expect(started(answer)).toEqual(refused(503));
		const line = expect.stringMatching(`503: a parameter cannot be used: ${why}`) as unknown;
		expect(answer.log).toEqual([line]);
	});

	it('an expression that fails: 503, and a line in the log', async () => {
		vi.spyOn(WebhookContext.prototype, 'getNodeParameter').mockImplementation(() => {
			throw new Error('something is not defined');
		});
		const answer = await answerTo({});
		expect(started(answer)).toEqual(refused(503));
		expect(answer.log).toEqual([expect.stringContaining('used: something is not defined')]);
	});
});

describe('Filters', () => {
	const answerTo = async (filters: object, event: EventKind, record: ApiRecord) =>
		started(await fetching({ filters }).receive(about(event, record)));

	it('by status: only events of projects with one of these', async () => {
		const filters = { status: ['completed', 'archived'] };
		const archived = addProject(service(), { status: 'archived' });
		const trigger = receiver({ filters });
		expect(started(await trigger.receive(about('project.edited', archived)))).toEqual(one);
		expect(started(await trigger.receive(about('project.deleted', archived)))).toEqual(one);
		const open = addProject(service(), { status: 'inProgress' });
		expect(started(await trigger.receive(about('project.edited', open)))).toEqual(none);
		expect(started(await trigger.receive(about('project.deleted', open)))).toEqual(none);
	});

	it.each([
		[{ isLead: 'leads' }, { isLead: true }, one],
		[{ isLead: 'projects' }, { isLead: null }, one],
		[{ technicalFeasibilityAssesment: ['feasible'] }, {}, none],
	])('%j, by the record: a project with %j', async (filters, fields, answer) => {
		const own = addProject(service(), { technicalFeasibilityAssesment: 'notStarted', ...fields });
		expect(await answerTo(filters, 'project.edited', own)).toEqual(answer);
	});

	it('events of customers always pass, and of deleted projects where it is not known of them', async () => {
		const filters = { isLead: 'leads', technicalFeasibilityAssesment: ['feasible'] };
		const customer = addCustomer(service());
		expect(await answerTo(filters, 'customer.edited', customer)).toEqual(one);
		expect(await answerTo(filters, 'project.deleted', addProject(service()))).toEqual(one);
	});

	it.each([{ isLead: 'leads' }, { technicalFeasibilityAssesment: ['feasible'] }])(
		'%j without Fetch Record: 503 and an alarm, since nobody would notice that everything passes',
		async (filters) => {
			says('docs/triggers.md', 'let deletions pass, and need **Fetch Record**');
			for (const mode of ['webhook', 'manual'] as const) {
				const trigger = receiver({ filters }, undefined, mode);
				for (const event of ['project.edited', 'customer.edited'] as const) {
					const result = await trigger.receive(about(event));
					expect(started(result)).toEqual(refused(503));
					if (mode === 'manual' || event === 'project.edited')
						expect(result.failure?.message).toMatch(/need the record, but Fetch Record is No/);
				}
			}
		},
	);
});
