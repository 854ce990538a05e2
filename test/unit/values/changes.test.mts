import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { customerRecord } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import {
	changesBetween,
	completeBody,
	needsRecord,
} from '../../../nodes/EnergyProjects/values/changes.ts';

const ID = '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34';
const customer: IDataObject = {
	...{ id: ID, humanId: 'C-007', firstName: 'Anna', lastName: 'Schmidt', isCompany: false },
	...{ email: 'anna@example.com', invoiceEmail: null },
	address: {
		addressLine1: 'Lindenstraße 12',
		addressLine2: null,
		city: 'Leipzig',
		countryCode: 'DE',
	},
};
const floor = { id: 'c1', name: 'Floor', flowTemperature: 35 };
const radiators = { id: 'c2', name: 'Radiators', flowTemperature: 55 };

// Which values are the same is in comparison.test.mts.
it.each<[string, IDataObject, IDataObject]>([
	['nothing, if nothing was given', {}, {}],
	['nothing, if everything is as it was', { ...customer }, {}],
	['nothing to clear what is empty', { invoiceEmail: '', phoneNumber: null }, {}],
	['nothing for parts of an address that it has', { address: { countryCode: 'de' } }, {}],
	['nothing for an empty part that it lacks', { address: { addressLine2: '' } }, {}],
	['nothing that the service sets itself', { id: 'x', humanId: 'C-008', updatedAt: 'x' }, {}],
	['only what differs', { firstName: 'ANNA', lastName: 'Schmidt' }, { firstName: 'ANNA' }],
	['null for a whole address', { address: null }, { address: null }],
	[
		'a complete address, since a service may replace it',
		{ address: { city: 'Dresden' } },
		{ address: { addressLine1: 'Lindenstraße 12', city: 'Dresden', countryCode: 'DE' } },
	],
])('an update sends %s', (_, body, sent) => {
	expect(changesBetween(customerRecord, customer, body)).toEqual(sent);
});

it('an update sends what the record lacks', () => {
	const body = { numberOfFloors: 0, isLead: false, address: { city: 'X' } };
	expect(changesBetween(projectRecord, {}, body)).toEqual(body);
	expect(changesBetween(projectRecord, { address: null }, { address: { city: '' } })).toEqual({});
});

describe('coordinates', () => {
	const stored = {
		...{ addressLine1: 'Weg 1', city: 'Kiel', country: 'D' },
		...{ latitude: 54.3, longitude: 10.1 },
	};
	const { latitude: _latitude, longitude: _longitude, ...place } = stored;

	it.each<[string, IDataObject, IDataObject | null]>([
		['go with a place that moves', { city: 'Berlin' }, { ...place, city: 'Berlin' }],
		['go with a place that is emptied', { city: '' }, { ...place, city: '' }],
		[
			'are those that were given with the new place',
			{ city: 'Berlin', latitude: 52.5 },
			{ ...place, city: 'Berlin', latitude: 52.5 },
		],
		['can be given alone', { latitude: 54.4 }, { ...stored, latitude: 54.4 }],
		[
			'stay with a place that is completed',
			{ addressLine2: '2. OG', postalCode: '24103' },
			{ ...stored, addressLine2: '2. OG', postalCode: '24103' },
		],
		[
			'stay with a place that is written differently',
			{ addressLine1: ' weg 1', city: 'KIEL', countryCode: 'DE' },
			{ ...stored, addressLine1: ' weg 1', city: 'KIEL', countryCode: 'DE' },
		],
		['are gone if nothing is left', { addressLine1: '', city: '', country: '' }, null],
	])('%s', (_, address, sent) => {
		const record = { address: stored };
		expect(changesBetween(customerRecord, record, { address })).toEqual({ address: sent });
	});
});

describe('circuits', () => {
	const sentFor = (
		given: IDataObject[],
		record: IDataObject[] = [floor, radiators],
		keepsOthers = false,
	) =>
		changesBetween(
			projectRecord,
			{ heatingCircuits: record },
			{ heatingCircuits: given },
			keepsOthers,
		).heatingCircuits;
	const twins = [floor, { ...radiators, name: 'floor' }];

	it.each<[string, IDataObject[], IDataObject[]]>([
		[
			'are paired by their IDs',
			[{ id: 'c1', flowTemperature: 30 }, { id: 'c2' }],
			[{ ...floor, flowTemperature: 30 }, radiators],
		],
		[
			'are paired by their names, whatever the letter case and the blanks',
			[{ name: ' FLOOR', flowTemperature: 30 }, { name: 'Radiators' }],
			[{ ...floor, name: ' FLOOR', flowTemperature: 30 }, radiators],
		],
		['are sent in the order given', [{ name: 'Radiators' }, { id: 'c1' }], [radiators, floor]],
		['that are not given are removed', [{ name: 'Floor' }], [floor]],
		['are removed by an empty list', [], []],
		[
			'with a new name are new',
			[{ id: 'c1' }, { id: 'c2' }, { name: 'New' }],
			[floor, radiators, { name: 'New' }],
		],
		[
			'with an ID that is out of date are paired by their names, and keep the ID of now',
			[
				{ id: 'c8', name: 'Floor', flowTemperature: 30 },
				{ id: 'c9', name: 'Radiators' },
			],
			[{ ...floor, flowTemperature: 30 }, radiators],
		],
		[
			'with an unknown ID and a new name are new, also several of that name',
			[
				{ id: 'c9', name: 'New' },
				{ id: 'c10', name: 'New' },
			],
			[
				{ id: 'c9', name: 'New' },
				{ id: 'c10', name: 'New' },
			],
		],
		[
			'with the name of one that another ID means are new',
			[{ id: 'c2' }, { name: 'Radiators' }],
			[radiators, { name: 'Radiators' }],
		],
	])('%s', (_, given, sent) => {
		expect(sentFor(given)).toEqual(sent);
	});

	const unnamed = [
		{ id: 'c1', flowTemperature: 35 },
		{ id: 'c2', flowTemperature: 45 },
	];
	const first = { ...floor, name: 'EG' };
	const second = { ...radiators, name: 'EG' };
	const addedKeeps: Array<[string, IDataObject[], IDataObject[], IDataObject[] | undefined]> = [
		[
			'changes one of two',
			[{ name: 'Floor', flowTemperature: 30 }],
			[floor, radiators],
			[{ ...floor, flowTemperature: 30 }, radiators],
		],
		[
			'adds a new one at the end',
			[{ name: 'New' }, { id: 'c2', name: 'OG' }],
			[floor, radiators],
			[floor, { ...radiators, name: 'OG' }, { name: 'New' }],
		],
		[
			'sends nothing if the stored ones say the same',
			[{ name: 'Radiators' }],
			[floor, radiators],
			undefined,
		],
		[
			'sends nothing if one of two with one name says the same',
			[{ name: 'EG', flowTemperature: second.flowTemperature }],
			[first, second],
			undefined,
		],
	];

	it.each(addedKeeps)('with others kept: %s', (_, given, record, sent) => {
		expect(sentFor(given, record, true)).toEqual(sent);
	});

	it('with others kept: one without a name and an ID is refused, since it would be added with each run', () => {
		for (const record of [[floor, radiators], unnamed])
			expect(() => sentFor([{ flowTemperature: 30 }], record, true)).toThrow(
				/neither a name nor an ID/,
			);
		expect(sentFor([{ flowTemperature: 30 }], [], true)).toHaveLength(1);
	});

	it('without a name are paired by place if there are as many, and are new if there are not', () => {
		const given = [{ flowTemperature: 40 }, { flowTemperature: 45 }];
		expect(sentFor(given, unnamed)).toEqual([{ ...unnamed[0], flowTemperature: 40 }, unnamed[1]]);
		expect(sentFor(given.slice(1), unnamed)).toEqual(given.slice(1));
	});

	it.each([
		['and an ID', [{ flowTemperature: 40 }]],
		['and with an ID that is out of date', [{ id: 'c8', flowTemperature: 40 }]],
	])('without a name %s are refused beside stored ones that have one', (_, given) => {
		for (const record of [
			[floor],
			[floor, radiators],
			[{ id: 'c1', flowTemperature: 35 }, radiators],
		])
			expect(() => sentFor(given, record)).toThrow(
				/one has neither a name nor an ID, .* would be lost/,
			);
	});

	it.each<[string, IDataObject[]]>([
		['as they are stored', [first, second]],
		['without their IDs', [first, second].map(({ id: _, ...rest }) => rest)],
		[
			'with IDs that are out of date',
			[
				{ ...first, id: 'c8' },
				{ ...second, id: 'c9' },
			],
		],
		['with only their names', [{ name: 'EG' }, { name: 'EG' }]],
	])('with one name are unchanged if the list says the same: %s', (_, given) => {
		expect(sentFor(given, [first, second])).toBeUndefined();
	});

	it.each([
		['without names', unnamed],
		['with one name', [first, second]],
	])('in another order keep their own IDs: %s', (_, stored) => {
		const given = stored.map(({ id: _id, ...parts }) => parts).reverse();
		expect(sentFor(given, stored)).toEqual([...stored].reverse());
	});

	it('that change places by their IDs are sent, whatever else is the same', () => {
		const record = [
			{ id: 'c1', index: 1 },
			{ id: 'c2', index: 2 },
		];
		const given = [
			{ id: 'c1', index: 2 },
			{ id: 'c2', index: 1 },
		];
		expect(sentFor(given, record)).toEqual(given);
	});

	it('of one name are new if none of that name is stored', () => {
		const given = [{ name: 'EG', flowTemperature: 35 }, { name: 'EG' }];
		expect(sentFor(given, [radiators])).toEqual(given);
		expect(sentFor(given, [])).toEqual(given);
	});

	it('in another order are the same if each says its position', () => {
		const record = [
			{ ...floor, index: 1 },
			{ ...radiators, index: 2 },
		];
		expect(sentFor([{ id: 'c2' }, { id: 'c1' }], record)).toBeUndefined();
		const moved = [
			{ id: 'c2', index: 1 },
			{ id: 'c1', index: 2 },
		];
		expect(sentFor(moved, record)).toHaveLength(2);
	});

	it('in another order differ if only some say their positions', () => {
		const record = [floor, { ...radiators, index: 2 }];
		expect(sentFor([{ id: 'c2' }, { id: 'c1' }], record)).toEqual(record.toReversed());
	});

	it('are paired past whatever else a record has in their place', () => {
		const record = [null, 'Floor', [floor], radiators] as IDataObject[];
		const given = [
			{ name: 'Radiators', flowTemperature: 50 },
			{ name: 'New', flowTemperature: 40, id: 'c3' },
		];
		expect(sentFor(given, record)).toEqual([{ ...radiators, flowTemperature: 50 }, given[1]]);
	});

	it.each([
		['in the record', twins, [{ name: 'Floor' }]],
		['in the item', [floor], [{ name: 'Floor' }, { name: 'floor' }]],
		['in the record, beside an ID that is out of date', twins, [{ id: 'c9', name: 'Floor' }]],
		['in the item, beside such an ID', [floor], [{ id: 'c9', name: 'Floor' }, { name: 'Floor' }]],
	])('are refused if a name without an ID of the record occurs twice %s', (_, record, given) => {
		expect(() => sentFor(given, record)).toThrow(
			/^Heating Circuits \(heatingCircuits\): several have the name "Floor".*Give each its ID/,
		);
	});

	it('of the same name are told apart by their IDs', () => {
		const given = [{ id: 'c2', flowTemperature: 50 }, { id: 'c1' }];
		expect(sentFor(given, twins)).toEqual([{ ...twins[1], flowTemperature: 50 }, floor]);
		const [, second] = twins;
		expect(sentFor([{ id: 'c1' }, { name: 'Floor' }], twins)).toEqual([
			floor,
			{ ...second, name: 'Floor' },
		]);
	});
});

describe('the record is read before an update', () => {
	const whole = {
		...{ addressLine1: 'Weg 1', addressLine2: '', postalCode: '24103', city: 'Kiel' },
		...{ country: 'Germany', countryCode: 'DE', latitude: 54.32, longitude: 10.13 },
	};
	const circuit = { ...floor, returnTemperature: 28, index: 0 };

	it.each<[boolean, string, IDataObject]>([
		[true, 'if an address lacks a part', { address: { city: 'Kiel' } }],
		[true, 'if a part of an address is emptied', { address: { city: '' } }],
		[true, 'if a circuit lacks a value', { heatingCircuits: [circuit, floor] }],
		[false, 'not if an address has every part', { address: whole }],
		[false, 'not if the whole address is cleared', { address: null }],
		[false, 'not if every circuit has every value', { heatingCircuits: [circuit] }],
		[false, 'not if all circuits are removed', { heatingCircuits: [] }],
		[false, 'not for other fields', { name: 'Haus' }],
	])('%s: %s', (needs, _, body) => {
		expect(needsRecord(projectRecord, body)).toBe(needs);
	});

	it.each<[boolean, string, IDataObject]>([
		[true, 'also if every circuit has every value', { heatingCircuits: [circuit] }],
		[false, 'not if an address has every part', { address: whole }],
		[false, 'not if no circuit is given', { heatingCircuits: [] }],
	])('if other circuits stay, %s: %s', (needs, _, body) => {
		expect(needsRecord(projectRecord, body, true)).toBe(needs);
	});
});

describe('any change', () => {
	const text = fc.constantFrom('', 'a', 'A', 'b');
	const number = fc.constantFrom(0, 1, -2.5);
	const part = { requiredKeys: [] };
	const address = fc.record({ city: text, postalCode: text, latitude: number }, part);
	const circuit = fc.record(
		{ id: fc.constantFrom('c1', 'c2', 'c3'), name: text, flowTemperature: number },
		part,
	);
	const circuits = fc.uniqueArray(circuit, {
		maxLength: 4,
		selector: ({ id }) => id ?? Symbol('none'),
	});
	const body = fc.record(
		{
			name: text,
			humanId: fc.option(text),
			isLead: fc.option(fc.boolean()),
			projectValue: fc.option(number),
			installationDate: fc.option(fc.constantFrom('2026-12-31', '2027-01-01')),
			buildingType: fc.option(fc.constantFrom('terracedHouse', 'commercialBuilding')),
			address: fc.option(address),
			heatingCircuits: circuits,
		},
		part,
	) as fc.Arbitrary<IDataObject>;

	/** The body that is sent, unless the circuits of the two are refused. */
	const sentOf = (record: IDataObject, wanted: IDataObject, work = changesBetween): IDataObject => {
		try {
			return work(projectRecord, record, wanted);
		} catch {
			return fc.pre(false) as never;
		}
	};

	it('is not sent again, or two systems would update each other for ever', () => {
		fc.assert(
			fc.property(body, body, (record, wanted) => {
				const updated = { ...record, ...sentOf(record, wanted) };
				expect(sentOf(updated, wanted)).toEqual({});
			}),
			{ numRuns: 2000 },
		);
	});

	it('names only fields that were given, and changes neither the record nor the values', () => {
		fc.assert(
			fc.property(body, body, (record, wanted) => {
				const before = structuredClone({ record, wanted });
				const sent = Object.keys(sentOf(record, wanted));
				expect(Object.keys(wanted)).toEqual(expect.arrayContaining(sent));
				expect({ record, wanted }).toEqual(before);
			}),
		);
	});

	it('keeps each stored circuit at most once, with all that was not given', () => {
		fc.assert(
			fc.property(circuits, circuits, (stored, given) => {
				const wanted = { heatingCircuits: given };
				const sent = sentOf({ heatingCircuits: stored }, wanted, completeBody)
					.heatingCircuits as IDataObject[];
				const ids = sent.map(({ id }) => id).filter((id) => id !== undefined);
				expect(new Set(ids).size).toBe(ids.length);
				expect(sent).toHaveLength(given.length);
				for (const [place, one] of sent.entries()) {
					const { id: givenId, ...parts } = given[place];
					const others = Object.fromEntries(
						Object.entries(parts).filter(([, part]) => part !== ''),
					);
					expect(one).toMatchObject(others);
					// An ID that the record does not have may be out of date.
					if (givenId !== undefined && stored.some(({ id }) => id === givenId))
						expect(one.id).toBe(givenId);
					const partner = stored.find(({ id }) => id !== undefined && id === one.id);
					const { flowTemperature } = { ...partner, ...given[place] };
					expect(one.flowTemperature ?? flowTemperature).toBe(
						flowTemperature ?? one.flowTemperature,
					);
				}
			}),
			{ numRuns: 2000 },
		);
	});
});

it('parts that this package does not know go back with those that complete an address or a circuit', () => {
	const address = { addressLine1: 'Weg 1', city: 'Kiel', state: 'SH' };
	const heatingCircuits = [{ id: 'c1', name: 'EG', circuitType: 'floor', flowTemperature: 35 }];
	const record = { address, heatingCircuits };
	const body = {
		address: { addressLine1: 'Weg 2' },
		heatingCircuits: [{ name: 'EG', flowTemperature: 40 }],
	};
	expect(completeBody(projectRecord, record, body)).toEqual({
		address: { ...address, addressLine1: 'Weg 2' },
		heatingCircuits: [{ ...heatingCircuits[0], flowTemperature: 40 }],
	});
});
