import type { GenericValue } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { customerResource } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectResource } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { notKept } from '../../../nodes/EnergyProjects/writing/comparing.ts';
import { changesBetween } from '../../../nodes/EnergyProjects/writing/completing.ts';

// Whether what the service has says the same as what an item gives. Before a write this decides whether it is sent, after
// one whether it was kept. Which texts are the same: values/fold.test.mts.

/** A field (`solar` is one that this package does not know), what the service has of it, and what is given. */
type Row = [field: string, stored: GenericValue, given: GenericValue];

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
const dawn = `${day}T08:00:00Z`;
const json = (text: string) => JSON.parse(text) as GenericValue;

const typeOf = (field: string) =>
	/email|firstName|company|phone/i.test(field) ? customerResource : projectResource;
const isSent = ([field, stored, given]: Row) =>
	field in changesBetween(typeOf(field), { [field]: stored }, { [field]: given }, false);
const isKept = ([field, stored, given]: Row) =>
	notKept(typeOf(field), { [field]: stored }, { [field]: given }).length === 0;

const SAME: Row[] = [
	['projectValue', '12500.00', 12500],
	['name', ' Haus  Weber\n', 'Haus Weber'],
	['humanId', 7, '7'],
	['email', 'ada@mail.example', 'Ada@Mail.Example'],
	['customerId', ID.toUpperCase(), ID],
	['status', 'InProgress', 'inProgress'],
	['installationDate', `${day}T00:00:00.000Z`, day],
	// No value.
	['humanId', '', null],
	// Without a value it is an order, as with false.
	['isLead', null, false],
	['address', { city: null, country: '' }, null],
	['heatingCircuits', null, []],
	// What is not given of an address does not count.
	['address', place, place],
	['address', { ...place, state: 'Schleswig-Holstein', id: 'a1' }, { city: 'Kiel' }],
	['address', { ...place, latitude: '54.3200000', longitude: '10.1300000' }, place],
	['address', { addressLine1: ' Weg 1', city: 'Kiel ' }, { city: 'Kiel' }],
	['address', { city: '"Kiel"' }, { city: '„Kiel“' }],
	['heatingCircuits', [{ ...eg, flowTemperature: '35.00', index: '1' }], [{ ...eg, name: 'EG\t' }]],
];

/** Circuits in an order of the service, with new IDs and more values. */
const SAME_AFTER_A_WRITE: Row[] = [
	['heatingCircuits', [og, eg].map((one, at) => ({ ...one, id: `n${at}` })), [eg, og]],
	['heatingCircuits', [eg, { ...eg, name: null, circuitType: 'floor' }], [nameless, nameless]],
	['heatingCircuits', [eg, { ...eg, name: null }], [nameless, { ...nameless, name: 'EG' }]],
];

const DIFFERENT: Row[] = [
	['name', 'Hof', 'Haus'],
	['humanId', '0471', '471'],
	// A spelling that is no move is a change.
	['address', { ...place, postalCode: 'D-24103' }, place],
	['projectValue', 5.01, 5],
	['projectValue', null, 0],
	['isLead', null, true],
	['installationDate', '2027-03-15', day],
	['status', 'completed', 'inProgress'],
	['customerId', ID.replace(/4$/, '5'), ID],
	['email', 'ada@mail.test', 'ada@mail.example'],
	// Email addresses that only look the same.
	['email', 'ada\u2011weber@mail.example', 'ada-weber@mail.example'],
	['email', 'ada@mail.example', "'ada@mail.example"],
	['email', 'gross@mail.example', 'groß@mail.example'],
	['address', { city: 'Kiel' }, { city: 'Kiel', country: 'Germany' }],
	['address', null, place],
	['address', [place], place],
	['address', { city: 'Kiel' }, null],
	['heatingCircuits', [nameless], [nameless, nameless]],
	['heatingCircuits', [eg, eg], [eg, og]],
	['heatingCircuits', [eg, { ...og, flowTemperature: 35 }], [eg, og]],
	['heatingCircuits', [], [eg]],
	['heatingCircuits', null, [eg]],
	['heatingCircuits', [null], [eg]],
	['heatingCircuits', [og, ...many], [eg, og]],
	['constructor', 'b', 'a'],
];

/** Either can be what the service has. */
const bothWays = (pairs: ReadonlyArray<[GenericValue, GenericValue]>): Row[] =>
	pairs.flatMap(([one, other]): Row[] => [
		['solar', one, other],
		['solar', other, one],
	]);

const SAME_OF_UNKNOWN = bothWays([
	[null, ''],
	[null, []],
	[12.5, '12.50'],
	['triple', ' triple\n'],
	[['so’n'], ["so'n"]],
	[dawn, `${day}T08:00:00.000000+00:00`],
	[dawn, `${day}T09:00:00+01:00`],
	[{ roof: { kw: 5, by: 'a@b.de' } }, { roof: { by: ' a@b.de', kw: '5.0' } }],
	[{ list: [1, 'a', null, { kw: 5 }] }, { list: ['1', ' a', '', { kw: '5' }] }],
	[{ constructor: null }, {}],
	[json('{"__proto__": {"kw": 5}}'), json('{"__proto__": {"kw": "5"}}')],
]);

const DIFFERENT_OF_UNKNOWN = bothWays([
	[null, 0],
	[12.5, '12.51'],
	[0, ' '],
	[true, 'true'],
	['ab', ['a', 'b']],
	['04109', '4109'],
	[dawn, `${day}T08:00:00+01:00`],
	[`${day}T00:00:00Z`, day],
	[{}, '5 kW'],
	[{ 0: 5 }, [5]],
	[{ roof: { kw: 5, area: 80 } }, { roof: { kw: 5, area: 81 } }],
	[{ roof: [{ kw: 5 }] }, { roof: [{ kw: 6 }] }],
	[{ order: [1, 2] }, { order: [2, 1] }],
	[[1], [1, null]],
	[{ constructor: 5 }, { constructor: 6 }],
	[json('{"__proto__": {"kw": 5}}'), json('{"__proto__": {"kw": 6}}')],
]);

/** With more keys than were given. */
const MORE_OF_UNKNOWN: Row[] = [
	['solar', { kw: 5, id: 'r1' }, { kw: 5 }],
	['solar', { id: 'r1' }, {}],
	['solar', { roof: { area: '80.00', id: 'r1' } }, { roof: { area: 80 } }],
	['solar', [{ kw: 5, id: 'r1' }], [{ kw: 5 }]],
	['solar', json('{"__proto__": {}}'), {}],
];

describe('the service has, an item gives', () => {
	it.each([...SAME, ...SAME_OF_UNKNOWN])('%s %j, %j: not sent, and kept', (...row) => {
		expect([isSent(row), isKept(row)]).toEqual([false, true]);
	});

	it.each(SAME_AFTER_A_WRITE)('%s %j, %j: kept', (...row) => {
		expect(isKept(row)).toBe(true);
	});

	it.each([...DIFFERENT, ...DIFFERENT_OF_UNKNOWN])('%s %j, %j: sent, and not kept', (...row) => {
		expect([isSent(row), isKept(row)]).toEqual([true, false]);
	});

	it.each(MORE_OF_UNKNOWN)('%s %j, %j: sent, but kept; the other way round neither', (...row) => {
		const [field, more, less] = row;
		expect([isSent(row), isKept(row)]).toEqual([true, true]);
		expect([isSent([field, less, more]), isKept([field, less, more])]).toEqual([true, false]);
	});
});

describe('after a write', () => {
	const sent = {
		...{ name: 'Haus', projectValue: 5, isLead: true, status: 'inProgress', customerId: ID },
		...{ installationDate: day, address: place, heatingCircuits: [eg, og] },
		solar: { panels: [{ kw: 5 }], by: 'a@b.de', at: dawn },
	};
	const names = Object.keys(sent);

	it('what the answer lacks was kept, also under a name that every object knows', () => {
		expect(notKept(projectResource, {}, { ...sent, constructor: 1, toString: 'x' })).toEqual([]);
	});

	it('only the fields are named that differ, of all that were sent', () => {
		const answered = { ...sent, id: ID, isLead: false, solar: 3, humanId: 'P-001' };
		expect(notKept(projectResource, answered, sent)).toEqual(['isLead', 'solar']);
		expect(notKept(projectResource, structuredClone(sent), sent)).toEqual([]);
	});

	const odd = [null, '', ' ', '[object Object]', false, -1, [], {}, [null], [[[eg]]], { 0: {} }];
	it.each([...odd, { toString: 1 }].map((one) => [one]))(
		'nothing throws, not even %j in place of each field',
		(one) => {
			const answered = Object.fromEntries(names.map((name) => [name, one]));
			expect(notKept(projectResource, answered, sent)).toEqual(names);
		},
	);
});
