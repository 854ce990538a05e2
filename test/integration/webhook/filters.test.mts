import { describe, expect, it } from 'vitest';
import type { ApiRecord, EventKind } from '../../../sandbox/service/records.mts';
import { none, one, started } from '../harness/webhook/answers.mts';
import { receiver, useDeliveries } from '../harness/webhook/deliveries.mts';
import { addCustomer, addProject } from '../harness/service/records.mts';

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
		['leads', true, one],
		['leads', false, none],
		['leads', null, none],
		['projects', true, none],
		['projects', false, one],
		['projects', null, one],
		['any', true, one],
		['any', false, one],
	])('only %s: a project whose isLead is %s', async (isLead, value, answer) => {
		const project = addProject(service(), { isLead: value });
		expect(await answerTo({ isLead }, 'project.edited', project)).toEqual(answer);
	});

	it.each([
		[['feasible'], 'feasible', one],
		[['feasible'], 'notFeasible', none],
		[['notStarted', 'feasible'], 'notStarted', one],
		[[], 'notStarted', one],
	])('feasibility %j: a project with %s', async (technicalFeasibilityAssesment, value, answer) => {
		const project = addProject(service(), { technicalFeasibilityAssesment: value });
		const filters = { technicalFeasibilityAssesment };
		expect(await answerTo(filters, 'project.edited', project)).toEqual(answer);
	});

	it('events of customers always pass, and of deleted projects where it is not known of them', async () => {
		const filters = { isLead: 'leads', technicalFeasibilityAssesment: ['feasible'] };
		const customer = addCustomer(service());
		expect(await answerTo(filters, 'customer.edited', customer)).toEqual(one);
		expect(await answerTo(filters, 'project.deleted', addProject(service()))).toEqual(one);
	});
});
