import type { IWebhookFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { fieldNamed } from '../../../nodes/EnergyProjects/service/field.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { readTriggerSettings } from '../../../nodes/EnergyProjects/webhook/settings.ts';

const valuesOf = (name: string) =>
	fieldNamed(projectRecord.fields, name)
		.values?.map(({ value }) => value)
		.join(', ') ?? '';
const STATUSES = valuesOf('status');
const RESULTS = valuesOf('technicalFeasibilityAssesment');

/** The settings of a trigger whose parameters have the given values. An error is thrown, as from an expression that fails. */
const read = (given: Record<string, unknown> = {}) =>
	readTriggerSettings({
		getNodeParameter: (name: string, otherwise: unknown) => {
			const set: Record<string, unknown> = { events: ['project.edited'], ...given };
			const value = name in set ? set[name] : otherwise;
			if (value instanceof Error) throw value;
			return value;
		},
	} as unknown as IWebhookFunctions);

const defaults = {
	events: ['project.edited'],
	splitByEvent: true,
	simplify: true,
	filters: { status: [], isLead: 'any', technicalFeasibilityAssesment: [] },
	maxAge: 300,
	skipDuplicates: true,
};

describe('the settings of the trigger', () => {
	it('are the defaults of the editor if nothing was set', () => {
		expect(read()).toEqual(defaults);
	});

	it.each<[object, object]>([
		[
			{ events: ['project.created', ' project.edited '] },
			{ events: ['project.created', 'project.edited'] },
		],
		[
			{ events: 'project.created,project.edited' },
			{ events: ['project.created', 'project.edited'] },
		],
		[{ splitByEvent: false }, { splitByEvent: false }],
		// The expression of the outputs takes only false for no.
		[{ splitByEvent: 'false' }, { splitByEvent: true }],
		[{ simplify: false }, { simplify: false }],
		[{ simplify: 'false' }, { simplify: false }],
		[{ simplify: 'no' }, { simplify: true }],
		[{ simplify: null }, { simplify: true }],
		[{ fetchRecord: 'apiKey' }, { fetchWith: 'apiKey' }],
		[{ fetchRecord: 'oAuth2' }, { fetchWith: 'oAuth2' }],
		[{ fetchRecord: 'no' }, {}],
		[
			{ filters: { status: ['completed'] } },
			{ filters: { ...defaults.filters, status: ['completed'] } },
		],
		[{ filters: 'x' }, {}],
		...[[], '', null, undefined, [null], ['', null], ' , '].map((empty): [object, object] => [
			{ filters: { status: empty, isLead: empty, technicalFeasibilityAssesment: empty } },
			{},
		]),
		[{ filters: { isLead: ['leads'] } }, { filters: { ...defaults.filters, isLead: 'leads' } }],
		[{ filters: { isLead: 'leads, projects' } }, {}],
		[{ options: { skipDuplicates: false } }, { skipDuplicates: false }],
		[{ options: { skipDuplicates: 0 } }, { skipDuplicates: false }],
		[{ options: { skipDuplicates: 'x' } }, { skipDuplicates: true }],
		[{ options: 'x' }, {}],
		[{ options: null }, {}],
	])('%j gives %j', (given, settings) => {
		expect(read({ ...given })).toEqual({ ...defaults, ...settings });
	});

	it.each([
		[0, 0],
		['0', 0],
		[600, 600],
		[' 600 ', 600],
		[0.5, 0.5],
		[-1, 300],
		['', 300],
		['  ', 300],
		[null, 300],
		[false, 300],
		[[], 300],
		['soon', 300],
		[Number.NaN, 300],
	])('a Max Age of %o is %i seconds: only the number 0 turns it off', (maxAge, seconds) => {
		expect(read({ options: { maxAge } })).toMatchObject({ maxAge: seconds });
	});
});

describe('unusable parameters: 503, and the log says why', () => {
	const EVENTS = 'it must be a list of events, such as project.created, project.edited';
	const unusable = (parameter: string, value: string, wanted: string) =>
		`its parameter ${parameter} has an unusable value (${value}): it must be ${wanted}`;

	it.each<[Record<string, unknown>, string]>([
		...[[], '', ' , ', ['']].map((events): [Record<string, unknown>, string] => [
			{ events },
			`its parameter Trigger On has an unusable value (no event): ${EVENTS}`,
		]),
		...['project.create', ['project.edited', 'project.create']].map(
			(events): [Record<string, unknown>, string] => [
				{ events },
				`its parameter Trigger On has an unusable value ("project.create"): ${EVENTS}`,
			],
		),
		[{ events: [null] }, `its parameter Trigger On has an unusable value ("null"): ${EVENTS}`],
		...['Completed', ['completed', 'Completed'], 'completed, Completed'].map(
			(status): [Record<string, unknown>, string] => [
				{ filters: { status } },
				unusable('Status', '"Completed"', `one of ${STATUSES}`),
			],
		),
		[{ filters: { status: 5 } }, unusable('Status', '"5"', `one of ${STATUSES}`)],
		[
			{ filters: { isLead: 'lead' } },
			unusable('Leads or Projects', '"lead"', 'one of any, leads, projects'),
		],
		[
			{ filters: { isLead: true } },
			unusable('Leads or Projects', '"true"', 'one of any, leads, projects'),
		],
		[
			{ filters: { technicalFeasibilityAssesment: ['possible'] } },
			unusable('Technical Feasibility Assessment', '"possible"', `one of ${RESULTS}`),
		],
		[{ events: null }, `its parameter Trigger On has an unusable value (null): ${EVENTS}`],
		[{ events: 5 }, `its parameter Trigger On has an unusable value (number): ${EVENTS}`],
		[{ events: { a: 1 } }, `its parameter Trigger On has an unusable value (object): ${EVENTS}`],
		[
			{ fetchRecord: 'yes' },
			'its parameter Fetch Record has an unusable value ("yes"): it must be one of no, apiKey, oAuth2',
		],
		[
			{ fetchRecord: undefined },
			'its parameter Fetch Record has an unusable value ("undefined"): it must be one of no, apiKey, oAuth2',
		],
		[{ events: new Error('no such node') }, 'its parameters cannot be evaluated: no such node'],
		[{ options: new Error('no such node') }, 'its parameters cannot be evaluated: no such node'],
	])('%j', (given, reason) => {
		expect(read(given)).toEqual({ statusCode: 503, kind: 'parametersUnusable', reason });
	});
});
