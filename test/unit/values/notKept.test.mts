import fc from 'fast-check';
import type { GenericValue, IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { customerRecord } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { changesBetween, notKept } from '../../../nodes/EnergyProjects/values/changes.ts';

const ID = '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34';
const eg = { name: 'EG', flowTemperature: 35, returnTemperature: 28, index: 1, id: 'c1' };
const og = { name: 'OG', flowTemperature: 45, returnTemperature: 38, index: 2, id: 'c2' };
const nameless = { flowTemperature: 35, index: 1 };
const many = Array.from({ length: 200 }, (_, index) => ({ ...eg, index, id: `c${index}` }));
const place = {
	...{ addressLine1: 'Weg 1', addressLine2: 'Hinterhaus', postalCode: '24103', city: 'Kiel' },
	...{ country: 'Germany', countryCode: 'DE', latitude: 54.32, longitude: 10.13 },
};
const day = '2027-03-14';
const circuits = (...heatingCircuits: unknown[]): IDataObject => ({ heatingCircuits });
const at = (address: GenericValue): IDataObject => ({ address });

describe('the service has kept', () => {
	it.each<[string, IDataObject, IDataObject]>([
		['a number as text', { projectValue: 12500 }, { projectValue: '12500.00' }],
		['0 as text', { numberOfFloors: 0 }, { numberOfFloors: '0' }],
		['a text without blanks around it', { name: ' Haus Weber\n' }, { name: 'Haus Weber' }],
		['a text with blanks around it', { name: 'Haus Weber' }, { name: ' Haus Weber\n' }],
		['a text in another Unicode form', { name: '\u00fc' }, { name: 'u\u0308' }],
		['a text with other apostrophes', { name: 'Haus O’Neil' }, { name: "Haus O'Neil" }],
		['a part with other quotation marks', at({ city: '„Kiel“' }), at({ city: '"Kiel"' })],
		['such a text in a field it does not know', { solar: ['so’n'] }, { solar: ["so'n"] }],
		['a text as number', { humanId: '7' }, { humanId: 7 }],
		['an ID in other letter case', { customerId: ID }, { customerId: ID.toUpperCase() }],
		['a choice in other letter case', { status: 'inProgress' }, { status: 'InProgress' }],
		['a day with a time', { installationDate: day }, { installationDate: `${day}T00:00:00.000Z` }],
		['nothing as an empty text', { humanId: null }, { humanId: '' }],
		['an address as it was', at(place), at(place)],
		[
			'coordinates with more digits, as texts',
			at(place),
			at({ ...place, latitude: '54.3200000', longitude: '10.1300000' }),
		],
		[
			'an address whose coordinates it has found out',
			at({ city: 'Kiel' }),
			at({ city: 'Kiel', latitude: 54.32, longitude: 10.13 }),
		],
		[
			'an address to which it has added parts',
			at({ city: 'Kiel' }),
			at({ ...place, state: 'Schleswig-Holstein', id: 'a1' }),
		],
		[
			'a country code in other letter case, and an empty part as null',
			at({ ...place, countryCode: 'de', addressLine2: '' }),
			at({ ...place, addressLine2: null }),
		],
		['no address as one without content', at(null), at({ city: null, country: '' })],
		['an address without content', at({ city: '' }), at({ city: null, country: '' })],
		['no circuits as null', circuits(), { heatingCircuits: null }],
		[
			'circuits in another order, with new IDs',
			circuits(eg, og),
			circuits({ ...og, id: 'n1' }, { ...eg, id: 'n2' }),
		],
		[
			'circuits to which it has added values',
			circuits(nameless, nameless),
			circuits(eg, { ...eg, name: null, circuitType: 'floor' }),
		],
		[
			'circuits of which one could be either of two',
			circuits(nameless, { ...nameless, name: 'EG' }),
			circuits(eg, { ...eg, name: null }),
		],
		[
			'circuits with numbers as texts, and texts without blanks around them',
			circuits({ ...eg, name: 'EG\t' }),
			circuits({ ...eg, flowTemperature: '35.00', index: '1' }),
		],
		['what its answer lacks', { projectValue: 5, name: 'Haus', isLead: true, solar: 1 }, {}],
		[
			'what its answer lacks, also under a name that every object knows',
			{ constructor: 1, toString: 'x' },
			{},
		],
	])('%s', (_, sent, answered) => {
		expect(notKept(projectRecord, answered, sent)).toEqual([]);
	});

	it.each<[string, IDataObject, IDataObject]>([
		[
			'an email address in lower case',
			{ email: 'Ada@Mail.Example' },
			{ email: 'ada@mail.example' },
		],
		[
			'one with blanks around it',
			{ invoiceEmail: 'a@b.example' },
			{ invoiceEmail: ' A@b.example ' },
		],
	])('%s', (_, sent, answered) => {
		expect(notKept(customerRecord, answered, sent)).toEqual([]);
	});
});

describe('the service has not kept', () => {
	it.each<[string, IDataObject, IDataObject]>([
		['a text in other letter case', { name: 'Haus' }, { name: 'HAUS' }],
		['a number that is another', { projectValue: 5 }, { projectValue: 5.01 }],
		['a number that is now a text', { projectValue: 5 }, { projectValue: 'five' }],
		['0 that is now nothing', { projectValue: 0 }, { projectValue: null }],
		['nothing that is now 0', { projectValue: null }, { projectValue: 0 }],
		['false that is now true', { isLead: false }, { isLead: 'true' }],
		['false that is now nothing', { isLead: false }, { isLead: null }],
		['another day', { installationDate: day }, { installationDate: '2027-03-15' }],
		['a day that is now nothing', { installationDate: day }, { installationDate: '' }],
		['another choice', { status: 'inProgress' }, { status: 'completed' }],
		['a part of an address', at(place), at({ ...place, city: 'Plön' })],
		[
			'a part that the address lacks',
			at({ city: 'Kiel', country: 'Germany' }),
			at({ city: 'Kiel' }),
		],
		['a coordinate', at(place), at({ ...place, latitude: 54.33 })],
		['an address that is now null', at(place), at(null)],
		['an address that is now a list', at(place), at([place])],
		['an address that is now a text', at(place), at('Kiel')],
		['no address that is now one', at(null), at({ city: 'Kiel' })],
		['one of two equal circuits', circuits(nameless, nameless), circuits(nameless)],
		['one of two circuits', circuits(eg, og), circuits(og)],
		['one circuit, with another one twice', circuits(eg, og), circuits(eg, eg)],
		['a value of a circuit', circuits(eg, og), circuits(eg, { ...og, flowTemperature: 35 })],
		['a value that a circuit lacks', circuits(eg), circuits(nameless)],
		['all circuits', circuits(eg), circuits()],
		['circuits that are removed', circuits(), circuits(eg)],
		['circuits that are now null', circuits(eg), { heatingCircuits: null }],
		['circuits that are now an object', circuits(eg), { heatingCircuits: { 0: eg } }],
		['circuits that are now a text', circuits(eg), { heatingCircuits: 'EG' }],
		['a circuit that is now null', circuits(eg), circuits(null)],
		['two circuits that are now many', circuits(eg, og), circuits(og, ...many)],
		['a value under a name that every object knows', { constructor: 'a' }, { constructor: 'b' }],
	])('%s', (_, sent, answered) => {
		expect(notKept(projectRecord, answered, sent)).toEqual(Object.keys(sent));
	});

	it.each<[string, string, string]>([
		['another email address', 'ada@mail.example', 'ada@mail.test'],
		[
			'an email address that only looks the same',
			'ada-weber@mail.example',
			'ada\u2011weber@mail.example',
		],
		['an email address with another apostrophe', 'o’neil@mail.example', "o'neil@mail.example"],
		['an email address with "ss" for "ß"', 'groß@mail.example', 'gross@mail.example'],
	])('%s', (_, sent, answered) => {
		expect(notKept(customerRecord, { email: answered }, { email: sent })).toEqual(['email']);
	});

	it('only the fields that are named, of all that were sent', () => {
		const sent = { name: 'Haus', isLead: true, projectValue: 5, solar: 1, wind: 2, ...at(place) };
		const answered = { ...sent, id: ID, isLead: false, wind: 3, humanId: 'P-001' };
		expect(notKept(projectRecord, answered, sent)).toEqual(['isLead', 'wind']);
	});
});

describe('a field that this package does not know', () => {
	const isKept = (stored: GenericValue, sent: GenericValue) =>
		notKept(projectRecord, { solar: stored }, { solar: sent }).length === 0;
	const isUnchanged = (stored: GenericValue, sent: GenericValue) => {
		const body = changesBetween(projectRecord, { solar: stored }, { solar: sent });
		return Object.keys(body).length === 0;
	};
	const json = (text: string): GenericValue => JSON.parse(text) as GenericValue;

	it.each<[string, GenericValue, GenericValue]>([
		['null and no value', null, undefined],
		['null and an empty text', null, ''],
		['null and an empty list', null, []],
		['an empty text and a blank one', '', ' '],
		['a number and its text', 12.5, '12.50'],
		['0 and its text', 0, '0'],
		['a text with and without blanks around it', 'triple', ' triple\n'],
		['a text in two Unicode forms', '\u00fc', 'u\u0308'],
		['an email address in any letter case', 'Ada@Mail.Example', 'ada@mail.example'],
		['a time with more digits', '2027-03-14T08:00:00Z', '2027-03-14T08:00:00.000000+00:00'],
		['a time with another offset', '2027-03-14T08:00:00Z', '2027-03-14T09:00:00+01:00'],
		['two empty objects', {}, {}],
		['a null and a key that is not there', { kw: 5, area: null }, { kw: 5 }],
		[
			'objects with such values',
			{ roof: { kw: 5, by: 'A@b.de' } },
			{ roof: { by: 'a@b.de', kw: '5.0' } },
		],
		['lists of such values', [1, 'a', null, { kw: 5 }], ['1', ' a', '', { kw: '5' }]],
		['a null under a name that every object knows, and no such key', { constructor: null }, {}],
		[
			'such values under the name of the prototype',
			json('{"__proto__": {"kw": 5}}'),
			json('{"__proto__": {"kw": "5"}}'),
		],
	])('is the same: %s', (_, one, other) => {
		for (const [stored, sent] of [
			[one, other],
			[other, one],
		]) {
			expect(isKept(stored, sent)).toBe(true);
			expect(isUnchanged(stored, sent)).toBe(true);
		}
	});

	it.each<[string, GenericValue, GenericValue]>([
		['null and 0', null, 0],
		['null and false', null, false],
		['another number', 12.5, '12.51'],
		['0 and a blank text', 0, ' '],
		['1 and true', 1, true],
		['true and its text', true, 'true'],
		['a number and a list of it', 5, [5]],
		['a text and a list of as many', 'ab', ['a', 'b']],
		['texts of digits with and without a leading zero', '04109', '4109'],
		['a text in other letter case', 'Triple', 'triple'],
		['another email address', 'ada@mail.example', 'ada@mail.test'],
		['another time', '2027-03-14T08:00:00Z', '2027-03-14T08:00:00+01:00'],
		['a time and its day', '2027-03-14T00:00:00Z', '2027-03-14'],
		['an object and a text', { kw: 5 }, '5 kW'],
		['an object without keys and a text', {}, '5 kW'],
		['an object and a list', { 0: 5 }, [5]],
		['another value of two', { kw: 5, area: 80 }, { kw: 5, area: 81 }],
		['another value far inside', { roof: [{ kw: 5 }] }, { roof: [{ kw: 6 }] }],
		['a list in another order', [1, 2], [2, 1]],
		['a list with another value', [1, 2], [1, 3]],
		['a longer list', [1, 2], [1, 2, 3]],
		['a list with one null more', [1], [1, null]],
		['another value under a name that every object knows', { constructor: 5 }, { constructor: 6 }],
		[
			'another value under the name of the prototype',
			json('{"__proto__": {"kw": 5}}'),
			json('{"__proto__": {"kw": 6}}'),
		],
	])('differs: %s', (_, one, other) => {
		for (const [stored, sent] of [
			[one, other],
			[other, one],
		]) {
			expect(isKept(stored, sent)).toBe(false);
			expect(isUnchanged(stored, sent)).toBe(false);
		}
	});

	it.each<[string, GenericValue, GenericValue]>([
		['an object', { kw: 5 }, { kw: 5, id: 'r1' }],
		['one without keys', {}, { id: 'r1' }],
		['one inside another', { roof: { area: 80 } }, { roof: { area: '80.00', id: 'r1' } }],
		['one in a list', [{ kw: 5 }], [{ kw: 5, id: 'r1' }]],
		['one with the name of the prototype', {}, json('{"__proto__": {}}')],
	])('can have more keys after a write, but before one they differ: %s', (_, less, more) => {
		expect(isKept(more, less)).toBe(true);
		expect(isKept(less, more)).toBe(false);
		expect(isUnchanged(more, less)).toBe(false);
		expect(isUnchanged(less, more)).toBe(false);
	});
});

describe('whatever the service answers', () => {
	const sent = {
		...{ name: 'Haus', projectValue: 5, isLead: false, status: 'inProgress', customerId: ID },
		...{ installationDate: day, address: place, heatingCircuits: [eg, og] },
		solar: { panels: [{ kw: 5 }], by: 'a@b.de', at: '2027-03-14T08:00:00Z' },
	};
	const names = Object.keys(sent);

	it.each(
		[
			null,
			'',
			' ',
			'[object Object]',
			true,
			-1,
			[],
			{},
			[null],
			[[[eg]]],
			{ 0: {} },
			{ toString: 1 },
		].map((odd) => [odd]),
	)('the comparison does not throw: %j in place of each field', (odd) => {
		const answered = Object.fromEntries(names.map((name) => [name, odd]));
		expect(notKept(projectRecord, answered, sent)).toEqual(names);
	});

	const inside = ['city', 'latitude', 'name', 'index', 'id', 'panels', 'kw', '__proto__'];
	const part = fc.anything({ key: fc.constantFrom(...inside), withNullPrototype: false });
	const answers = fc.dictionary(fc.constantFrom(...names), part) as fc.Arbitrary<IDataObject>;

	it('the comparison names fields that were sent, and changes neither the answer nor them', () => {
		fc.assert(
			fc.property(answers, (answered) => {
				const before = structuredClone({ answered, sent });
				expect(Object.keys(answered)).toEqual(
					expect.arrayContaining(notKept(projectRecord, answered, sent)),
				);
				expect({ answered, sent }).toEqual(before);
			}),
			{ numRuns: 1000 },
		);
	});

	it('what it returns as it was sent was kept', () => {
		expect(notKept(projectRecord, sent, structuredClone(sent))).toEqual([]);
	});
});
