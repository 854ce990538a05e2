import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import {
	comparedFields,
	differs,
	entryOf,
	keptIn,
} from '../../../nodes/EnergyProjects/polling/entries.ts';
import {
	stateIn,
	stateText,
	withFields,
	withoutReports,
} from '../../../nodes/EnergyProjects/polling/state.ts';
import type { State } from '../../../nodes/EnergyProjects/polling/state.ts';
import { customerRecord } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { fullProject } from './projects.mts';

const LOAD = 'buildingHeatLoadKw';
const fields = comparedFields(projectRecord, []);
const names = fields.map(({ name }) => name);
const withLoad = comparedFields(projectRecord, [LOAD]);
const entry = (record: IDataObject, last?: string) => entryOf(record, fields, last);
/** Three characters for each field, after those for edits at the same time and for the time. */
const tokenOfName = (text: string) => text.slice(6 + 3 * names.indexOf('name')).slice(0, 3);
const changed = (one: IDataObject, other: IDataObject) =>
	differs(entry(one), entry(other), names)?.fields;

const stateWith = (
	entries: ReadonlyArray<readonly [string, string]>,
	missing: string[] = [],
): State => ({
	service: 'a digest a company',
	lists: {
		project: { kinds: ['project.edited'], fields: names, missing, entries: new Map(entries) },
	},
});

describe('an entry', () => {
	it('shows each field in which two records differ, and no other', () => {
		const before = fullProject(1);
		expect(names).toHaveLength(22);
		for (const name of names) {
			expect(before[name], name).toBeDefined();
			expect(changed(before, { ...before, [name]: null })).toEqual([name]);
		}
	});

	it.each<[string, IDataObject, IDataObject]>([
		[
			'the order of keys',
			{ address: { addressLine1: 'Weg 1', postalCode: '24103', city: 'Kiel' } },
			{ address: { city: 'Kiel', addressLine1: 'Weg 1', postalCode: '24103' } },
		],
		[
			'the order of circuits',
			{ heatingCircuits: [{ name: 'a' }, { name: 'b' }] },
			{ heatingCircuits: [{ name: 'b' }, { name: 'a' }] },
		],
		['an empty list instead of null', { heatingCircuits: null }, { heatingCircuits: [] }],
		['an address without content', { address: null }, { address: { city: '', country: null } }],
		['an empty text instead of null', { installationDate: null }, { installationDate: '' }],
		[
			'a time after a date',
			{ installationDate: '2026-09-01' },
			{ installationDate: '2026-09-01T00:00:00Z' },
		],
		[
			'another spelling of the same time',
			{ updatedAt: '2026-09-01T02:00:00+02:00' },
			{ updatedAt: '2026-09-01T00:00:00.000Z' },
		],
		['fields that cannot be written', {}, { [LOAD]: 99, somethingNew: 1, companyId: 'other' }],
	])('does not count %s as an edit', (_, before, after) => {
		const project = fullProject(1);
		expect(changed({ ...project, ...before }, { ...project, ...after })).toBeUndefined();
	});

	it.each<[IDataObject, IDataObject, string]>([
		[{ address: { city: 'Kiel' } }, { address: { addressLine1: 'Kiel' } }, 'address'],
		[{ heatingCircuits: [{ name: 'a' }] }, { heatingCircuits: [{ name: 'b' }] }, 'heatingCircuits'],
		[{ projectValue: 0 }, { projectValue: null }, 'projectValue'],
		[{ isLead: false }, { isLead: null }, 'isLead'],
	])('counts %j and %j as an edit', (before, after, field) => {
		const project = fullProject(1);
		expect(changed({ ...project, ...before }, { ...project, ...after })).toEqual([field]);
	});

	it('shows an edit of which only the time of the last change tells, also one that cannot be read', () => {
		const before = fullProject(1);
		for (const updatedAt of ['2027-01-01T00:00:00Z', 'soon', null]) {
			expect(differs(entry(before), entry({ ...before, updatedAt }), names)).toEqual({
				...{ isSameTime: false, fields: [] },
			});
		}
	});

	it('stays the same if the record does, and counts edits at the same time', () => {
		const [a, b] = [fullProject(1), { ...fullProject(1), name: 'other' }];
		let last = entry(a);
		expect(entry(a, last)).toBe(last);
		const seen = new Set([last]);
		for (const record of [b, a, b, a]) {
			last = entry(record, last);
			expect(entry(record, last)).toBe(last);
			seen.add(last);
		}
		expect(seen.size).toBe(5);
		const later = { ...a, updatedAt: '2027-01-01T00:00:00Z' };
		expect(entry(later, last).slice(0, 3)).toBe(last.slice(0, 3));
	});

	it('tells 20,000 texts apart, but for a few', () => {
		const tokens = new Set(
			Array.from({ length: 20_000 }, (_, name) => tokenOfName(entry({ name: `Haus ${name}` }))),
		);
		// Of 704,969 tokens, 284 are expected to come twice.
		expect(tokens.size).toBeGreaterThan(19_600);
		expect([...tokens].join('')).not.toMatch(/["\\,|~\s]/);
		expect(new Set([...tokens].join('')).size).toBe(89);
	});

	it('keeps status and human ID', () => {
		for (const humanId of ['P-1', 'P-ü,:1', 'a|b%2c', '"\\']) {
			const kept = entry({ status: 'archived', humanId });
			expect(keptIn(kept)).toEqual({ status: 'archived', humanId });
		}
		expect(keptIn(entry({ humanId: null }))).toEqual({});
		expect(keptIn('')).toEqual({});
	});

	it('keeps what is known of a computed field that the service leaves out', () => {
		const compare = (one: IDataObject, other: IDataObject) => {
			const last = entryOf(one, withLoad);
			const next = entryOf(other, withLoad, last);
			return [differs(last, next, [...names, LOAD])?.fields, next];
		};
		const [, left] = compare({ [LOAD]: 9 }, {});
		expect(left).toBe(entryOf({ [LOAD]: 9 }, withLoad));
		expect(compare({ [LOAD]: 9 }, { [LOAD]: null })[0]).toEqual([LOAD]);
		// Seen for the first time, it has not changed.
		expect(compare({}, { [LOAD]: 9 })[0]).toBeUndefined();
	});
});

describe('the saved text of a state', () => {
	const ID = '5d3f0d7e-6f8b-4a0f-9a55-5f6d1b2c3d4e';
	/** Such texts are in the databases of users: a version that reads them differently reports edits that nobody made. */
	const TEXT =
		'{"version":1,"service":"s c","lists":{"customer":{"kinds":["customer.created"],"fields":["firstName"],"missing":":17:","entries":"XT8Nfm-LSg-aVV9tGyw9Tg~~~Tjx1$}||K-1,:17:~~~_^FIIL|a%2cb|"}}}';

	it('is the same in every version', async () => {
		const first = comparedFields(customerRecord, []).filter(({ name }) => name === 'firstName');
		const of = (record: IDataObject) => entryOf(record, first);
		const customer = {
			...{ kinds: ['customer.created'], fields: ['firstName'], missing: ['17'] },
			entries: new Map([
				[ID, of({ firstName: 'Ada', humanId: 'K-1', updatedAt: '2026-04-01T00:00:00.001Z' })],
				['17', of({ firstName: 'Zoë', status: 'a,b' })],
			]),
		};
		const state: State = { service: 's c', lists: { customer } };
		expect(await stateText(state)).toBe(TEXT);
		expect(await stateIn(TEXT)).toEqual(state);
	});

	it('takes at most 120 bytes for a project with every field, as n8n saves it', async () => {
		const bytes = async (count: number) => {
			const projects = Array.from({ length: count }, (_, number) => fullProject(number));
			const entries = projects.map((project) => [String(project.id), entry(project)] as const);
			// n8n saves it as a text inside of its own JSON.
			return Buffer.byteLength(JSON.stringify(await stateText(stateWith(entries))));
		};
		expect((await bytes(1_000)) - (await bytes(0))).toBeLessThanOrEqual(120 * 1_000);
	});

	it('comes back as it was, whatever IDs and human IDs the service has', async () => {
		const text = fc.string({ unit: 'binary', minLength: 1 });
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.tuple(fc.oneof(fc.uuid(), text), text, text)),
				fc.array(fc.oneof(fc.uuid(), text)),
				async (records, missing) => {
					const entries = records.map(
						([id, humanId, status]) => [id, entry({ humanId, status })] as const,
					);
					const state = stateWith(entries, missing);
					expect(await stateIn(await stateText(state))).toEqual(state);
				},
			),
			{ numRuns: 50 },
		);
	});

	const refusal = async (change: (list: IDataObject, saved: IDataObject) => void) => {
		const saved = JSON.parse(TEXT) as IDataObject;
		const { customer } = saved.lists as IDataObject;
		change(customer as IDataObject, saved);
		return await stateIn(JSON.stringify(saved)).catch(({ message }: Error) => message);
	};

	it.each(['null', '[]', '7', '"text"', '{}', TEXT.replace('"version":1', '"version":9')])(
		'is refused if it has another form: %s',
		async (text) => {
			await expect(stateIn(text)).rejects.toThrow('it has an unknown format');
		},
	);

	it('is refused if it was cut off', async () => {
		await expect(stateIn(TEXT.slice(0, -20))).rejects.toThrow(SyntaxError);
	});

	it.each(['service', 'lists'])('is refused without %s', async (name) => {
		const without = await refusal((_, saved) => Reflect.deleteProperty(saved, name));
		expect(without).toBe('a part of it is missing');
	});

	it.each(['kinds', 'fields', 'missing', 'entries'])(
		'is refused if a list lacks %s, or has something else there',
		async (name) => {
			for (const value of [undefined, null, 7, [7], {}]) {
				expect(await refusal((list) => Object.assign(list, { [name]: value }))).toBe(
					'a part of it is missing',
				);
			}
		},
	);

	it('is refused if a list is none', async () => {
		const none = await refusal((_, saved) => Object.assign(saved, { lists: { customer: null } }));
		expect(none).toBe('a part of it is missing');
	});

	it.each(['XT8Nfm-LSg-aVV9tGyw9Tg~~~Tjx1$|Ada|', 'XT8Nfm', ':17', ':17:~~~_^FIIL'])(
		'is refused if one of its records is %s',
		async (entries) => {
			const broken = await refusal((list) => Object.assign(list, { entries }));
			expect(broken).toBe('one of its records cannot be read');
		},
	);

	it('may have no records and no lists', async () => {
		const empty = stateWith([]);
		expect(await stateIn(await stateText(empty))).toEqual(empty);
		const { lists } = await stateIn(await stateText({ service: 's', lists: {} }));
		expect(lists).toEqual({});
	});
});

describe('a state with other fields', () => {
	it('keeps what it knows of those that stay, and knows nothing of new ones', async () => {
		const record = { ...fullProject(1), [LOAD]: 9 };
		const known = stateWith([['a', entry(record)]], ['b']).lists.project;
		expect(await withFields(known, [...names])).toBe(known);
		const more = await withFields(known, [...names, LOAD]);
		expect(more.missing).toEqual(['b']);
		const was = more.entries.get('a') ?? '';
		const edited = entryOf({ ...record, name: 'other', [LOAD]: 10 }, withLoad, was);
		expect(differs(was, edited, more.fields)?.fields).toEqual(['name']);
		expect(keptIn(was)).toEqual(keptIn(entry(record)));
		expect(await withFields(more, names)).toEqual(known);
		const { entries } = await withFields(known, ['name']);
		expect(entries.get('a')?.slice(6, 9)).toBe(tokenOfName(entry(record)));
	});
});

describe('a state without what was reported', () => {
	const [before, after, later] = ['one', 'two', 'three'].map((name) => entry({ name }));
	const undone = (present: string | undefined, report: { before?: string; after?: string }) => {
		const state = stateWith(present === undefined ? [] : [['a', present]]);
		const reported = { project: { fields: names, entries: new Map([['a', report]]) } };
		return withoutReports(state, reported).lists.project.entries.get('a');
	};

	it.each([
		['created', after, { after }, undefined],
		['edited', after, { before, after }, before],
		['deleted', undefined, { before }, before],
		['created, and edited since', later, { after }, later],
		['edited twice', later, { before, after }, later],
		['edited, and deleted since', undefined, { before, after }, undefined],
		['deleted, and there again', later, { before }, later],
	])('of a record that was %s', (_, present, report, expected) => {
		expect(undone(present, report)).toBe(expected);
	});

	it('leaves other lists and other records alone', () => {
		const state = stateWith([['b', after]]);
		const reported = { customer: { fields: [], entries: new Map([['b', { after }]]) } };
		expect(withoutReports(state, reported)).toEqual(state);
	});
});
