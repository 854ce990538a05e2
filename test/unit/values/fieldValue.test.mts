import { describe, expect, it } from 'vitest';
import { fieldNamed } from '../../../nodes/EnergyProjects/service/field.ts';
import { customerResource } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectResource } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { OMIT, toFieldValue } from '../../../nodes/EnergyProjects/input/fieldValue.ts';
import { FieldError } from '../../../nodes/EnergyProjects/values/fieldError.ts';
import { says } from '../../documents.mts';
import { ada as ADA, BERLIN, NEW_YORK, typedValues, valuesIn } from './typedValues.mts';

const ofRecords = [...projectResource.fields, ...customerResource.fields];
const known = [...ofRecords, ...(fieldNamed(ofRecords, 'address').fields ?? [])];

const convert = (name: string, value: unknown) =>
	toFieldValue(fieldNamed(known, name), value, 'Europe/Berlin');
const clear = (name: string, value: unknown) =>
	toFieldValue(fieldNamed(known, name), value, 'Europe/Berlin', true);

describe.each([BERLIN, NEW_YORK])('what people type, in a workflow of %s', (zone) => {
	it.each(
		typedValues.flatMap((table) =>
			valuesIn(table, zone).map(
				(one) => [one.field, one.value, one.error ?? one.sent, one] as const,
			),
		),
	)('%s: %o is %o', (field, value, _, { error, sent }) => {
		const read = () => toFieldValue(fieldNamed(known, field), value, zone);
		if (error === undefined) return expect(read()).toBe(sent ?? OMIT);
		expect(read).toThrow(FieldError);
		expect(read).toThrow(error);
	});
});

/** By default its examples are those in backticks. */
it.each<[sentence: string, ...examples: string[]]>([
	["`142.5`, `142,5`, `24500`, `24.500,00`, `24 500,00`, `24'500.00`; no units"],
	['`24.500` and `24,500` can mean two things and are refused: enter `24500`, or `24.5`'],
	['with a point or a comma, never with thousands', '51.340', '51,340', '48.137.154'],
	['`2026-12-31`, `31.12.2026` or `31.12.26`, with or without a time'],
	["Excel's day numbers (`46387`), as text only with a fraction", '46387,75', '50667'],
	['Not accepted: slashes, years before 1900', '31/12/2026', '31.12.1026'],
	['Midnight UTC is that day everywhere', '2026-12-31T00:00:00Z'],
	["becomes its day in the workflow's time zone", '2026-12-31T03:00:00.000Z'],
	["the label that you see (`In Progress`) or the service's value (`inProgress`)"],
	['**Email**: one address alone', `${ADA}; max@mail.example`],
	['true, yes, ja, wahr, 1, or false, no, nein, falsch, 0', 'wahr', '1', 'falsch', '0'],
])('these values are among them: %s', (sentence, ...examples) => {
	says('docs/action-node.md', sentence);
	const inText = [...sentence.matchAll(/`([^`]+)`/g)].map(([, example]) => example);
	const tried = typedValues.flatMap((table) => valuesIn(table, BERLIN));
	const values = tried.map(({ value }) => String(value));
	expect([...inText, ...examples].filter((example) => !values.includes(example))).toEqual([]);
});

describe('an empty value', () => {
	const writable = ofRecords.filter(({ access }) => access !== 'readOnly');

	const empties = ['', '   ', '\u200b \u2060\u00ad\ufeff\0', null, undefined];

	it.each(writable)('leaves $name as it is', ({ name, type }) => {
		// Odoo gives false for every empty field.
		const ofOdoo = type === 'boolean' ? [] : [false];
		for (const empty of [...empties, ...ofOdoo]) expect(convert(name, empty)).toBe(OMIT);
	});

	// Every other field: integration/actions/emptyValues.
	it.each([
		['email', null],
		['heatingCircuits', []],
		['firstName', OMIT],
	])('empties %s if that was chosen and is allowed: %o', (name, emptied) => {
		for (const empty of [...empties, false]) expect(clear(name, empty)).toEqual(emptied);
	});
});

describe('an address', () => {
	it('has only the parts that were filled in, each in its type', () => {
		const typed = {
			...{ addressLine1: 'Weg 12', addressLine2: '', postalCode: 4109 },
			...{ country: false, countryCode: '', latitude: '51.341', longitude: 0, note: 'not a part' },
		};
		const sent = { addressLine1: 'Weg 12', postalCode: '4109', latitude: 51.341, longitude: 0 };
		expect(convert('address', typed)).toEqual(sent);
	});

	it.each([[{}], [{ city: '', latitude: '', countryCode: ' ' }]])('%j is not sent', (value) => {
		expect(convert('address', value)).toBe(OMIT);
	});

	it('has empty texts for the parts that are emptied, and is null if all of them are', () => {
		const parts = fieldNamed(known, 'address').fields ?? [];
		const empty = Object.fromEntries(parts.map(({ name }) => [name, name === 'city' ? ' ' : '']));
		expect(clear('address', empty)).toBeNull();
		// Only texts can be empty: coordinates go with their place, and a country code has two letters.
		expect(clear('address', { ...empty, country: 'Austria' })).toEqual({
			...{ addressLine1: '', addressLine2: '', postalCode: '', city: '', country: 'Austria' },
		});
		expect(clear('address', { city: null, countryCode: '', latitude: '' })).toEqual({ city: '' });
		expect(clear('address', { latitude: '' })).toBe(OMIT);
	});

	it('without any known part is refused', () => {
		expect(() => convert('address', { street: 'Weg 1' })).toThrow(
			/^Address \(address\): the service knows none of the parts: street\. It knows addressLine1, /,
		);
	});

	it.each(['Leipzig', 12, true, [{ city: 'Leipzig' }]])('is not %o', (value) => {
		expect(() => convert('address', value)).toThrow('Address (address): expected an object');
	});
});

describe('heating circuits', () => {
	it('are sent in their order: half-filled ones with what was filled in, empty ones not at all', () => {
		const typed = [
			{ id: '', name: 'Floor', flowTemperature: '35', returnTemperature: '', index: 0 },
			{ name: '', flowTemperature: '', returnTemperature: '', index: '' },
			{ id: 'c2', name: 'Radiators', index: 1 },
		];
		const sent = [{ name: 'Floor', flowTemperature: 35, index: 0 }, typed[2]];
		expect(convert('heatingCircuits', typed)).toEqual(sent);
		expect(clear('heatingCircuits', typed)).toEqual(sent);
	});

	it.each([[[]], [[{}]], [[{ name: '' }]]])(
		'%j removes all circuits only if empty values clear',
		(value) => {
			expect(convert('heatingCircuits', value)).toBe(OMIT);
			expect(clear('heatingCircuits', value)).toEqual([]);
		},
	);

	it.each<[string, unknown, string]>([
		[
			'without any known part, also among others',
			[{ id: 'a', name: 'A' }, {}, { circuitId: 'b', title: 'B' }],
			'the service knows none of the parts in entry 3: circuitId, title.',
		],
		['with an ID twice', [{ id: 'a' }, { id: 'b' }, { id: ' a' }], 'the ID "a" appears twice'],
		['that are an object', { name: 'Floor' }, 'expected a list'],
		['that are a text', 'Floor', 'expected a list'],
		['with a text among them', [{ name: 'A' }, 'Floor'], 'expected an object with its parts'],
	])('%s are refused', (_, value, problem) => {
		expect(() => convert('heatingCircuits', value)).toThrow(
			`Heating Circuits (heatingCircuits): ${problem}`,
		);
	});
});

describe('a value that does not fit is refused, and the message names the field', () => {
	// What people type: typedValues.mts.
	it.each([
		['name', { first: 'Anna' }, /^Name \(name\): "{"first":"Anna"}" is not a text$/],
		['projectValue', ['1'], /^Project Value \(projectValue\): "\["1"\]" is not a number.* unit$/],
		['technicalFeasibilityAssesment', 'Not Started', /one of its values: Feasible, Not Feasible$/],
		['customerId', 'C-0001', /^Customer \(customerId\): "C-0001" is not an ID such as/],
		['createdAt', '2026-01-01', /^Created At \(createdAt\): this field cannot be written/],
	])('%s: %o', (name, value, message) => {
		expect(() => convert(name, value)).toThrow(message);
	});

	it.each(['name', 'projectValue', 'isLead', 'status', 'email', 'customerId', 'address'])(
		'%s: an expression that was not evaluated',
		(name) => {
			expect(() => convert(name, '{{ $json.x }}')).toThrow(
				new RegExp(`\\(${name}\\): "{{ \\$json.x }}" is an expression`),
			);
		},
	);
});
