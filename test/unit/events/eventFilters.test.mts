import fc from 'fast-check';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import {
	eventFits,
	eventFiltersParameter,
	toEventFilters,
	recordFits,
} from '../../../nodes/EnergyProjects/events/eventFilters.ts';
import { kindNamed } from './kinds.mts';

/** Whether an event of a project passes, judged by the event alone. */
const fits = (filters: IDataObject, project: unknown) =>
	eventFits(toEventFilters(filters), { project } as IDataObject);
/** Whether it passes, judged by its record. */
const hasFitting = (filters: IDataObject, record: IDataObject | null, kind = 'project.edited') =>
	recordFits(toEventFilters(filters), kindNamed(kind), record);

describe('the filter "Status"', () => {
	it.each([
		['an empty choice', { status: [] }, 'archived', true],
		['the same status', { status: ['archived'] }, 'archived', true],
		['one of several', { status: ['completed', 'inProgress'] }, 'inProgress', true],
		['another status', { status: ['completed', 'archived'] }, 'inProgress', false],
		['a status that only starts the same', { status: ['inProgress'] }, 'inProgress2', false],
		['a project without a status', { status: ['completed'] }, undefined, true],
		['a project whose status is null', { status: ['completed'] }, null, true],
	])('%s: %o lets a project that is %s pass: %s', (_, filters, status, passes) => {
		expect(fits(filters, { status })).toBe(passes);
	});

	it('lets an event pass that comes without its project', () => {
		expect(fits({ status: ['completed'] }, undefined)).toBe(true);
	});
});

describe('the filters of the record', () => {
	const both = { isLead: 'leads', technicalFeasibilityAssesment: ['feasible'] };
	const result = (value: unknown) => ({ technicalFeasibilityAssesment: value }) as IDataObject;
	const fitting = { isLead: true, ...result('feasible') };

	it.each<[filters: IDataObject, record: IDataObject, passes: boolean]>([
		[{ isLead: 'leads' }, { isLead: true }, true],
		[{ isLead: 'leads' }, { isLead: null }, false],
		[{ isLead: 'projects' }, { isLead: true }, false],
		[{ isLead: 'projects' }, { isLead: null }, true],
		[{ isLead: 'any' }, { isLead: true }, true],
		[{}, { isLead: false }, true],
		[result(['feasible', 'notStarted']), result('notStarted'), true],
		[result(['feasible']), result('notFeasible'), false],
		[result(['feasible']), result(null), false],
		[result(['feasible']), {}, false],
		[result([]), result('notFeasible'), true],
		[both, fitting, true],
		[both, { ...fitting, ...result('notFeasible') }, false],
		[both, { ...fitting, isLead: false }, false],
	])('%j let a record with %j pass: %s', (filters, record, passes) => {
		expect(hasFitting(filters, record)).toBe(passes);
	});

	it('let a project pass whose record is gone', () => {
		expect(hasFitting(both, null)).toBe(true);
	});

	it('let customer events pass, no matter what their record contains', () => {
		expect(hasFitting(both, { isLead: false }, 'customer.edited')).toBe(true);
	});
});

describe('filters that an expression made', () => {
	const none = { status: [], isLead: 'any', technicalFeasibilityAssesment: [] };

	it.each([
		{},
		{ status: null, isLead: null, technicalFeasibilityAssesment: null },
		{ status: [null, ''], isLead: '', technicalFeasibilityAssesment: ' , ' },
	])('%j: none', (value) => {
		expect(toEventFilters(value)).toEqual(none);
	});

	it.each([
		['status', ['In Progress, ARCHIVED', 'completed'], ['inProgress', 'archived', 'completed']],
		['status', ['completed', ' Completed '], ['completed', 'completed']],
		['isLead', 'only leads', 'leads'],
		['isLead', ' FALSE ', 'projects'],
		['isLead', ['true', true], 'leads'],
		['isLead', 'leads, projects', 'any'],
		[
			'technicalFeasibilityAssesment',
			['NotFeasible', 'Not Started'],
			['notFeasible', 'notStarted'],
		],
	])('may be what the screen shows, in any letter case: %s %j is %j', (name, value, meant) => {
		expect(toEventFilters({ [name]: value })).toEqual({ ...none, [name]: meant });
	});

	it.each<[value: IDataObject, name: string, text: string, choice: string]>([
		[{ status: 5 }, 'filter status', '5', 'inProgress'],
		[{ status: ['archived', 'Done'] }, 'filter status', 'Done', 'completed'],
		[{ isLead: ['leads', 'x'] }, 'filter isLead', '["leads","x"]', 'projects'],
		[
			{ technicalFeasibilityAssesment: { a: 1 } },
			'filter technicalFeasibilityAssesment',
			'{"a":1}',
			'notStarted',
		],
	])('must exist: %j', (value, name, text, choice) => {
		for (const part of [name, text, choice]) {
			expect(() => toEventFilters(value)).toThrow(part);
		}
	});

	it('are compared with anything without failing', () => {
		const filters = toEventFilters({ status: 'archived', isLead: 'leads' });
		fc.assert(
			fc.property(fc.jsonValue(), (data) => {
				const record = { technicalFeasibilityAssesment: data, isLead: data } as IDataObject;
				eventFits(filters, { project: data } as IDataObject);
				eventFits(filters, { project: { status: data } } as IDataObject);
				recordFits(filters, kindNamed('project.edited'), record);
			}),
		);
	});
});

it.each([
	['isLead', /deleted projects always pass/],
	['technicalFeasibilityAssesment', /deleted projects always pass/],
	['status', /leave empty to let all pass/],
])('the filter %s says in the panel what passes although it cannot be compared', (name, text) => {
	const options = eventFiltersParameter.options as INodeProperties[];
	expect(options.find((option) => option.name === name)?.description).toMatch(text);
});
