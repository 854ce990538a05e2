import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { fieldNamed } from '../../../../nodes/EnergyProjects/service/field.ts';
import { projectRecord } from '../../../../nodes/EnergyProjects/service/records/project.ts';
import {
	changesBetween,
	completeBody,
} from '../../../../nodes/EnergyProjects/values/changes/changes.ts';
import { pairEntries } from '../../../../nodes/EnergyProjects/values/changes/pairing.ts';

const circuits = fieldNamed(projectRecord.fields, 'heatingCircuits');
const eg = { id: 'c1', name: 'EG', flowTemperature: 35, returnTemperature: 28, index: 0 };
const og = { id: 'c2', name: 'OG', flowTemperature: 45, returnTemperature: 38, index: 1 };
const stored = [eg, og];

/** What an update sends for these circuits; undefined if nothing. */
const sentFor = (given: IDataObject[], record: IDataObject[] = stored) =>
	changesBetween(projectRecord, { heatingCircuits: record }, { heatingCircuits: given })
		.heatingCircuits;

describe('a circuit is completed from the stored one', () => {
	it.each<[string, IDataObject[], IDataObject[]]>([
		[
			'with its ID',
			[{ id: 'c1', flowTemperature: 36 }, { id: 'c2' }],
			[{ ...eg, flowTemperature: 36 }, og],
		],
		[
			'of its name, in a list without IDs',
			[{ name: 'EG', flowTemperature: 36 }, { name: 'OG' }],
			[{ ...eg, flowTemperature: 36 }, og],
		],
		[
			'of its name, whatever the letter case and the blanks',
			[{ name: ' eg', flowTemperature: 36 }, { name: 'Og ' }],
			[
				{ ...eg, name: ' eg', flowTemperature: 36 },
				{ ...og, name: 'Og ' },
			],
		],
		[
			'of its name, in another order',
			[{ name: 'OG' }, { name: 'EG', flowTemperature: 36 }],
			[og, { ...eg, flowTemperature: 36 }],
		],
		['of its name, beside circuits with an ID', [{ id: 'c2' }, { name: 'EG' }], [og, eg]],
		[
			'at its place, if it has no name',
			[{ flowTemperature: 36 }, {}],
			[{ ...eg, flowTemperature: 36 }, og],
		],
		[
			'at its place, if it has no name, beside a circuit with an ID',
			[{ id: 'c1' }, { flowTemperature: 46 }],
			[eg, { ...og, flowTemperature: 46 }],
		],
		[
			'at its place, if it has a new name and no circuit has an ID',
			[{ name: 'EG' }, { name: 'Obergeschoss' }],
			[eg, { ...og, name: 'Obergeschoss' }],
		],
	])('%s', (_, given, sent) => {
		expect(sentFor(given)).toEqual(sent);
	});

	it('of the same name, in their order, if several have it', () => {
		const twins = [eg, { ...og, name: 'EG' }];
		const given = [{ name: 'New' }, { name: 'EG' }, { name: 'EG', flowTemperature: 46 }];
		expect(sentFor(given, twins)).toEqual([
			{ name: 'New' },
			eg,
			{ ...og, name: 'EG', flowTemperature: 46 },
		]);
	});

	it('without an ID, if the given one brings an ID', () => {
		const { id, ...own } = eg;
		const given = { id, name: 'EG', flowTemperature: 36 };
		expect(sentFor([given], [own])).toEqual([{ ...own, ...given }]);
	});
});

describe('a circuit is removed', () => {
	it.each<[string, IDataObject[], IDataObject[]]>([
		['if the list with names does not have it', [{ name: 'OG' }], [og]],
		['if the list with IDs does not have it', [{ id: 'c1' }], [eg]],
		['if the list is empty', [], []],
	])('%s', (_, given, sent) => {
		expect(sentFor(given)).toEqual(sent);
	});
});

describe('a circuit is new', () => {
	const dg = { name: 'DG', flowTemperature: 30 };

	it.each<[string, IDataObject[], IDataObject[]]>([
		['if all stored circuits are in the list', [{ name: 'EG' }, { name: 'OG' }, dg], [eg, og, dg]],
		['in front of them too', [dg, { name: 'EG' }, { name: 'OG' }], [dg, eg, og]],
		['without a name too', [{ id: 'c1' }, { id: 'c2' }, { index: 5 }], [eg, og, { index: 5 }]],
		['if the others have IDs, also in the place of one', [{ id: 'c1' }, dg], [eg, dg]],
		[
			'if its ID is unknown',
			[{ id: 'c1' }, { id: 'c9', name: 'OG' }],
			[eg, { id: 'c9', name: 'OG' }],
		],
		[
			'if it has all values of those that are left over',
			[{ ...dg, returnTemperature: 25, index: 0 }],
			[{ ...dg, returnTemperature: 25, index: 0 }],
		],
	])('%s', (_, given, sent) => {
		expect(sentFor(given)).toEqual(sent);
	});
});

describe('the node refuses', () => {
	const twins = [eg, { ...og, name: 'EG' }];

	it.each<[string, IDataObject[], IDataObject[], string]>([
		[
			'a name that several stored circuits have',
			twins,
			[{ name: 'EG' }],
			'the name "EG" does not appear as often as in the record, so the node cannot tell which one is which.',
		],
		[
			'the same beside a circuit with an ID',
			[...twins, { id: 'c3', name: 'DG', flowTemperature: 30 }],
			[{ id: 'c3' }, { name: 'EG' }],
			'the name "EG" does not appear as often as in the record',
		],
		[
			'a name that several given circuits have',
			stored,
			[{ name: 'EG' }, { name: 'OG' }, { name: 'eg' }],
			'the name "EG" does not appear as often as in the record',
		],
		[
			'a new name among more circuits, while a stored name is missing',
			stored,
			[{ name: 'EG' }, { name: 'Obergeschoss' }, { name: 'DG' }],
			'entry 2 ("Obergeschoss") could be new, or one of the record under a new name; the node cannot tell.',
		],
		[
			'a new name at the place of another circuit',
			[...stored, { id: 'c3', name: 'DG', flowTemperature: 30 }],
			[{ name: 'EG' }, { name: 'Keller' }, { name: 'OG' }],
			'entry 2 ("Keller") could be new',
		],
		[
			'a circuit without ID and name, if the numbers differ',
			stored,
			[{ flowTemperature: 36 }],
			'entry 1 has no ID and no name, so the node cannot tell which one of the record it is.',
		],
		[
			'a circuit without ID and name whose index belongs to another one',
			stored,
			[{ index: 1, flowTemperature: 46 }, { index: 0 }],
			'entry 1 has no ID and no name',
		],
	])('%s', (_, record, given, problem) => {
		const attempt = () => sentFor(given, record);
		expect(attempt).toThrow(`Heating Circuits (heatingCircuits): ${problem}`);
		expect(attempt).toThrow('Give each entry its ID');
	});
});

describe('the order of circuits', () => {
	it.each<[string, IDataObject[]]>([
		['IDs', [{ id: 'c2' }, { id: 'c1' }]],
		['names', [{ name: 'OG' }, { name: 'EG' }]],
	])('is a change: %s', (_, given) => {
		expect(sentFor(given)).toEqual([og, eg]);
	});
});

describe('any list of circuits', () => {
	const value = fc.constantFrom(1, 2, 3);
	const entry = (...ids: string[]) =>
		fc.record(
			{
				id: fc.constantFrom(...ids),
				name: fc.constantFrom('EG', 'eg ', 'OG', 'DG', ''),
				flowTemperature: value,
				returnTemperature: value,
				index: value,
			},
			{ requiredKeys: [] },
		) as fc.Arbitrary<IDataObject>;
	const list = (...ids: string[]) =>
		fc.uniqueArray(entry(...ids), { maxLength: 4, selector: ({ id }) => id ?? Symbol('none') });
	const lists = [list('c1', 'c2', 'c3', 'c4'), list('c1', 'c2', 'c3', 'c9')] as const;

	const isEmpty = (part: unknown) => part === undefined || part === '';
	const paired = (record: IDataObject[], given: IDataObject[]) => {
		try {
			return pairEntries(circuits, record, given);
		} catch {
			return fc.pre(false) as never;
		}
	};

	it('stands for each stored circuit at most once', () => {
		fc.assert(
			fc.property(...lists, (record, given) => {
				const partners = paired(record, given).filter((partner) => partner !== undefined);
				expect(new Set(partners).size).toBe(partners.length);
			}),
			{ numRuns: 2000 },
		);
	});

	it('loses nothing that is stored for a paired circuit, unless it was given', () => {
		fc.assert(
			fc.property(...lists, (record, given) => {
				const partners = paired(record, given);
				const sent = completeBody(
					projectRecord,
					{ heatingCircuits: record },
					{ heatingCircuits: given },
				).heatingCircuits as IDataObject[];
				expect(sent).toHaveLength(given.length);
				for (const [place, partner = {}] of partners.entries()) {
					expect(sent[place]).toMatchObject(given[place]);
					for (const [name, part] of Object.entries(partner)) {
						if (!isEmpty(part) && !(name in given[place])) expect(sent[place][name]).toBe(part);
					}
				}
			}),
			{ numRuns: 2000 },
		);
	});

	it('pairs an ID with the same ID, and with nothing else', () => {
		fc.assert(
			fc.property(...lists, (record, given) => {
				for (const [place, partner] of paired(record, given).entries()) {
					const { id } = given[place];
					if (id === undefined) continue;
					const own = record.find((candidate) => candidate.id === id);
					if (own === undefined) expect(partner?.id).toBeUndefined();
					else expect(partner).toBe(own);
				}
			}),
			{ numRuns: 2000 },
		);
	});

	it('is as it was after a reading, in the same order', () => {
		fc.assert(
			fc.property(lists[0], (record) => {
				expect(sentFor(structuredClone(record), record)).toBeUndefined();
			}),
			{ numRuns: 2000 },
		);
	});

	it('that was sent is not sent again', () => {
		fc.assert(
			fc.property(...lists, (record, given) => {
				paired(record, given);
				const sent = sentFor(given, record) as IDataObject[] | undefined;
				expect(sentFor(given, sent ?? record)).toBeUndefined();
			}),
			{ numRuns: 2000 },
		);
	});

	it('is the same list if a name appears once more in the record, at a place of its own', () => {
		const record = [{ name: 'EG' }, {}, {}, { name: 'EG' }];
		const given = [{}, {}, { id: 'c1' }, { name: 'EG' }];
		const sent = sentFor(given, record) as IDataObject[];
		expect(sent).toEqual([{ name: 'EG' }, {}, { id: 'c1' }, { name: 'EG' }]);
		expect(sentFor(given, sent)).toBeUndefined();
	});
});

describe('a record with more circuits than can be sent', () => {
	const many = (count: number) =>
		Array.from({ length: count }, (_, index) => ({ id: `c${index}`, name: `Kreis ${index}` }));

	it.each([1_000, 1_001])('%i: can be emptied', (count) => {
		expect(sentFor([], many(count))).toEqual([]);
	});

	it('is compared up to a thousand', () => {
		expect(sentFor(many(1_000), many(1_000))).toBeUndefined();
		expect(sentFor([{ id: 'c7', name: 'A' }], many(1_000))).toEqual([{ id: 'c7', name: 'A' }]);
	});

	it('is not compared, and none of its circuits is looked at', () => {
		const looks: unknown[] = [];
		const record = many(1_001).map(
			(circuit) =>
				new Proxy(circuit, {
					get(target, name) {
						looks.push(name);
						return Reflect.get(target, name);
					},
				}),
		);
		expect(() => sentFor([{ name: 'Kreis 7' }], record)).toThrow(
			'Heating Circuits (heatingCircuits): the record has 1001 entries, but the node can compare at most 1000. Remove entries in the service first',
		);
		expect(looks).toEqual([]);
	});

	it('with names longer than any: they are the same only if they are exactly so', () => {
		const long = (letter: string) => letter.repeat(401);
		const record = [
			{ id: 'c1', name: long('a') },
			{ id: 'c2', name: long('b') },
		];
		expect(sentFor([{ name: long('b') }, { name: long('a') }], record)).toEqual([
			record[1],
			record[0],
		]);
		// Another letter case is another name here, so it counts as a new circuit.
		const given = [{ name: long('B') }, { name: long('a') }, { name: 'EG' }];
		expect(sentFor(given, record)).toEqual([given[0], record[0], given[2]]);
	});
});
