import type { IWebhookFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { readTriggerSettings } from '../../../nodes/EnergyProjects/webhook/settings.ts';

/** The settings of a trigger whose parameters have the given values. An error is thrown, as from an expression that fails. */
const read = (given: Record<string, unknown> = {}) =>
	readTriggerSettings({
		getNodeParameter: (name: string, otherwise: unknown) => {
			const value = name in given ? given[name] : otherwise;
			if (value instanceof Error) throw value;
			return value;
		},
	} as unknown as IWebhookFunctions);

const defaults = {
	events: [],
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
	it.each([
		[{ events: null }, 'its parameter Trigger On came out as null, not as a list of events'],
		[{ events: 5 }, 'its parameter Trigger On came out as number, not as a list of events'],
		[{ events: { a: 1 } }, 'its parameter Trigger On came out as object, not as a list of events'],
		[
			{ fetchRecord: 'yes' },
			'its parameter Fetch Record came out as "yes", not as one of no, apiKey, oAuth2',
		],
		[
			{ fetchRecord: undefined },
			'its parameter Fetch Record came out as "undefined", not as one of no, apiKey, oAuth2',
		],
		[{ events: new Error('no such node') }, 'its parameters cannot be evaluated: no such node'],
		[{ options: new Error('no such node') }, 'its parameters cannot be evaluated: no such node'],
	])('%j', (given, reason) => {
		expect(read(given)).toEqual({ statusCode: 503, kind: 'parametersUnusable', reason });
	});
});
