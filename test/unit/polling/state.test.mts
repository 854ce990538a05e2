import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { compareRecords } from '../../../nodes/EnergyProjects/polling/comparing/compareRecords.ts';
import {
	entryMaker,
	recordIdOf,
	recordKeyOf,
	lastKnownOf,
} from '../../../nodes/EnergyProjects/polling/entries/entry.ts';
import {
	reportCountIn,
	withNextReport,
} from '../../../nodes/EnergyProjects/polling/entries/reportCount.ts';
import { entryConverter } from '../../../nodes/EnergyProjects/polling/entries/layoutChange.ts';
import { layoutOf } from '../../../nodes/EnergyProjects/polling/entries/layout.ts';
import type { State } from '../../../nodes/EnergyProjects/polling/state/state.ts';
import { stateIn, stateText } from '../../../nodes/EnergyProjects/polling/state/stateText.ts';
import { customerRecord } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { size } from '../../sizes.mts';
import { fullProject } from './projects.mts';

const layout = layoutOf(projectRecord);
const nothing = { entries: new Map(), toRepeat: new Map() };
const known = async (records: IDataObject[]) => ({
	...nothing,
	layout,
	entries: (await compareRecords(projectRecord, { ...nothing, layout }, records, true)).entries,
});
const changesBetween = async (...compared: Parameters<typeof compareRecords>) =>
	(await compareRecords(...compared)).changes;
const changedFields = async (before: IDataObject, after: IDataObject) => {
	const changes = await changesBetween(projectRecord, await known([before]), [after], true);
	return changes.map(({ change, changedFields: fields }) => [change, fields]);
};

const stateOf = async (count: number): Promise<State> => {
	const records = Array.from({ length: count }, (_, number) => fullProject(number));
	const { entries } = await known(records);
	return {
		baseUrlDigest: 'a digest',
		company: 'a company',
		snapshots: {
			project: { layout, covers: ['project.edited'], wholeAt: 0, missing: new Map(), entries },
		},
	};
};
const bytesOf = async (count: number) =>
	Buffer.byteLength(JSON.stringify(await stateText(await stateOf(count))));

/** What can be written and compared; all records have the same company. */
const comparedFields = projectRecord.fields.filter(
	({ access, name }) => access !== 'readOnly' && name !== 'companyId',
);

/**
 * How many bytes of a state one project may take: 31 for ID, time and separator, the human ID between two colons, 1 for
 * a value that the layout lists, and 5 for the fingerprint of any other value.
 */
const mostBytesFor = (project: IDataObject): number =>
	comparedFields.reduce((bytes, { name }) => {
		const text = String(project[name]);
		if (name === 'humanId') return bytes + text.length + 2;
		return bytes + (layout.values.includes(text) ? 1 : 5);
	}, 31);

describe('an ID', () => {
	it('comes back as it was, but a UUID in lower case', () => {
		fc.assert(
			fc.property(fc.oneof(fc.uuid(), fc.string({ minLength: 1 })), (id) => {
				fc.pre(!/\p{Surrogate}/u.test(id));
				expect(recordIdOf(recordKeyOf({ id }) ?? '')).toBe(id);
			}),
		);
		const id = '5D3F0D7E-6F8B-4A0F-9A55-5F6D1B2C3D4E';
		expect(recordIdOf(recordKeyOf({ id }) ?? '')).toBe(id.toLowerCase());
	});

	it.each([undefined, null, '', {}])('%s is not one', (id) => {
		expect(recordKeyOf({ id: id as string })).toBeUndefined();
	});
});

describe('an entry', () => {
	it('shows each field in which two records differ, and no other', async () => {
		const before = fullProject(1);
		for (const { name } of comparedFields) {
			expect(before[name], name).toBeDefined();
			expect(await changedFields(before, { ...before, [name]: null })).toEqual([
				['edited', [name]],
			]);
		}
	});

	it.each<[string, IDataObject, IDataObject]>([
		[
			'the order of keys',
			{ address: { addressLine1: 'Weg 1', postalCode: '24103', city: 'Kiel' } },
			{ address: { city: 'Kiel', addressLine1: 'Weg 1', postalCode: '24103' } },
		],
		['an empty text instead of null', { installationDate: null }, { installationDate: '' }],
		[
			'a time after a date',
			{ installationDate: '2026-09-01' },
			{ installationDate: '2026-09-01T00:00:00Z' },
		],
		['fields that cannot be written', {}, { buildingHeatLoadKw: 99, somethingNew: 1 }],
	])('does not count %s as an edit', async (_, before, after) => {
		const project = fullProject(1);
		expect(await changedFields({ ...project, ...before }, { ...project, ...after })).toEqual([]);
	});

	it('shows an edit that changed only the time of the last change', async () => {
		const before = fullProject(1);
		const after = { ...before, updatedAt: '2027-01-01T00:00:00Z' };
		expect(await changedFields(before, after)).toEqual([['edited', []]]);
	});

	it('gives back the status and the human ID of a deleted record', () => {
		const entryOf = entryMaker(projectRecord, layout);
		const project = { ...fullProject(1), humanId: 'P-ü:,1', status: 'archived' };
		expect(lastKnownOf(entryOf(project), layout)).toEqual({
			humanId: 'P-ü:,1',
			status: 'archived',
		});
		const bare = { ...project, humanId: null, status: null, updatedAt: 'unreadable' };
		expect(lastKnownOf(entryOf(bare), layout)).toEqual({});
		expect(lastKnownOf('', layout)).toEqual({});
	});

	it('does not keep a human ID that is much too long, but shows that it changed', async () => {
		const project = { ...fullProject(1), humanId: 'P'.repeat(100_000) };
		const entry = entryMaker(projectRecord, layout)(project);
		expect(entry.length).toBeLessThan(1_000);
		expect(lastKnownOf(entry, layout).humanId).toBeUndefined();
		expect(await changedFields(project, { ...project, humanId: `${project.humanId}1` })).toEqual([
			['edited', ['humanId']],
		]);
	});

	it('of a version that knew fewer fields and values shows no edit of a new field', async () => {
		const older = {
			fields: layout.fields.filter((name) => name !== 'name'),
			values: layout.values.slice(0, 3),
		};
		const record = fullProject(1);
		const { entries } = await compareRecords(
			projectRecord,
			{ ...nothing, layout: older },
			[record],
			true,
		);
		const convert = entryConverter(projectRecord, older, layout);
		const converted = new Map([...entries].map(([key, entry]) => [key, convert(entry)]));
		const before = { ...nothing, entries: converted, layout };
		expect(await changesBetween(projectRecord, before, [record], true)).toEqual([]);
		const edited = { ...record, name: 'other', status: 'archived' };
		const { changes, entries: next } = await compareRecords(projectRecord, before, [edited], true);
		expect(changes).toMatchObject([{ change: 'edited', changedFields: ['status'] }]);
		const later = { ...edited, name: 'another' };
		expect(
			await changesBetween(projectRecord, { ...before, entries: next }, [later], true),
		).toMatchObject([{ change: 'edited', changedFields: ['name'] }]);
	});

	it('of a version that knew more values shows no edit either', () => {
		const entry = entryMaker(projectRecord, layout)(fullProject(1));
		const fewer = { ...layout, values: layout.values.slice(0, 3) };
		const there = entryConverter(projectRecord, layout, fewer)(entry);
		expect(there).toBe(entryMaker(projectRecord, fewer)(fullProject(1)));
		expect(entryConverter(projectRecord, fewer, layout)(there)).toBe(entry);
	});

	it('of a poll that watched other computed fields keeps the values of those that both watch', async () => {
		const [load, sizing] = ['buildingHeatLoadKw', 'heatPumpSizing'];
		const before = layoutOf(projectRecord, [load]);
		const after = layoutOf(projectRecord, [load, sizing]);
		const record = { ...fullProject(1), [load]: 9.2, [sizing]: { bivalencePoint: -5 } };
		const entry = withNextReport(entryMaker(projectRecord, before)(record));
		const key = recordKeyOf(record) ?? '';
		const converted = entryConverter(projectRecord, before, after)(entry);
		const known = { ...nothing, layout: after, entries: new Map([[key, converted]]) };
		expect(await changesBetween(projectRecord, known, [record], true)).toEqual([]);
		const computed = { ...record, [load]: 9.3, [sizing]: null };
		expect(await changesBetween(projectRecord, known, [computed], true)).toMatchObject([
			{ change: 'edited', changedFields: [load], isSameTime: true },
		]);
		const back = entryConverter(projectRecord, after, before)(converted);
		expect(back).toBe(entry);
	});

	it('counts reports without an end, and shows no difference by that', async () => {
		const entry = entryMaker(projectRecord, layout)(fullProject(1));
		expect(reportCountIn(entry)).toBe('');
		const counts = new Set<string>();
		let counted = entry;
		for (let count = 0; count < 200; count++) {
			counted = withNextReport(counted);
			counts.add(reportCountIn(counted));
			expect(lastKnownOf(counted, layout)).toEqual(lastKnownOf(entry, layout));
		}
		expect(counts.size).toBe(200);
		expect(counted.length).toBe(entry.length + 5);
		const project = fullProject(1);
		const entries = new Map([[recordKeyOf(project) ?? '', counted]]);
		const { changes, entries: next } = await compareRecords(
			projectRecord,
			{ ...nothing, layout, entries },
			[project],
			true,
		);
		expect(changes).toEqual([]);
		expect(next).toEqual(entries);
	});

	it('works for customers too', async () => {
		const own = layoutOf(customerRecord);
		const customer = { id: 'a', firstName: 'Ada', email: 'a@mail.example', isCompany: false };
		const before = { ...nothing, layout: own };
		const { entries } = await compareRecords(customerRecord, before, [customer], true);
		const after = { ...customer, isCompany: true, email: null };
		expect(
			await changesBetween(customerRecord, { ...before, entries }, [after], true),
		).toMatchObject([{ change: 'edited', changedFields: ['email', 'isCompany'] }]);
	});
});

const withMissing = (state: State): State => {
	const { project } = state.snapshots;
	const [[one], [other]] = project.entries;
	const missing = new Map([
		[one, { asked: 0, nextAt: 0 }],
		[other, { asked: 9, nextAt: Date.UTC(2026, 2, 1) }],
	]);
	return { ...state, snapshots: { project: { ...project, missing } } };
};

describe('a state', () => {
	it('comes back as it was', async () => {
		const state = {
			...withMissing(await stateOf(100)),
			lastReport: {
				mark: 'm',
				reports: {
					project: new Map([[recordKeyOf({ id: 'x' }) ?? '', [{ before: undefined, times: 1 }]]]),
				},
			},
			toRepeat: {
				project: new Map(
					[...(await stateOf(2)).snapshots.project.entries].map(([key, before]) => [
						key,
						[
							{ before, times: 1 },
							{ before: undefined, times: 2 },
						],
					]),
				),
			},
		};
		expect(await stateIn(await stateText(state))).toEqual(state);
	});

	it('cannot be read if it was cut off anywhere', async () => {
		const text = await stateText(await stateOf(20));
		for (let length = 0; length < text.length; length += 7) {
			await expect(stateIn(text.slice(0, length))).rejects.toThrow();
		}
	});

	it.each([size(10_000, 50_000, 200)])(
		'of %i projects takes no more for each than its ID, time and human ID, and a few bytes for each field',
		async (count) => {
			const bytesForEach = Math.floor(((await bytesOf(count)) - (await bytesOf(0))) / count);
			expect(bytesForEach).toBeLessThanOrEqual(mostBytesFor(fullProject(1)));
		},
		60_000,
	);

	it('holds no names or addresses in plain text', async () => {
		const text = await stateText(await stateOf(10));
		for (const value of ['Wärmepumpe', 'Lindenstraße', 'Heizkörper']) {
			expect(text).not.toContain(value);
		}
	});
});

it('heating circuits in a different order are not an edit', async () => {
	const circuits = [
		{ id: 'a', name: 'Heizkörper' },
		{ id: 'b', name: 'Fußboden' },
	];
	const project = { ...fullProject(1), heatingCircuits: circuits };
	expect(
		await changedFields(project, { ...project, heatingCircuits: [...circuits].reverse() }),
	).toEqual([]);
	const changed = [circuits[0], { ...circuits[1], name: 'Wand' }];
	expect(await changedFields(project, { ...project, heatingCircuits: changed })).toEqual([
		['edited', ['heatingCircuits']],
	]);
});
