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
		{ status: 5, isLead: 'something', technicalFeasibilityAssesment: { a: 1 } },
		{ status: [null, 5, ''], isLead: true, technicalFeasibilityAssesment: ' , ' },
	])('%j: none', (value) => {
		expect(toEventFilters(value)).toEqual(none);
	});

	it('may be texts, with commas between the values', () => {
		const value = { status: 'completed, archived', technicalFeasibilityAssesment: 'feasible' };
		expect(toEventFilters(value)).toEqual({
			status: ['completed', 'archived'],
			isLead: 'any',
			technicalFeasibilityAssesment: ['feasible'],
		});
	});

	it('may be lists, of texts that are lists themselves too', () => {
		const status = ['completed', 'archived, inProgress', 5];
		expect(toEventFilters({ status }).status).toEqual(['completed', 'archived', 'inProgress']);
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

	it('never fail, no matter what they are compared with', () => {
		fc.assert(
			fc.property(fc.anything(), fc.jsonValue(), (value, data) => {
				const filters = toEventFilters(value);
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

	it('let everything pass until the person chooses something', () => {
		const parameters = Object.fromEntries(options.map(({ name, default: value }) => [name, value]));
		expect(Object.keys(parameters)).toHaveLength(3);
		for (const filters of [{}, eventFiltersParameter.default, parameters].map(toEventFilters)) {
			for (const status of described('ProjectStatus')) {
				expect(eventFits(filters, project(status))).toBe(true);
			}
			for (const isLead of [true, false]) {
				expect(recordFits(filters, kindNamed('project.edited'), { isLead })).toBe(true);
			}
		}
		expect(eventFiltersParameter).toMatchObject({ type: 'collection', default: {} });
	});

	it.each([
		['isLead', /deleted projects always pass/],
		['technicalFeasibilityAssesment', /deleted projects always pass/],
		['status', /leave empty to let all pass/],
	])('say what passes although it cannot be compared (%s)', (name, text) => {
		expect(options.find((option) => option.name === name)?.description).toMatch(text);
	});

	it('say that they concern projects only', () => {
		expect(eventFiltersParameter.description).toMatch(/customer events always pass/);
	});
});
