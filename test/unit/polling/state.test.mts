import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { compare } from '../../../nodes/EnergyProjects/polling/comparing/comparison.ts';
import {
	entryMaker,
	idOf,
	keyOf,
	remainsOf,
} from '../../../nodes/EnergyProjects/polling/entries/entry.ts';
import { layoutOf } from '../../../nodes/EnergyProjects/polling/entries/layout.ts';
import { stateIn, stateText } from '../../../nodes/EnergyProjects/polling/state/state.ts';
import type { State } from '../../../nodes/EnergyProjects/polling/state/state.ts';
import { customerRecord } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { size } from '../../sizes.mts';
import { fullProject } from './projects.mts';

const layout = layoutOf(projectRecord);
const known = (records: IDataObject[]) => ({
	layout,
	due: new Map(),
	entries: compare(projectRecord, { entries: new Map(), layout, due: new Map() }, records, true)
		.entries,
});
const changedFields = (before: IDataObject, after: IDataObject) =>
	compare(projectRecord, known([before]), [after], true).found.map(
		({ change, changedFields: fields }) => [change, fields],
	);

const stateOf = (count: number): State => {
	const records = Array.from({ length: count }, (_, number) => fullProject(number));
	const section = { covers: ['project.edited'], wholeAt: 0, ...known(records) };
	const { layout: own, entries, covers, wholeAt } = section;
	return {
		baseUrlDigest: 'a digest',
		company: 'a company',
		sections: { project: { layout: own, covers, wholeAt, entries } },
	};
};

describe('an ID', () => {
	it('comes back as it was, a UUID in lower case', () => {
		fc.assert(
			fc.property(fc.oneof(fc.uuid(), fc.string({ minLength: 1 })), (id) => {
				fc.pre(!/\p{Surrogate}/u.test(id));
				expect(idOf(keyOf({ id }) ?? '')).toBe(id);
			}),
		);
		const id = '5D3F0D7E-6F8B-4A0F-9A55-5F6D1B2C3D4E';
		expect(idOf(keyOf({ id }) ?? '')).toBe(id.toLowerCase());
	});

	it.each([undefined, null, '', {}])('%s is none', (id) => {
		expect(keyOf({ id: id as string })).toBeUndefined();
	});
});

describe('an entry', () => {
	it('tells each field in which two records differ, and no other', () => {
		const comparable = projectRecord.fields.filter(
			({ access, name }) => access !== 'readOnly' && name !== 'companyId',
		);
		const before = fullProject(1);
		for (const { name } of comparable) {
			expect(before[name], name).toBeDefined();
			expect(changedFields(before, { ...before, [name]: null })).toEqual([['edited', [name]]]);
		}
	});

	it.each<[string, IDataObject]>([
		[
			'the order of keys',
			{ address: { city: 'Kiel', addressLine1: 'Weg 1', postalCode: '24103' } },
		],
		['an empty text for null', { installationDate: '' }],
		['a time behind a day', { installationDate: null }],
		['fields nobody can write', { buildingHeatLoadKw: 99, somethingNew: 1 }],
	])('does not take %s for an edit', (_, after) => {
		const before = {
			...fullProject(1),
			address: { addressLine1: 'Weg 1', postalCode: '24103', city: 'Kiel' },
			installationDate: null,
		};
		expect(changedFields(before, { ...before, ...after })).toEqual([]);
	});

	it('tells an edit that changed nothing but its time', () => {
		const before = fullProject(1);
		const after = { ...before, updatedAt: '2027-01-01T00:00:00Z' };
		expect(changedFields(before, after)).toEqual([['edited', []]]);
	});

	it('of a record that is gone tells status and number', () => {
		const entryOf = entryMaker(projectRecord, layout);
		const project = { ...fullProject(1), humanId: 'P-ü:,1', status: 'archived' };
		expect(remainsOf(entryOf(project), layout)).toEqual({ humanId: 'P-ü:,1', status: 'archived' });
		const bare = { ...project, humanId: null, status: null, updatedAt: 'unreadable' };
		expect(remainsOf(entryOf(bare), layout)).toEqual({});
		expect(remainsOf('', layout)).toEqual({});
	});

	it('of a version that knew fewer fields and values: what is new is no edit', () => {
		const older = {
			fields: layout.fields.filter((name) => name !== 'name'),
			values: layout.values.slice(0, 3),
		};
		const record = fullProject(1);
		const nothing = { entries: new Map(), due: new Map() };
		const { entries } = compare(projectRecord, { ...nothing, layout: older }, [record], true);
		const before = { entries, due: new Map(), layout: older };
		expect(compare(projectRecord, before, [record], true).found).toEqual([]);
		const edited = { ...record, name: 'other', status: 'archived' };
		expect(compare(projectRecord, before, [edited], true).found).toMatchObject([
			{ change: 'edited', changedFields: ['status'] },
		]);
	});

	it('stands for customers too', () => {
		const own = layoutOf(customerRecord);
		const customer = { id: 'a', firstName: 'Ada', email: 'a@mail.example', isCompany: false };
		const nothing = { entries: new Map(), due: new Map(), layout: own };
		const { entries } = compare(customerRecord, nothing, [customer], true);
		const after = { ...customer, isCompany: true, email: null };
		expect(compare(customerRecord, { ...nothing, entries }, [after], true).found).toMatchObject([
			{ change: 'edited', changedFields: ['email', 'isCompany'] },
		]);
	});
});

describe('a state', () => {
	it('comes back as it was', () => {
		const state = {
			...stateOf(100),
			batch: {
				...{ mark: 'm', times: 2 },
				before: { project: new Map([[keyOf({ id: 'x' }) ?? '', undefined]]) },
			},
			due: { project: new Map([...stateOf(2).sections.project.entries]) },
		};
		expect(stateIn(stateText(state))).toEqual(state);
	});

	it('that was cut off anywhere is none', () => {
		const text = stateText(stateOf(20));
		for (let length = 0; length < text.length; length += 7) {
			expect(() => stateIn(text.slice(0, length))).toThrow();
		}
	});

	it.each([size(10_000, 50_000)])(
		'of %i projects takes less than 110 bytes for each with all fields',
		(count) => {
			const text = JSON.stringify(stateText(stateOf(count)));
			expect(Buffer.byteLength(text) / count).toBeLessThan(110);
		},
		60_000,
	);

	it('holds no value of a field', () => {
		const text = stateText(stateOf(10));
		for (const value of ['Wärmepumpe', 'Lindenstraße', 'Heizkörper']) {
			expect(text).not.toContain(value);
		}
	});
});

it('heating circuits in another order are no change', () => {
	const circuits = [
		{ id: 'a', name: 'Heizkörper' },
		{ id: 'b', name: 'Fußboden' },
	];
	const project = { ...fullProject(1), heatingCircuits: circuits };
	expect(changedFields(project, { ...project, heatingCircuits: [...circuits].reverse() })).toEqual(
		[],
	);
	const changed = [circuits[0], { ...circuits[1], name: 'Wand' }];
	expect(changedFields(project, { ...project, heatingCircuits: changed })).toEqual([
		['edited', ['heatingCircuits']],
	]);
});
