import { describe, expect, it } from 'vitest';
import { customerRecord } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import type { Field } from '../../../nodes/EnergyProjects/service/field.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { FieldError } from '../../../nodes/EnergyProjects/values/parse/fieldError.ts';
import { OMIT, toFieldValue } from '../../../nodes/EnergyProjects/values/parse/fieldValue.ts';

const known = [...projectRecord.fields, ...customerRecord.fields];

function field(name: string): Field {
	const found = known.find((candidate) => candidate.name === name);
	if (found === undefined) throw new Error(`No field ${name}`);
	return found;
}

const convert = (name: string, value: unknown) => toFieldValue(field(name), value, 'Europe/Berlin');

const ID = '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34';

describe('a value is sent in the type that the service gives the field', () => {
	it.each([
		['name', 'Heat pump, Müller', 'Heat pump, Müller'],
		['name', '  two blanks  ', '  two blanks  '],
		['name', 4711, '4711'],
		['name', 0, '0'],
		['name', false, 'false'],
		['phoneNumber', '0049 341 123', '0049 341 123'],
		['projectValue', 0, 0],
		['projectValue', -12.5, -12.5],
		['projectValue', '142.5', 142.5],
		['projectValue', ' 0 ', 0],
		['isLead', false, false],
		['isLead', true, true],
		['isLead', 'true', true],
		['isLead', ' FALSE ', false],
		['isLead', 0, false],
		['isLead', 1, true],
		['status', 'archived', 'archived'],
		['status', ' completed ', 'completed'],
		['source', 'someIntegration', 'someIntegration'],
		['technicalFeasibilityAssesment', 'notFeasible', 'notFeasible'],
		['customerId', ` ${ID} `, ID],
		['customerId', ID.toUpperCase(), ID.toUpperCase()],
		['email', ' anna@example.com ', 'anna@example.com'],
		['email', 'a@b..de', 'a@b..de'],
		['projectValue', '.5', 0.5],
		['projectValue', '5.', 5],
		['projectValue', '+1.5E+2', 150],
		['installationDate', '31.12.2026', '2026-12-31'],
		['installationDate', '2026-12-31T23:30:00Z', '2027-01-01'],
	])('%s: %o is sent as %o', (name, value, sent) => {
		expect(convert(name, value)).toBe(sent);
	});
});

describe('an empty value', () => {
	it.each([
		'projectValue',
		'isLead',
		'status',
		'source',
		'customerId',
		'email',
		'installationDate',
		'address',
		'heatingCircuits',
	])('is not sent as %s', (name) => {
		for (const empty of ['', '   ', null, undefined]) expect(convert(name, empty)).toBe(OMIT);
	});

	it('is sent as text, since an empty text is a text', () => {
		expect(convert('name', '')).toBe('');
		expect(convert('phoneNumber', '')).toBe('');
	});

	it('is not sent as text if it is null or undefined', () => {
		expect(convert('name', null)).toBe(OMIT);
		expect(convert('name', undefined)).toBe(OMIT);
	});
});

describe('an address', () => {
	it('has only the parts that were filled in, each in its type', () => {
		const typed = {
			addressLine1: 'Lindenstraße 12',
			addressLine2: '',
			postalCode: '04109',
			countryCode: '',
			latitude: '51.34',
			longitude: '',
			note: 'not a part of it',
		};
		expect(convert('address', typed)).toEqual({
			addressLine1: 'Lindenstraße 12',
			postalCode: '04109',
			latitude: 51.34,
		});
	});

	it('has its postal code as a text, even if it came as a number', () => {
		expect(convert('address', { postalCode: 4109 })).toEqual({ postalCode: '4109' });
	});

	it('keeps a latitude of 0', () => {
		expect(convert('address', { latitude: 0 })).toEqual({ latitude: 0 });
	});

	it('is null if empty texts clear and every part that says where it is came empty', () => {
		const clear = (value: unknown) => toFieldValue(field('address'), value, 'Europe/Berlin', true);
		const place = { addressLine1: '', postalCode: ' ', city: null };
		expect(clear(place)).toBeNull();
		expect(clear({ ...place, countryCode: '', latitude: '' })).toBeNull();
		// Only the record shows what is left of these.
		expect(clear({ addressLine1: '', city: '' })).toEqual({ addressLine1: '', city: '' });
		expect(clear({ ...place, country: 'Austria' })).toEqual({
			addressLine1: '',
			postalCode: '',
			city: '',
			country: 'Austria',
		});
	});

	it('without any known part is refused', () => {
		expect(() => convert('address', { street: 'Weg 1' })).toThrow(
			/^Address \(address\): the service knows none of the parts: street\. It knows addressLine1, /,
		);
	});

	it('is not sent if nothing was filled in', () => {
		expect(convert('address', {})).toBe(OMIT);
		expect(convert('address', { city: '', latitude: '', countryCode: ' ' })).toBe(OMIT);
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
		expect(convert('heatingCircuits', typed)).toEqual([
			{ name: 'Floor', flowTemperature: 35, index: 0 },
			{ id: 'c2', name: 'Radiators', index: 1 },
		]);
	});

	it('are sent as an empty list if the list is empty', () => {
		expect(convert('heatingCircuits', [])).toEqual([]);
	});

	it('without any known part are refused, also among others', () => {
		const circuits = [{ id: 'a', name: 'A' }, {}, { circuitId: 'b', title: 'B' }];
		expect(() => convert('heatingCircuits', circuits)).toThrow(
			'the service knows none of the parts in entry 3: circuitId, title.',
		);
	});

	it('each have their own ID', () => {
		const circuits = [{ id: 'a' }, { id: 'b' }, { id: 'a' }];
		expect(() => convert('heatingCircuits', circuits)).toThrow('the ID "a" appears twice');
	});

	it('are at most as many as any building has', () => {
		const circuits = Array.from({ length: 1001 }, () => ({ name: 'A' }));
		expect(() => convert('heatingCircuits', circuits)).toThrow('it has 1001 entries');
	});

	it.each([{ name: 'Floor' }, 'Floor', 2])('are a list, not %o', (value) => {
		expect(() => convert('heatingCircuits', value)).toThrow(
			'Heating Circuits (heatingCircuits): expected a list',
		);
	});
});

describe('a value that does not fit is refused, and the message names the field', () => {
	it.each([
		['name', { first: 'Anna' }, /^Name \(name\): expected text/],
		['projectValue', '142,5', /^Project Value \(projectValue\): "142,5" is not a number.*142\.5/],
		['projectValue', '12 €', /"12 €" is not a number/],
		['projectValue', 'Infinity', /is not a number/],
		['projectValue', Number.NaN, /is not a number/],
		['projectValue', true, /"true" is not a number/],
		['heatedLivingAreaM2', 'big', /^Heated Living Area \(m²\) \(heatedLivingAreaM2\): "big"/],
		['isLead', 'yes', /^Is Lead \(isLead\): "yes" is neither true nor false/],
		['isLead', 2, /"2" is neither true nor false/],
		['status', 'done', /^Status \(status\): "done" .*\binProgress, .*archived/],
		['status', 7, /"7" is not one of/],
		['technicalFeasibilityAssesment', 'notStarted', /take: feasible, notFeasible$/],
		['customerId', 'C-0001', /^Customer \(customerId\): "C-0001" is not an ID such as/],
		['customerId', `${ID}0`, /is not an ID/],
		['email', 'anna', /^Email \(email\): "anna" is not an email address/],
		['email', 'anna@', /is not an email address/],
		['email', 'a b@example.com', /is not an email address/],
		['email', 'a@b@example.com', /is not an email address/],
		['email', 'a@.com', /is not an email address/],
		['email', 'a@example.', /is not an email address/],
		['email', `${'a'.repeat(400)}@example.com`, /is not an email address/],
		['projectValue', '1'.repeat(401), /"1{60} …" is not a number/],
		['projectValue', '.', /"\." is not a number/],
		['projectValue', '1e', /"1e" is not a number/],
		['projectValue', ['1'], /"\["1"\]" is not a number/],
		['installationDate', 'soon', /^Installation Date \(installationDate\): "soon" is not a date/],
		['address', { countryCode: 'DEU' }, /^Country Code \(countryCode\): "DEU" .* two-letter/],
		['address', { latitude: 'north' }, /^Latitude \(°\) \(latitude\): "north" is not a number/],
		['heatingCircuits', [{ flowTemperature: 'hot' }], /\(flowTemperature\): "hot" is not/],
		['heatingCircuits', ['Floor'], /expected an object with its parts/],
		['createdAt', '2026-01-01', /^Created At \(createdAt\): this field cannot be written/],
	])('%s: %o', (name, value, message) => {
		const attempt = () => convert(name, value);
		expect(attempt).toThrow(FieldError);
		expect(attempt).toThrow(message);
	});

	it('shows only the beginning of a long value', () => {
		expect(() => convert('status', 'x'.repeat(5000))).toThrow(/"x{60} …"/);
	});
});
