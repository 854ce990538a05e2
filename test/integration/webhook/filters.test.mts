import { describe, expect, it } from 'vitest';
import type { ApiRecord, EventKind } from '../../../sandbox/service/records.mts';
import { none, one, refusedWith, started } from '../harness/webhook/signed.mts';
import { receiver, useDeliveries } from '../harness/webhook/deliveries.mts';
import { addCustomer, addProject } from '../harness/service/service.mts';
import { says } from '../../documents.mts';

const { service, about, fetching } = useDeliveries();

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
		const project = addProject(service(), {
			technicalFeasibilityAssesment: 'notStarted',
			...fields,
		});
		expect(await answerTo(filters, 'project.edited', project)).toEqual(answer);
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
					expect(started(result)).toEqual(refusedWith(503));
					if (mode === 'manual' || event === 'project.edited')
						expect(result.failure?.message).toMatch(/need the record, but Fetch Record is No/);
				}
			}
		},
	);
});
