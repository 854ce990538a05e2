import { describe, expect, it } from 'vitest';
import { fieldNamed } from '../../../nodes/EnergyProjects/service/field.ts';
import type { Field } from '../../../nodes/EnergyProjects/service/field.ts';
import { customerRecord } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import {
	MOST_ENTRIES,
	OMIT,
	toFieldValue,
} from '../../../nodes/EnergyProjects/values/parse/fieldValue.ts';

const fields = [...projectRecord.fields, ...customerRecord.fields];
const convert = (name: string, value: unknown) =>
	toFieldValue(fieldNamed(fields, name), value, 'Europe/Berlin');
const address = fieldNamed(fields, 'address');
const clear = (field: Field, value: unknown) => toFieldValue(field, value, 'Europe/Berlin', true);

describe('a number', () => {
	it.each([
		['.25', 0.25],
		['1e3', 1000],
		['1e10', 1e10],
		['-2.5E-1', -0.25],
		['007', 7],
	])('may be written as %s', (text, number) => {
		expect(convert('projectValue', text)).toBe(number);
	});

	it.each(['0x10', '0b11', '1_000', '10 kW', 'EUR 5', '--5', '1e', 'e5', '1.2.3', [5], {}])(
		'is not %o',
		(value) => {
			expect(() => convert('projectValue', value)).toThrow('is not a number');
		},
	);
});

describe('an open choice', () => {
	it.each([7, true, {}, 'x'.repeat(401)])('is a short text, not %o', (value) => {
		expect(() => convert('source', value)).toThrow('is not one of the values it can take');
	});

	it('is any other text', () => {
		expect(convert('source', 'x'.repeat(400))).toBe('x'.repeat(400));
	});
});

describe('an email address', () => {
	it.each(['anna@example.com and more', 'anna@example.com,b@c.de x', 'mailto anna@example.com'])(
		'has nothing before or after it: not %s',
		(value) => {
			expect(() => convert('email', value)).toThrow('is not an email address');
		},
	);
});

describe('circuits', () => {
	it('that are all empty leave the existing ones as they are, unlike an empty list', () => {
		expect(convert('heatingCircuits', [{ name: '' }, {}])).toBe(OMIT);
		expect(convert('heatingCircuits', [])).toEqual([]);
	});

	it('are as many as can be sent', () => {
		const circuits = Array.from({ length: MOST_ENTRIES }, () => ({ name: 'A' }));
		expect(convert('heatingCircuits', circuits)).toEqual(circuits);
	});

	it('may all lack an ID', () => {
		const circuits = [{ name: 'A' }, { name: 'B' }];
		expect(convert('heatingCircuits', circuits)).toEqual(circuits);
	});

	it('with the same ID are refused, also with blanks around it', () => {
		expect(() => convert('heatingCircuits', [{ id: 'a' }, { id: ' a ' }])).toThrow(
			'Heating Circuits (heatingCircuits): the ID "a" appears twice. Give each entry its own.',
		);
	});
});

describe('empty parts of an address that are to be cleared', () => {
	it('are sent as empty texts if they are free texts, and not otherwise', () => {
		const given = { addressLine1: '', countryCode: '', latitude: '', longitude: null };
		expect(clear(address, given)).toEqual({ addressLine1: '' });
	});

	it('are only those that were given', () => {
		expect(clear(address, { addressLine1: '' })).toEqual({ addressLine1: '' });
		expect(clear(address, { addressLine1: undefined, city: 'Kiel' })).toEqual({ city: 'Kiel' });
	});

	const place = { addressLine1: '', postalCode: '', city: '' };

	it('make it null only if the service accepts null', () => {
		expect(clear({ ...address, nullable: undefined } as never, place)).toEqual(place);
	});

	it('make it null only if some of its parts say where it is', () => {
		const parts = address.fields?.filter(({ addressRole }) => addressRole !== 'decides') ?? [];
		expect(clear({ ...address, fields: parts }, { country: '' })).toEqual({ country: '' });
	});
});

it('a blank text is not sent if the field has a pattern', () => {
	const countryCode = fieldNamed(address.fields ?? [], 'countryCode');
	for (const empty of ['', ' ', '\t']) {
		expect(toFieldValue(countryCode, empty, 'Europe/Berlin')).toBe(OMIT);
	}
});

describe('an error says what was expected', () => {
	it.each([
		[
			'heatingCircuits',
			Array.from({ length: 1001 }, () => ({})),
			'Heating Circuits (heatingCircuits): it has 1001 entries, but at most 1000 can be sent',
		],
		['heatingCircuits', 'A', 'Heating Circuits (heatingCircuits): expected a list'],
		[
			'heatingCircuits',
			['A'],
			'Heating Circuits (heatingCircuits): expected an object with its parts',
		],
		['address', 'A', 'Address (address): expected an object with its parts'],
		[
			'projectValue',
			'A',
			'Project Value (projectValue): "A" is not a number. Write it with a point and without a unit, such as 142.5.',
		],
		['email', 'A', 'Email (email): "A" is not an email address'],
	])('%s', (name, value, message) => {
		expect(() => convert(name, value)).toThrow(new Error(message));
	});
});
