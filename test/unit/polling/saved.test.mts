import fc from 'fast-check';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { comparedFields, differs, entryOf } from '../../../nodes/EnergyProjects/polling/entries.ts';
import { savedText, stateIn, stateText } from '../../../nodes/EnergyProjects/polling/saved.ts';
import type { State } from '../../../nodes/EnergyProjects/polling/saved.ts';
import { customerResource } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectResource } from '../../../nodes/EnergyProjects/service/records/project.ts';

const fields = comparedFields(projectResource, []);
const names = fields.map(({ name }) => name);
const entry = (record: IDataObject, last?: string) => entryOf(record, fields, last);

describe('what is kept of a record', () => {
	it('shows each field in which two versions differ, and no other', () => {
		expect(names).toHaveLength(22);
		for (const name of names) {
			expect(differs(entry({}), entry({ [name]: 'x' }), names)?.fields).toEqual([name]);
		}
		const others = { companyId: 'other', buildingHeatLoadKw: 99, somethingNew: 1 };
		expect(differs(entry({}), entry(others), names)).toBeUndefined();
	});

	it('shows an edit of which only the time of the last change tells, but not the same time in another spelling', () => {
		const at = (updatedAt: unknown) => entry({ updatedAt } as IDataObject);
		const edit = { isSameTime: false, fields: [] };
		const before = at('2026-09-01T00:00:00.000Z');
		for (const time of ['2027-01-01T00:00:00Z', 'soon', null]) {
			expect(differs(before, at(time), names)).toEqual(edit);
		}
		expect(differs(before, at('2026-09-01T02:00:00+02:00'), names)).toBeUndefined();
	});

	it('stays the same if the record does, and is new after each edit at the same time', () => {
		const seen = new Set([entry({ name: 'a' })]);
		for (const name of ['b', 'a', 'b', 'a']) {
			const next = entry({ name }, [...seen].at(-1));
			expect(entry({ name }, next)).toBe(next);
			seen.add(next);
		}
		expect(seen.size).toBe(5);
	});
});

describe('the saved text of a state', () => {
	const ID = '5d3f0d7e-6f8b-4a0f-9a55-5f6d1b2c3d4e';
	/** Such texts are in the databases of users: a version that reads them differently reports edits that nobody made. */
	const TEXT =
		'{"version":1,"service":"s c","lists":{"customer":{"kinds":["customer.created"],"fields":["firstName"],"hidden":["17"],"entries":["XT8Nfm-LSg-aVV9tGyw9Tg~~~Xkoh;z||K-1",":2:17~~~6*jAD#|a,b|"]}}}';
	const stateWith = (entries: ReadonlyMap<string, string>, hidden: string[] = []): State => ({
		service: 'a digest a company',
		lists: {
			project: { kinds: ['project.edited'], fields: names, entries, hidden: new Set(hidden) },
		},
	});

	it('is the same in every version', () => {
		const first = comparedFields(customerResource, []).filter(({ name }) => name === 'firstName');
		const of = (record: IDataObject) => entryOf(record, first);
		const updatedAt = '2026-04-01T00:00:00.001Z';
		const entries = new Map([
			[ID, of({ firstName: 'ada', humanId: 'K-1', updatedAt })],
			['17', of({ firstName: 'zoë', status: 'a,b' })],
		]);
		const customer = { kinds: ['customer.created'], fields: ['firstName'], entries };
		const lists = { customer: { ...customer, hidden: new Set(['17']) } };
		expect(stateText({ service: 's c', lists })).toBe(TEXT);
		expect(stateIn(TEXT)).toEqual({ service: 's c', lists });
	});

	it('takes at most 120 bytes for a project, whatever its fields hold, as n8n saves it', () => {
		const project = entry({ status: 'inProgress', humanId: 'P-00001' });
		const bytes = (count: number) => {
			const ids = Array.from({ length: count }, (_, at) => ID.slice(0, -4) + (1000 + at));
			const text = stateText(stateWith(new Map(ids.map((id) => [id, project]))));
			// n8n saves it as a text inside of its own JSON.
			return Buffer.byteLength(JSON.stringify(text));
		};
		expect(bytes(1_000) - bytes(0)).toBeLessThanOrEqual(120 * 1_000);
	});

	it('comes back as it was, in its order, whatever IDs and human IDs the service has', () => {
		const text = fc.string({ unit: 'binary', minLength: 1 });
		const records = fc.array(fc.tuple(fc.oneof(fc.uuid(), text), text, text), { maxLength: 5 });
		fc.assert(
			fc.property(records, fc.array(text), (all, hidden) => {
				const kept = all.map(([id, humanId, status]) => [id, entry({ humanId, status })] as const);
				const state = stateWith(new Map(kept), hidden);
				const { project } = stateIn(stateText(state)).lists;
				expect(project).toEqual(state.lists.project);
				expect([...project.entries]).toEqual([...state.lists.project.entries]);
			}),
		);
	});

	it.each<[problem: string | typeof SyntaxError, text: string]>([
		['it has an unknown format', TEXT.replace('"version":1', '"version":9')],
		[SyntaxError, TEXT.slice(0, -20)],
		...['service', 'entries'].map((name): [string, string] => [
			'a part of it is missing',
			TEXT.replace(`"${name}"`, '"other"'),
		]),
		['a part of it is missing', TEXT.replace('["17"]', '[17]')],
		['one of its records cannot be read', TEXT.replace('Xko', '')],
	])('is refused as "%s": %s', (problem, text) => {
		expect(() => stateIn(text)).toThrow(problem);
	});
});

it('the texts of several nodes of one workflow stand beside each other', () => {
	const ofWorkflow: IDataObject = {};
	const textOf = (id: string) =>
		savedText({
			getWorkflowStaticData: (of: string) =>
				of === 'global' ? ofWorkflow : { __dataChanged: false },
			getNode: () => ({ id }),
		} as unknown as IPollFunctions);
	const ids = ['one', 'other'];
	for (const id of ids) textOf(id).write(`text ${id}`);
	expect(ids.map((id) => textOf(id).read())).toEqual(['text one', 'text other']);
});
