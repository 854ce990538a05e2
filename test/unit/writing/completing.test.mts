import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { customerResource } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectResource } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { circuitsTakenAway } from '../../../nodes/EnergyProjects/writing/circuits.ts';
import {
	changesBetween,
	completeBody,
	withoutUnknownParts,
} from '../../../nodes/EnergyProjects/writing/completing.ts';
import { says } from '../../documents.mts';

const ID = '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34';
const place = {
	...{ addressLine1: 'Lindenstraße 12', postalCode: '04109', city: 'Leipzig', countryCode: 'DE' },
};
const customer: IDataObject = {
	...{ id: ID, humanId: 'C-007', firstName: 'Anna', lastName: 'Schmidt', isCompany: false },
	...{ email: 'anna@example.com', invoiceEmail: null },
	address: { ...place, addressLine2: null },
};
const floor: IDataObject = { id: 'c1', name: 'Floor', flowTemperature: 35 };
const radiators: IDataObject = { id: 'c2', name: 'Radiators', flowTemperature: 55 };

// Which values are the same is in comparing.test.mts.
it.each<[string, IDataObject, IDataObject]>([
	['nothing to clear what is empty', { invoiceEmail: '', phoneNumber: null }, {}],
	['nothing for parts of an address that it has', { address: { countryCode: 'de' } }, {}],
	['nothing for an empty part that it lacks', { address: { addressLine2: '' } }, {}],
	['nothing for a postal code without its zero', { address: { postalCode: '4109' } }, {}],
	[
		'a postal code with fewer digits of another city',
		{ address: { postalCode: '4109', city: 'Basel', country: 'Switzerland' } },
		{ address: { ...place, postalCode: '4109', city: 'Basel', country: 'Switzerland' } },
	],
	[
		'a postal code with fewer digits outside Germany',
		{ address: { postalCode: '4109', countryCode: 'AT' } },
		{ address: { ...place, postalCode: '4109', countryCode: 'AT' } },
	],
	['only what differs', { firstName: 'Anne', lastName: ' Schmidt ' }, { firstName: 'Anne' }],
	['null for a whole address', { address: null }, { address: null }],
	[
		'a complete address, since a service may replace it',
		{ address: { city: 'Dresden' } },
		{ address: { ...place, city: 'Dresden' } },
	],
])('an update sends %s', (_, body, sent) => {
	expect(changesBetween(customerResource, customer, body, true)).toEqual(sent);
});

describe('coordinates', () => {
	const stored = {
		...{ addressLine1: 'Lindenstraße 5 a', postalCode: '04109', city: 'Leipzig', country: 'D' },
		...{ latitude: 51.3, longitude: 12.3 },
	};
	const { latitude: _latitude, longitude: _longitude, ...former } = stored;
	const sentFor = (address: IDataObject, record: IDataObject = stored) =>
		changesBetween(customerResource, { address: record }, { address }, true).address;

	it.each<[string, IDataObject]>([
		['that moves', { city: 'Berlin' }],
		['that moves within its street', { addressLine1: 'Lindenstraße 5 b' }],
		['that moves to another postal code', { postalCode: '04105' }],
		['that is emptied', { city: '' }],
	])('go with a place %s', (_, address) => {
		says('docs/action-node.md', 'A new street, postal code or city removes old coordinates');
		expect(sentFor(address)).toEqual({ ...former, ...address });
	});

	it.each<[string, IDataObject]>([
		['that is completed', { addressLine2: '2. OG' }],
		['with a short street', { addressLine1: 'Lindenstr. 5a' }],
		['with a street cut short without a dot', { addressLine1: 'Lindenstr 5 a' }],
		['with the letter of its country', { postalCode: 'D-04109' }],
		['with both letters of its country', { postalCode: 'DE 4109' }],
		['whose country is written in words', { country: 'Germany' }],
	])('stay with a place %s', (_, address) => {
		expect(sentFor(address)).toEqual({ ...stored, ...address });
	});

	it.each([
		['Dorfstraße', 'Dorfstr.'],
		['Dorfstr 5', 'Dorfstr.5'],
		['Weg 5 a links', 'Weg 5a links'],
	])('stay if only the spelling differs: %j, %j', (addressLine1, given) => {
		const written = { ...stored, addressLine1 };
		expect(sentFor({ addressLine1: given }, written)).toEqual({ ...written, addressLine1: given });
	});

	it.each([
		['Weg 1 12', 'Weg 11 2'],
		['Weg 5 am Bach', 'Weg 5am Bach'],
	])('go if it can be another place: %j, %j', (addressLine1, given) => {
		const sent = sentFor({ addressLine1: given }, { ...stored, addressLine1 });
		expect(sent).not.toHaveProperty('latitude');
	});

	it('can be given, alone and with a new place; and are gone if nothing is left of it', () => {
		expect(sentFor({ latitude: 51.4 })).toEqual({ ...stored, latitude: 51.4 });
		const moved = { city: 'Berlin', latitude: 52.5 };
		expect(sentFor(moved)).toEqual({ ...former, ...moved });
		const empty = { addressLine1: '', postalCode: '', city: '', country: '' };
		expect(sentFor(empty)).toBeNull();
	});

	it('stay with a place that gets a part which it did not have', () => {
		expect(sentFor({ city: 'Leipzig' }, { ...stored, city: '' })).toEqual(stored);
	});

	it('stay with a place abroad whose postal code loses its zero', () => {
		const abroad = { ...stored, country: 'France' };
		const postalCode = '4109';
		expect(sentFor({ postalCode }, abroad)).toEqual({ ...abroad, postalCode });
	});
});

describe('circuits', () => {
	const [keep, remove] = [true, false];
	const sentFor = (keeps: boolean, given: IDataObject[], stored = [floor, radiators]) =>
		changesBetween(projectResource, { heatingCircuits: stored }, { heatingCircuits: given }, keeps)
			.heatingCircuits;
	const warmer = { ...floor, flowTemperature: 30 };
	const loud = { name: ' FLOOR', flowTemperature: 30 };
	const loudFloor = { ...floor, ...loud };
	const fresh = { name: 'New', flowTemperature: 40 };
	const eg = { ...floor, name: 'EG' };
	const twin = { ...radiators, name: 'eg' };

	it.each<[string, IDataObject[], kept: IDataObject[], left: IDataObject[]]>([
		['paired by the ID', [{ id: 'c1', flowTemperature: 30 }], [warmer, radiators], [warmer]],
		['paired by the name, however it is written', [loud], [loudFloor, radiators], [loudFloor]],
		[
			'paired by the name if the ID is out of date, and with the ID of now',
			[{ id: 'c8', name: 'Floor', flowTemperature: 30 }],
			[warmer, radiators],
			[warmer],
		],
		['new', [fresh], [floor, radiators, fresh], [fresh]],
	])('one that is %s', (_, given, kept, left) => {
		expect(sentFor(keep, given)).toEqual(kept);
		expect(sentFor(remove, given)).toEqual(left);
	});

	it('are sent without the parts that are empty there', () => {
		const given = [{ id: 'c1', flowTemperature: 30 }];
		expect(sentFor(remove, given, [{ ...floor, returnTemperature: null }])).toEqual([warmer]);
	});

	it('that have no ID are told apart by their names, and only those that go are named', () => {
		const [first, second] = ['EG', 'OG'].map((name) => ({ name }));
		const record = { heatingCircuits: [first, second] };
		const body = { heatingCircuits: [{ name: 'eg' }] };
		expect(circuitsTakenAway(projectResource, record, body)).toEqual(['OG']);
	});

	it('that say what is stored are unchanged, in any order; with Remove, none may be left over', () => {
		const all = [{ name: 'Radiators' }, { id: 'c9', name: 'Floor', flowTemperature: 35 }];
		for (const keeps of [keep, remove]) expect(sentFor(keeps, all)).toBeUndefined();
		expect(sentFor(keep, [{ name: 'Floor' }])).toBeUndefined();
		expect(sentFor(remove, [{ name: 'Floor' }])).toEqual([floor]);
	});

	it('with Keep: without name and ID, and of a name that several have, are refused', () => {
		expect(() => sentFor(keep, [{ flowTemperature: 30 }])).toThrow(/no name, and no ID/);
		const change = { name: 'EG', flowTemperature: 30 };
		for (const given of [[change], [{ ...change, id: 'c9' }]])
			expect(() => sentFor(keep, given, [eg, twin])).toThrow(
				/^Heating Circuits \(heatingCircuits\): the name "EG" does not tell them apart.*or its ID/,
			);
		expect(() => sentFor(keep, [{ name: 'EG' }, { name: 'eg' }], [eg])).toThrow(/does not tell/);
		// What only says what is there changes nothing, and is no riddle.
		expect(sentFor(keep, [{ name: 'EG' }], [eg, twin])).toBeUndefined();
		const second = { ...twin, flowTemperature: 50 };
		expect(sentFor(keep, [{ id: 'c2', flowTemperature: 50 }], [eg, twin])).toEqual([eg, second]);
		expect(sentFor(keep, [{ flowTemperature: 30 }], [])).toEqual([{ flowTemperature: 30 }]);
	});

	it('are paired past whatever else a record has in their place', () => {
		const stored = [null, 'Floor', [floor], radiators] as IDataObject[];
		const given = [{ name: 'Radiators', flowTemperature: 50 }, fresh];
		const sent = [{ ...radiators, flowTemperature: 50 }, fresh];
		for (const keeps of [keep, remove]) expect(sentFor(keeps, given, stored)).toEqual(sent);
	});
});

it('no change is sent again, or two systems would update each other for ever', () => {
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
	const sentOf = (record: IDataObject, wanted: IDataObject, keeps: boolean): IDataObject => {
		try {
			return changesBetween(projectResource, record, wanted, keeps);
		} catch {
			return fc.pre(false) as never;
		}
	};
	fc.assert(
		fc.property(body, body, fc.boolean(), (record, wanted, keeps) => {
			const updated = { ...record, ...sentOf(record, wanted, keeps) };
			expect(sentOf(updated, wanted, keeps)).toEqual({});
		}),
		{ numRuns: 2000 },
	);
});

it('parts that this package does not know go back with those that complete an address or a circuit', () => {
	const address = { addressLine1: 'Weg 1', city: 'Kiel', state: 'SH' };
	const heatingCircuits = [{ id: 'c1', name: 'EG', circuitType: 'floor', flowTemperature: 35 }];
	const record = { address, heatingCircuits };
	const moved = { addressLine1: 'Weg 2' };
	const warmer = { name: 'EG', flowTemperature: 40 };
	const body = { address: moved, heatingCircuits: [warmer] };
	expect(completeBody(projectResource, record, body, true)).toEqual({
		address: { ...address, ...moved },
		heatingCircuits: [{ ...heatingCircuits[0], ...warmer }],
	});
});

it('what only the service knows stays whole where the parts that this package does not know are left out', () => {
	const hasGarage = { since: 2020, doors: [{ width: 2.5 }] };
	const address = { city: 'Kiel', state: 'SH' };
	expect(withoutUnknownParts(projectResource, { address, hasGarage })).toEqual({
		address: { city: 'Kiel' },
		hasGarage,
	});
});
