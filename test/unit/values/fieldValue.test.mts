import { describe, expect, it } from 'vitest';
import { fieldNamed } from '../../../nodes/EnergyProjects/service/field.ts';
import { customerRecord } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { FieldError, OMIT, toFieldValue } from '../../../nodes/EnergyProjects/values/fieldValue.ts';

const known = [...projectRecord.fields, ...customerRecord.fields];

const convert = (name: string, value: unknown) =>
	toFieldValue(fieldNamed(known, name), value, 'Europe/Berlin');
const clear = (name: string, value: unknown) =>
	toFieldValue(fieldNamed(known, name), value, 'Europe/Berlin', true);

const ID = '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34';

describe('a value is sent in the type that the service gives the field', () => {
	it.each([
		['name', '  two blanks  ', 'two blanks'],
		['name', 4711, '4711'],
		['name', 0, '0'],
		['name', false, 'false'],
		['phoneNumber', '0049 341 123', '0049 341 123'],
		['projectValue', 0, 0],
		['projectValue', '28,5', 28.5],
		['yearlyEnergyConsumption', '28.450,00', 28_450],
		['isLead', false, false],
		['isLead', ' FALSE ', false],
		['isLead', 1, true],
		['status', ' completed ', 'completed'],
		['status', 'in progress', 'inProgress'],
		['source', 'someIntegration', 'someIntegration'],
		['technicalFeasibilityAssesment', 'Not Feasible', 'notFeasible'],
		['customerId', ` ${ID} `, ID],
		['customerId', ID.toUpperCase(), ID.toUpperCase()],
		['email', ' anna@example.com ', 'anna@example.com'],
		['installationDate', '14.03.2027 08:00', '2027-03-14'],
		['installationDate', '2026-12-31T23:30:00Z', '2027-01-01'],
	])('%s: %o is sent as %o', (name, value, sent) => {
		expect(convert(name, value)).toBe(sent);
	});
});

describe('an empty value', () => {
	const writable = known.filter(({ access }) => access !== 'readOnly');

	const empties = ['', '   ', '\u200b \u2060\u00ad\ufeff\0', null, undefined];

	it.each(writable)('leaves $name as it is', ({ name }) => {
		for (const empty of empties) expect(convert(name, empty)).toBe(OMIT);
	});

	// Every other field: integration/actions/emptyValues.
	it.each([
		['email', null],
		['heatingCircuits', []],
		['firstName', OMIT],
	])('empties %s if that was chosen and is allowed: %o', (name, emptied) => {
		for (const empty of empties) expect(clear(name, empty)).toEqual(emptied);
	});
});

describe('an address', () => {
	it('has only the parts that were filled in, each in its type', () => {
		const typed = {
			...{ addressLine1: 'Lindenstraße 12', addressLine2: '', postalCode: 4109 },
			...{ countryCode: '', latitude: '51.341', longitude: 0, note: 'not a part of it' },
		};
		const sent = {
			addressLine1: 'Lindenstraße 12',
			postalCode: '4109',
			latitude: 51.341,
			longitude: 0,
		};
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
		const sent = [
			{ name: 'Floor', flowTemperature: 35, index: 0 },
			{ id: 'c2', name: 'Radiators', index: 1 },
		];
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
		[
			'that are more than any building has',
			Array.from({ length: 201 }, () => ({ name: 'A' })),
			'it has 201 entries',
		],
		['that are an object', { name: 'Floor' }, 'expected a list'],
		['that are a text', 'Floor', 'expected a list'],
		['with a text among them', [{ name: 'A' }, 'Floor'], 'expected an object with its parts'],
	])('%s are refused', (_, value, problem) => {
		expect(() => convert('heatingCircuits', value)).toThrow(
			`Heating Circuits (heatingCircuits): ${problem}`,
		);
	});

	it('can be as many as 200', () => {
		const many = Array.from({ length: 200 }, (_, index) => ({ name: `A${index}` }));
		expect(convert('heatingCircuits', many)).toEqual(many);
	});
});

describe('a value that does not fit is refused, and the message names the field', () => {
	it.each([
		['name', { first: 'Anna' }, /^Name \(name\): expected text$/],
		['name', Number.NaN, /expected text/],
		[
			'projectValue',
			'12 €',
			/^Project Value \(projectValue\): "12 €" is not a number.*24\.500,00$/,
		],
		[
			'heatedLivingAreaM2',
			'142 m²',
			/is not a number\. Write it like .*, without the unit \(m²\)$/,
		],
		['projectValue', '10.471', /"10\.471" can be read in two ways/],
		['projectValue', ['1'], /"\["1"\]" is not a number/],
		[
			'isLead',
			'maybe',
			/^Is Lead \(isLead\): "maybe" is neither true nor false\. Use true, yes, ja/,
		],
		['status', 'done', /^Status \(status\): "done" .*take: In Progress, Completed, Archived$/],
		['status', 'x'.repeat(5000), /"x{60} …"/],
		['technicalFeasibilityAssesment', 'Not Started', /take: Feasible, Not Feasible$/],
		['source', 7, /"7" is not one of/],
		['customerId', 'C-0001', /^Customer \(customerId\): "C-0001" is not an ID such as/],
		['customerId', `${ID}0`, /is not an ID/],
		['email', 'anna', /^Email \(email\): "anna" is not an email address/],
		['installationDate', 'soon', /^Installation Date \(installationDate\): "soon" is not a date/],
		['address', { countryCode: 'DEU' }, /^Country Code \(countryCode\): "DEU" .* two-letter/],
		['address', { latitude: 'north' }, /^Latitude \(°\) \(latitude\): "north" is not a number/],
		['createdAt', '2026-01-01', /^Created At \(createdAt\): this field cannot be written/],
	])('%s: %o', (name, value, message) => {
		const attempt = () => convert(name, value);
		expect(attempt).toThrow(FieldError);
		expect(attempt).toThrow(message);
	});

	it('all wrong parts of a value are named at once', () => {
		const circuits = [
			{ flowTemperature: 'hot', index: '1.000' },
			'Floor',
			{ returnTemperature: '?' },
		];
		expect(() => convert('heatingCircuits', circuits)).toThrow(
			/"hot" is not a number\. Write it like .*, without the unit \(°C\); .*\(index\): "1\.000" can be.*; Heating Circuits.*expected an object.*"\?" is not a number/,
		);
		const address = { countryCode: 'DEU', latitude: 'north', longitude: 'east', city: 'Kiel' };
		expect(() => convert('address', address)).toThrow(
			expect.objectContaining({ problems: Array(3).fill(expect.any(String)) }),
		);
	});
});

describe('a coordinate has a point or a comma, never thousands, and lies on the earth', () => {
	const latitude = (value: unknown) => convert('address', { latitude: value, city: 'Kiel' });
	const longitude = (value: unknown) => convert('address', { longitude: value, city: 'Kiel' });

	it.each<[unknown, number]>([
		[48.137154, 48.137154],
		['48.137154', 48.137154],
		['48,137154', 48.137154],
		['48.137', 48.137],
		['48,137', 48.137],
		[' 48.137 ', 48.137],
		['-33.8688', -33.8688],
		['\u221233,8688', -33.8688],
		['+51.5', 51.5],
		['0', 0],
		[0, 0],
		['.5', 0.5],
		['90', 90],
		['-90', -90],
	])('the latitude %o is %o', (value, sent) => {
		expect(latitude(value)).toEqual({ latitude: sent, city: 'Kiel' });
	});

	it.each<unknown>([
		...['48.137.154', '48,137,154', '48.137,154', '48,137.154', '1.234.567', '1 234', "48'137"],
		...['48° 8′ 14″ N', '48.1 N', '48.137154, 11.576124', 'north', '90.0001', '-91', 4_813_715],
		...['480', NaN],
	])('the latitude %o is refused', (value) => {
		expect(() => latitude(value)).toThrow(/is not (a number|between -90 and 90)/);
	});

	it('a longitude may be twice as large', () => {
		expect(longitude('-180')).toEqual({ longitude: -180, city: 'Kiel' });
		expect(longitude('179,9')).toEqual({ longitude: 179.9, city: 'Kiel' });
		expect(() => longitude(180.1)).toThrow(/"180.1" is not between -180 and 180/);
	});
});
