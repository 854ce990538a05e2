import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import {
	entryMaker,
	lastKnownOf,
	recordIdOf,
	recordKeyOf,
} from '../../../../nodes/EnergyProjects/polling/entries/entry.ts';
import type { Layout } from '../../../../nodes/EnergyProjects/polling/entries/layout.ts';
import type { State } from '../../../../nodes/EnergyProjects/polling/state/state.ts';
import { stateIn, stateText } from '../../../../nodes/EnergyProjects/polling/state/stateText.ts';
import { projectRecord } from '../../../../nodes/EnergyProjects/service/records/project.ts';

/** The texts in this file are in the databases of users. A version that reads or writes them differently reports edits that nobody made. */
const layout: Layout = {
	fields: ['humanId', 'name', 'status', 'isLead', 'installationDate', 'address', 'projectValue'],
	values: ['false', 'true', 'inProgress', 'archived'],
};
const project: IDataObject = {
	...{ id: '5D3F0D7E-6F8B-4A0F-9A55-5F6D1B2C3D4E', humanId: 'P-1', name: 'Haus am See' },
	...{ status: 'inProgress', isLead: false, installationDate: '2026-09-01', projectValue: 20_000 },
	address: { addressLine1: 'Weg 1', city: 'Kiel' },
	updatedAt: '2026-04-01T00:00:00.001Z',
};
const KEY = 'XT8Nfm+LSg+aVV9tGyw9Tg';
const ENTRY = 'AZ1GVwAB:P-1:#xkfWDB#a44Y#NbTE#/mL5';

describe('the saved text of a record', () => {
	const entryOf = entryMaker(projectRecord, layout);

	it('is the same in every version', () => {
		expect(recordKeyOf(project)).toBe(KEY);
		expect(entryOf(project)).toBe(ENTRY);
	});

	it.each<[string, IDataObject, string]>([
		['without a time', { updatedAt: null }, '-:P-1:#xkfWDB#a44Y#NbTE#/mL5'],
		['that has no time', { updatedAt: undefined }, '-:P-1:#xkfWDB#a44Y#NbTE#/mL5'],
		['with an empty time', { updatedAt: '' }, '-:P-1:#xkfWDB#a44Y#NbTE#/mL5'],
		['whose time cannot be read', { updatedAt: 'soon' }, '#dnxb:P-1:#xkfWDB#a44Y#NbTE#/mL5'],
		['from 1970', { updatedAt: '1970-01-01T00:00Z' }, 'AAAAAAAA:P-1:#xkfWDB#a44Y#NbTE#/mL5'],
		['from 1960', { updatedAt: '1960-01-01T00:00:00Z' }, '#64d2:P-1:#xkfWDB#a44Y#NbTE#/mL5'],
		[
			'whose human ID has every special character',
			{ humanId: 'P:1,#~' },
			'AZ1GVwAB:P%3A1%2C%23~:#xkfWDB#a44Y#NbTE#/mL5',
		],
		[
			'with the longest human ID that is kept',
			{ humanId: 'P'.repeat(100) },
			`AZ1GVwAB:${'P'.repeat(100)}:#xkfWDB#a44Y#NbTE#/mL5`,
		],
		[
			'with a human ID that is too long',
			{ humanId: 'P'.repeat(101) },
			'AZ1GVwAB#nNlk#xkfWDB#a44Y#NbTE#/mL5',
		],
		['with an unknown status', { status: 'new' }, 'AZ1GVwAB:P-1:#xkfW#hfyPB#a44Y#NbTE#/mL5'],
		['named like a status', { name: 'archived' }, 'AZ1GVwAB:P-1:#0txUDB#a44Y#NbTE#/mL5'],
		['without a name', { name: '' }, 'AZ1GVwAB:P-1:ADB#a44Y#NbTE#/mL5'],
		['with an empty address', { address: {} }, 'AZ1GVwAB:P-1:#xkfWDB#a44YA#/mL5'],
		[
			'with an address in which nothing is filled in',
			{ address: { addressLine1: '', city: null } },
			'AZ1GVwAB:P-1:#xkfWDB#a44YA#/mL5',
		],
		['with a long name', { name: 'Haus'.repeat(50) }, 'AZ1GVwAB:P-1:#tuy8DB#a44Y#NbTE#/mL5'],
	])('%s', (_, more, expected) => {
		expect(entryOf({ ...project, ...more })).toBe(expected);
	});

	it.each<[unknown, string]>([
		[17, ':17:'],
		['a:b,c', ':a%3Ab%2Cc:'],
		['a broken \ud800 text', ':a%20broken%20%3F%20text:'],
		[`${String(project.id)}0`, ':5D3F0D7E-6F8B-4A0F-9A55-5F6D1B2C3D4E0:'],
	])('has the ID %j in a form of its own', (id, key) => {
		expect(recordKeyOf({ id: id as string })).toBe(key);
	});

	it('has an empty place for a field that only another version knows', () => {
		const other = entryMaker(projectRecord, { ...layout, fields: ['humanId', 'gone', 'isLead'] });
		expect(other(project)).toBe('AZ1GVwAB:P-1:AB');
	});

	it('tells an unknown status from none, so that a filter by status holds it back', () => {
		const entry = entryOf({ ...project, status: 'new' });
		expect(lastKnownOf(entry, layout)).toEqual({ humanId: 'P-1', status: '#hfyP' });
		expect(lastKnownOf(entryOf({ ...project, status: '' }), layout).status).toBeUndefined();
	});

	it('gives back the ID', () => {
		expect(recordIdOf(KEY)).toBe(String(project.id).toLowerCase());
		expect(recordIdOf(':a%3Ab%2Cc:')).toBe('a:b,c');
	});
});

const without = (name: string, from: object) =>
	Object.fromEntries(Object.entries(from).filter(([other]) => other !== name));

/** A state with everything that a state can hold. */
const state: State = {
	...{ baseUrlDigest: 'a digest', company: 'a company' },
	snapshots: {
		project: {
			layout,
			covers: ['project.edited'],
			wholeAt: 5,
			missing: new Map([[KEY, { asked: 2, nextAt: 1_000 }]]),
			entries: new Map([
				[KEY, ENTRY],
				[':17:', ''],
			]),
		},
	},
	lastReport: {
		mark: 'a mark',
		reports: {
			project: new Map([
				[
					':17:',
					[
						{ before: undefined, times: 1 },
						{ before: undefined, times: 2, only: 'created' },
						{ before: undefined, times: 1, only: 'edited' },
						{ before: ENTRY, times: 1 },
					],
				],
				[':19:', [{ before: '', times: 2 }]],
			]),
		},
	},
	toRepeat: { project: new Map([[':18:', [{ before: undefined, times: 1 }]]]) },
};

const SECTION = {
	layout,
	covers: ['project.edited'],
	wholeAt: 5,
	missing: `${KEY}2rs`,
	count: 2,
	entries: `${KEY}${ENTRY},:17:`,
};
const SAVED = {
	...{ version: 1, baseUrlDigest: 'a digest', company: 'a company' },
	sections: { project: SECTION },
	batch: { mark: 'a mark', reports: { project: `:17:1!,:17:2?,:17:1#,:17:1${ENTRY},:19:2` } },
	due: { project: ':18:1!' },
};

describe('the saved text of a state', () => {
	it('is the same in every version', async () => {
		expect(JSON.parse(await stateText(state))).toEqual(SAVED);
		expect(await stateIn(JSON.stringify(SAVED))).toEqual(state);
	});

	it('has no more parts than the state', async () => {
		const project = { ...state.snapshots.project, missing: new Map() };
		const { baseUrlDigest, company } = state;
		const small: State = { baseUrlDigest, company, snapshots: { project } };
		const text = await stateText(small);
		const sections = { project: without('missing', SECTION) };
		expect(JSON.parse(text)).toEqual({ version: 1, baseUrlDigest, company, sections });
		const again = await stateIn(text);
		expect(again).toEqual(small);
		expect(Object.keys(again)).toEqual(['baseUrlDigest', 'company', 'snapshots']);
	});

	it.each([
		{ ...SECTION, count: 0, entries: '' },
		{ ...SECTION, missing: undefined },
		{ ...SECTION, wholeAt: 0 },
	])('is readable without a record, and without a missing one (%#)', async (section) => {
		const { snapshots } = await stateIn(
			JSON.stringify({ ...SAVED, sections: { project: section } }),
		);
		expect(snapshots.project.entries.size).toBe(section.count);
		expect(snapshots.project.missing.size).toBe(section.missing === undefined ? 0 : 1);
	});
});

describe('a state that n8n hands over is refused, so that nothing looks deleted or new', () => {
	const reading = async (saved: unknown) => await stateIn(JSON.stringify(saved));
	const withSection = (more: object) => ({
		...SAVED,
		sections: { project: { ...SECTION, ...more } },
	});

	it.each<unknown>([null, 'text', [], {}, { ...SAVED, version: 2 }, without('version', SAVED)])(
		'if its format is unknown: %j',
		async (saved) => {
			await expect(reading(saved)).rejects.toThrow('it has an unknown format');
		},
	);

	it('if it contains no list', async () => {
		await expect(reading({ ...SAVED, sections: {} })).rejects.toThrow('it contains no list');
	});

	it.each(['baseUrlDigest', 'company', 'sections'])('if it lacks %s', async (name) => {
		await expect(reading(without(name, SAVED))).rejects.toThrow('a part of it is missing');
	});

	it.each(['layout', 'covers', 'wholeAt', 'count', 'entries'])(
		'if a list lacks %s',
		async (name) => {
			const saved = { ...SAVED, sections: { project: without(name, SECTION) } };
			await expect(reading(saved)).rejects.toThrow('a part of it is missing');
		},
	);

	it.each<[string, object]>([
		['fields', withSection({ layout: { values: [] } })],
		['values', withSection({ layout: { fields: [] } })],
		['a name of a field', withSection({ layout: { ...layout, fields: ['name', null] } })],
		['a kind of event', withSection({ covers: ['project.edited', 7] })],
		['kinds of events', withSection({ covers: 'project.edited' })],
		['missing records', withSection({ missing: 7 })],
		['one of two lists', { ...SAVED, sections: { project: SECTION, customer: {} } }],
		['lists', { ...SAVED, sections: 'project' }],
		['the mark of a report', { ...SAVED, batch: without('mark', SAVED.batch) }],
		['the records of a report', { ...SAVED, batch: { mark: 'a mark' } }],
		['a list of a report', { ...SAVED, batch: { mark: 'a mark', reports: { project: null } } }],
		['records to repeat', { ...SAVED, due: 'project' }],
		['a list of records to repeat', { ...SAVED, due: { project: 7 } }],
	])('if it has something else in place of %s', async (_, saved) => {
		await expect(reading(saved)).rejects.toThrow('a part of it is missing');
	});

	it.each([1, 3])('if it has fewer or more records than it says (%i)', async (count) => {
		await expect(reading(withSection({ count }))).rejects.toThrow('it is incomplete');
	});

	it.each(['Kiel', `${KEY.slice(1)},:17:`, ':17', ',:17:', '?:17:,:18:'])(
		'if one of its entries is %j',
		async (entries) => {
			await expect(reading(withSection({ entries }))).rejects.toThrow(
				'one of its entries cannot be read',
			);
		},
	);

	it.each([':17:', ':17:x', ':17:1-', ':17:-1'])(
		'if one of its missing records is %j',
		async (missing) => {
			await expect(reading(withSection({ missing }))).rejects.toThrow(
				'one of its missing records cannot be read',
			);
		},
	);

	it.each([':17:', ':17:x', ':17:0!'])('if one of its reports is %j', async (text) => {
		for (const saved of [
			{ ...SAVED, due: { project: text } },
			{ ...SAVED, batch: { mark: 'a mark', reports: { project: text } } },
		]) {
			await expect(reading(saved)).rejects.toThrow('one of its reports cannot be read');
		}
	});
});
