import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import {
	eventFits,
	eventFiltersParameter,
	toEventFilters,
	recordFits,
} from '../../../nodes/EnergyProjects/events/eventFilters.ts';
import { schemaNamed } from '../contract/description.mts';
import { customerEvent, projectEvent } from '../webhook/fixtures.mts';
import { kindNamed } from './kinds.mts';

const project = (status: unknown) =>
	({ project: { ...projectEvent.data.project, status } }) as IDataObject;

describe('the filter "Status"', () => {
	it.each([
		['none chosen', {}, 'archived', true],
		['an empty choice', { status: [] }, 'archived', true],
		['the same status', { status: ['archived'] }, 'archived', true],
		['one of several', { status: ['completed', 'inProgress'] }, 'inProgress', true],
		['another status', { status: ['completed', 'archived'] }, 'inProgress', false],
		['a status that only starts the same', { status: ['inProgress2'] }, 'inProgress', false],
		['a project without a status', { status: ['completed'] }, undefined, true],
		['a project whose status is null', { status: ['completed'] }, null, true],
	])('%s: %o lets a project that is %s pass: %s', (_, filters, status, passes) => {
		expect(eventFits(filters, project(status))).toBe(passes);
	});

	it('lets customer events pass, which have no project', () => {
		expect(eventFits({ status: ['completed'] }, customerEvent.data)).toBe(true);
	});

	it('lets an event pass that comes without its project', () => {
		expect(eventFits({ status: ['completed'] }, {})).toBe(true);
	});
});

describe('the filter "Leads or Projects"', () => {
	it.each([
		['leads', true, true],
		['leads', false, false],
		['leads', null, false],
		['leads', undefined, false],
		['projects', true, false],
		['projects', false, true],
		['projects', null, true],
		['projects', undefined, true],
		['any', true, true],
		['any', false, true],
		['any', null, true],
		[undefined, true, true],
		[undefined, false, true],
	] as const)('%s: a record whose isLead is %s passes: %s', (isLead, value, passes) => {
		expect(recordFits({ isLead }, kindNamed('project.edited'), { isLead: value })).toBe(passes);
	});
});

describe('the filter "Technical Feasibility Assessment"', () => {
	it.each([
		[['feasible'], 'feasible', true],
		[['feasible', 'notStarted'], 'notStarted', true],
		[['feasible'], 'notFeasible', false],
		[['notFeasible'], 'feasible', false],
		[['feasible'], null, false],
		[['feasible'], undefined, false],
		[[], 'notFeasible', true],
		[undefined, 'notFeasible', true],
	])('%o: a record whose result is %s passes: %s', (results, result, passes) => {
		const filters = { technicalFeasibilityAssesment: results };
		const record = { technicalFeasibilityAssesment: result };
		expect(recordFits(filters, kindNamed('project.edited'), record)).toBe(passes);
	});
});

describe('both filters of the record', () => {
	const filters = { isLead: 'leads', technicalFeasibilityAssesment: ['feasible'] } as const;

	it.each([
		[true, 'feasible', true],
		[true, 'notFeasible', false],
		[false, 'feasible', false],
		[false, 'notFeasible', false],
	])('have to fit: lead %s, %s passes: %s', (isLead, technicalFeasibilityAssesment, passes) => {
		const record = { isLead, technicalFeasibilityAssesment };
		expect(recordFits(filters, kindNamed('project.edited'), record)).toBe(passes);
	});

	it('let a project pass whose record is gone', () => {
		expect(recordFits(filters, kindNamed('project.deleted'), null)).toBe(true);
	});

	it('let customer events pass, no matter what their record contains', () => {
		const record = { isLead: false, technicalFeasibilityAssesment: 'notFeasible' };
		expect(recordFits(filters, kindNamed('customer.edited'), record)).toBe(true);
	});
});

describe('filters that an expression made', () => {
	const none = { status: [], isLead: 'any', technicalFeasibilityAssesment: [] };

	it.each([
		undefined,
		null,
		5,
		'x',
		true,
		[],
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
		['isLead', 'Both', 'any'],
		[
			'technicalFeasibilityAssesment',
			['NotFeasible', 'Not Started'],
			['notFeasible', 'notStarted'],
		],
	])('may be what the screen shows, in any letter case: %s %j is %j', (name, value, meant) => {
		expect(toEventFilters({ [name]: value })).toEqual({ ...none, [name]: meant });
	});

	it.each([
		[{ status: 5 }, 'filter status', '5', 'inProgress'],
		[{ status: ['archived', 'Done'] }, 'filter status', 'Done', 'completed'],
		[{ isLead: 'something' }, 'filter isLead', 'something', 'leads'],
		[{ isLead: [true] }, 'filter isLead', 'true', 'projects'],
		[
			{ technicalFeasibilityAssesment: { a: 1 } },
			...['filter technicalFeasibilityAssesment', '{"a":1}', 'notStarted'],
		],
	] as const)('must exist: %j', (value, name, text, choice) => {
		for (const part of [name, text, choice]) {
			expect(() => toEventFilters(value)).toThrow(part);
		}
	});

	it.each([
		['leads', 'leads'],
		['projects', 'projects'],
		[['leads'], 'leads'],
		['leads, projects', 'any'],
		[['projects', 'leads'], 'any'],
		['any', 'any'],
	])('choose a side only if it is one: %j is %s', (isLead, side) => {
		expect(toEventFilters({ isLead }).isLead).toBe(side);
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

describe('the filters in the panel', () => {
	const options = (eventFiltersParameter.options ?? []).flatMap((option) =>
		'displayName' in option && 'type' in option ? [option] : [],
	);
	const valuesOf = (name: string) =>
		options
			.filter((option) => option.name === name)
			.flatMap((option) => option.options ?? [])
			.map((choice) => ('value' in choice ? choice.value : undefined))
			.sort();

	const described = (name: string) => [...(schemaNamed(name).enum ?? [])].sort();

	it('offer the values of the service', () => {
		expect(valuesOf('status')).toEqual(described('ProjectStatus'));
		expect(valuesOf('isLead')).toEqual(['any', 'leads', 'projects']);
		expect(valuesOf('technicalFeasibilityAssesment')).toEqual(
			described('AssessTechnicalFeasibilityType'),
		);
	});

	it.each([
		['isLead', /deleted projects always pass/],
		['technicalFeasibilityAssesment', /deleted projects always pass/],
		['status', /leave empty to let all pass/],
	])('say what passes although it cannot be compared (%s)', (name, text) => {
		expect(options.find((option) => option.name === name)?.description).toMatch(text);
	});
});
