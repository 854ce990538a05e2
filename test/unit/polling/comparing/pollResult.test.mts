import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { recordItem } from '../../../../nodes/EnergyProjects/events/recordItem.ts';
import { comparePoll } from '../../../../nodes/EnergyProjects/polling/comparePoll.ts';
import type {
	PollConditions,
	WantedEvents,
} from '../../../../nodes/EnergyProjects/polling/comparePoll.ts';
import { entryMaker, recordKeyOf } from '../../../../nodes/EnergyProjects/polling/entries/entry.ts';
import { layoutOf } from '../../../../nodes/EnergyProjects/polling/entries/layout.ts';
import { OutOfTime } from '../../../../nodes/EnergyProjects/polling/reading/deadline.ts';
import type {
	ListReading,
	Source,
} from '../../../../nodes/EnergyProjects/polling/reading/source.ts';
import type { State } from '../../../../nodes/EnergyProjects/polling/state/state.ts';
import { stateIn, stateText } from '../../../../nodes/EnergyProjects/polling/state/stateText.ts';
import { eventKinds } from '../../../../nodes/EnergyProjects/service/eventKinds.ts';
import { projectRecord } from '../../../../nodes/EnergyProjects/service/records/project.ts';
import { idNumber } from '../world.mts';

const NOW = Date.UTC(2026, 2, 1, 12);
const BEFORE = '2026-02-01T00:00:00.000Z';

/** A project that was not edited since its creation. */
const project = (number: number, more: IDataObject = {}): IDataObject => ({
	...{ id: idNumber(number), humanId: `P-${number}`, name: `Haus ${number}` },
	...{ companyId: 'a company', status: 'inProgress', createdAt: BEFORE, updatedAt: BEFORE },
	...more,
});
const customer = (number: number): IDataObject => ({
	...{ id: idNumber(number), firstName: 'Ada', lastName: 'Weber', companyId: 'a company' },
	...{ createdAt: BEFORE, updatedAt: BEFORE },
});

interface Service {
	readonly projects?: readonly IDataObject[];
	readonly customers?: readonly IDataObject[];
	/** What the service shows of each list. */
	readonly shown?: Partial<ListReading>;
	readonly isGone?: boolean;
	readonly baseUrlDigest?: string;
	/** Collects what is asked for. */
	readonly asked?: string[];
}

function sourceOf({ projects = [], customers = [], shown, asked = [], ...more }: Service): Source {
	const records = (noun: string) => (noun === 'project' ? projects : customers);
	return {
		baseUrlDigest: more.baseUrlDigest ?? 'here',
		async readAll({ noun }) {
			asked.push(`all ${noun}s`);
			return { records: records(noun), scope: 'all', isComplete: true, ...shown };
		},
		async readNew({ noun }) {
			asked.push(`new ${noun}s`);
			return { records: records(noun).slice(-3), scope: 'new', isComplete: false };
		},
		hasRead: () => false,
		readOne: async () => undefined,
		company: async () => 'the company of the account',
		async isGone({ noun }, id) {
			asked.push(`${noun} ${id}`);
			return more.isGone ?? true;
		},
		isInTime: () => true,
	};
}

/** One node: each poll knows what the one before has saved. */
function node(kinds: readonly string[], more: Partial<PollConditions & WantedEvents> = {}) {
	let saved: string | undefined;
	let chosen = kinds;
	return {
		choose: (others: readonly string[]) => void (chosen = others),
		/** Changes what is saved, as another version of the package would. */
		async change(by: (state: State) => State) {
			saved = await stateText(by(await stateIn(saved ?? '')));
		},
		state: async () => await stateIn(saved ?? ''),
		async poll(service: Service, conditions: Partial<PollConditions & WantedEvents> = {}) {
			const { nowMs, isOwnReport, isTransactional, emitExisting, passes } = {
				...{ nowMs: NOW, isOwnReport: () => true, isTransactional: false },
				...{ emitExisting: false, passes: () => true, ...more, ...conditions },
			};
			const result = await comparePoll(
				saved === undefined ? undefined : await stateIn(saved),
				sourceOf(service),
				{ kinds: eventKinds.filter(({ value }) => chosen.includes(value)), emitExisting, passes },
				{ nowMs, isOwnReport, isTransactional },
			);
			saved = await stateText(result.state);
			const items = result.events.map((event) => recordItem(event));
			return { ...result, items, ids: items.map(({ eventId }) => eventId) };
		},
	};
}

const PROJECTS = ['project.created', 'project.edited', 'project.deleted'];
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const many = numbers(30).map((number) => project(number));

describe('the events of a poll', () => {
	it('come in the order of their times, deletions at the time of the poll', async () => {
		const trigger = node([...PROJECTS, 'customer.created']);
		await trigger.poll({ projects: many });
		const edited = project(1, { name: 'other', updatedAt: '2026-02-20T00:00:00.000Z' });
		const late = project(31, {
			createdAt: '2026-02-10T00:00:00Z',
			updatedAt: '2026-02-10T00:00:00Z',
		});
		const { items, events } = await trigger.poll({
			projects: [edited, ...many.slice(2), late],
			customers: [customer(1)],
		});
		expect(items.map(({ event }) => event)).toEqual([
			'customer.created',
			'project.created',
			'project.edited',
			'project.deleted',
		]);
		expect(items[3].project).toEqual({
			id: idNumber(2),
			humanId: 'P-2',
			deletedAt: '2026-03-01T12:00:00.000Z',
		});
		expect(events.map(({ at }) => at)).toEqual([
			Date.parse(BEFORE),
			Date.UTC(2026, 1, 10),
			Date.UTC(2026, 1, 20),
			NOW,
		]);
	});

	it('happened now if the record does not say when', async () => {
		const trigger = node(PROJECTS);
		await trigger.poll({ projects: many });
		const without = { createdAt: null, updatedAt: 'soon' };
		const { events } = await trigger.poll({
			projects: [project(1, without), ...many.slice(1), project(31, without)],
		});
		expect(events.map(({ kind, at }) => [kind.change, at])).toEqual([
			['edited', NOW],
			['created', NOW],
		]);
	});

	it.each([BEFORE, 'soon'])(
		'have IDs of their own, even if the time of change stays %j',
		async (updatedAt) => {
			const trigger = node(PROJECTS);
			await trigger.poll({ projects: [project(1, { updatedAt }), ...many.slice(1)] });
			const all = new Set<unknown>();
			for (const name of ['a', 'b', 'c', 'd']) {
				const edited = project(1, { name, updatedAt });
				const { ids } = await trigger.poll({ projects: [edited, ...many.slice(1)] });
				expect(ids).toHaveLength(1);
				all.add(ids[0]);
			}
			expect(all.size).toBe(4);
		},
	);

	it('are judged by the filters with the status of the project, also of a deleted one', async () => {
		const judged: unknown[] = [];
		const trigger = node(PROJECTS, {
			passes: (event, status) =>
				judged.push([event.kind.change, status]) > 0 && status !== 'paused',
		});
		await trigger.poll({ projects: [project(1, { status: 'archived' }), ...many.slice(1)] });
		const { items } = await trigger.poll({
			projects: [
				project(2, { status: 'paused', updatedAt: '2026-02-02T00:00:00Z' }),
				...many.slice(2),
				project(31, { status: null }),
			],
		});
		expect(judged).toEqual([
			['edited', 'paused'],
			['created', undefined],
			['deleted', 'archived'],
		]);
		expect(items.map(({ event }) => event)).toEqual(['project.created', 'project.deleted']);
	});

	it('name no field of a new record that was edited already', async () => {
		const trigger = node(PROJECTS);
		await trigger.poll({ projects: many });
		const { items } = await trigger.poll({
			projects: [
				...many,
				project(31, { updatedAt: '2026-02-01T00:00:02.000Z' }),
				project(32, { updatedAt: '2026-02-01T00:00:02.001Z' }),
				project(33, { updatedAt: null }),
				project(34, { createdAt: null }),
			],
		});
		const ofEvents = items.map(({ event, project: about, changedFields }) => [
			`${String(event)} ${String((about as IDataObject).humanId)}`,
			changedFields,
		]);
		expect(ofEvents).toHaveLength(5);
		expect(ofEvents).toContainEqual(['project.edited P-32', []]);
		expect(ofEvents.filter(([event]) => /created/.test(String(event)))).toHaveLength(4);
	});

	it('are one for a record that a list shows twice, and none for one without an ID', async () => {
		const trigger = node(PROJECTS);
		await trigger.poll({ projects: many });
		const { items } = await trigger.poll({ projects: [...many, many[3], { name: 'Haus' }] });
		expect(items).toEqual([]);
	});
});

describe('records that are missing from the list', () => {
	it.each([
		[
			1,
			'does not find 1 project in the list, although the service does not report it as deleted: it asks for each again at growing intervals of up to a day',
		],
		[
			2,
			'does not find 2 projects in the list, although the service does not report them as deleted: it asks for each again at growing intervals of up to a day',
		],
	])('but not deleted are a line in the log: %i', async (count, line) => {
		const trigger = node(PROJECTS);
		expect((await trigger.poll({ projects: many })).notes).toEqual([]);
		const hiding = { projects: many.slice(count), isGone: false };
		const { notes, items } = await trigger.poll(hiding);
		expect(notes).toEqual([line]);
		expect(items).toEqual([]);
		expect((await trigger.poll({ projects: many })).items).toEqual([]);
		expect((await trigger.poll({ projects: many.slice(count) })).items).toHaveLength(count);
	});

	it('are not asked for if the list was not read completely', async () => {
		const trigger = node(PROJECTS);
		await trigger.poll({ projects: many });
		const asked: string[] = [];
		for (const shown of [{ isComplete: false }, { scope: 'part', isComplete: false }] as const) {
			const { items } = await trigger.poll({ projects: many.slice(1), shown, asked });
			expect(items).toEqual([]);
		}
		expect(asked).toEqual(['all projects', 'all projects']);
		expect((await trigger.poll({ projects: many.slice(1) })).items).toHaveLength(1);
	});

	it('are no events if only their IDs are known: nobody knows when they were deleted', async () => {
		const trigger = node(['project.created']);
		await trigger.poll({ projects: many });
		trigger.choose(['project.created', 'project.deleted']);
		await trigger.poll({ projects: many.slice(1) });
		expect((await trigger.poll({ projects: many.slice(1) })).items).toEqual([]);
		expect((await trigger.poll({ projects: many.slice(2) })).items).toMatchObject([
			{ event: 'project.deleted', project: { id: idNumber(2), humanId: 'P-2' } },
		]);
	});
});

describe('if only creations are reported', () => {
	const trigger = node(['project.created']);
	const asked: string[] = [];
	const pollAt = async (minute: number, count = 30) =>
		await trigger.poll(
			{ projects: numbers(count).map((number) => project(number)), asked },
			{ nowMs: NOW + minute * 60_000 },
		);

	it('a poll reads the newest records, and the whole list once an hour', async () => {
		for (const minute of [0, 1, 59, 60, 61, 119, 120]) await pollAt(minute);
		expect(asked).toEqual(
			['all', 'new', 'new', 'all', 'new', 'new', 'all'].map((what) => `${what} projects`),
		);
	});

	it('a poll after the clock was set back reads the whole list', async () => {
		asked.length = 0;
		await pollAt(30);
		expect(asked).toEqual(['all projects']);
	});

	it('a state holds nothing of a record but its ID', async () => {
		const { snapshots } = await trigger.state();
		expect([...new Set(snapshots.project.entries.values())]).toEqual(['']);
	});

	it('a new record is found among the newest', async () => {
		asked.length = 0;
		const { ids } = await pollAt(31, 31);
		expect(asked).toEqual(['new projects']);
		expect(ids).toEqual([`project.created:${idNumber(31)}`]);
	});
});

describe('if not all of a list could be read in time', () => {
	const part = { scope: 'part', isComplete: false } as const;

	it('the first poll fails: nothing can be told from what is unknown', async () => {
		const first = node(PROJECTS).poll({ projects: many, shown: part });
		await expect(first).rejects.toThrow(OutOfTime);
		await expect(first).rejects.toThrow(
			'Could not read all projects in the time n8n allows for a poll. The node has to read all of them once before it can tell what is new',
		);
	});

	it('a later poll reports what it has read, and says so in the log', async () => {
		const trigger = node(PROJECTS);
		await trigger.poll({ projects: many });
		const { items, notes } = await trigger.poll({ projects: [project(31)], shown: part });
		expect(items).toMatchObject([{ event: 'project.created' }]);
		expect(notes).toEqual([
			'could not read all projects in the time n8n allows for a poll: it reports what it has read, and no deletions. Raise Max Parallel Requests, or allow more time for a poll',
		]);
	});

	it('a kind of event that was just chosen waits for the whole list', async () => {
		const trigger = node(['project.edited']);
		await trigger.poll({ projects: many });
		trigger.choose(['project.created', 'project.edited']);
		const edited = project(1, { updatedAt: '2026-02-02T00:00:00Z' });
		const { items } = await trigger.poll({ projects: [edited, project(31)], shown: part });
		expect(items).toMatchObject([{ event: 'project.edited' }]);
		await expect(trigger.poll({ projects: [edited], shown: part })).rejects.toThrow(OutOfTime);
		expect((await trigger.poll({ projects: [...many, project(32)] })).items).toMatchObject([
			{ event: 'project.edited' },
		]);
		expect((await trigger.poll({ projects: [...many, project(33)] })).items).toMatchObject([
			{ event: 'project.created' },
		]);
	});

	it('it is a line in the log that a list may be incomplete', async () => {
		const trigger = node(PROJECTS);
		const { notes } = await trigger.poll({ projects: many, shown: { isComplete: false } });
		expect(notes).toEqual([
			'may not have read all projects, because they changed during the poll or the service counted them incorrectly: it reports no deletions this time',
		]);
	});

	it('a poll without a single record fails', async () => {
		const trigger = node([...PROJECTS, 'customer.created']);
		await trigger.poll({ projects: many });
		await expect(trigger.poll({ shown: part })).rejects.toThrow(
			'The service did not send its records in the time n8n allows for a poll',
		);
		expect((await trigger.poll({ projects: [project(31)], shown: part })).items).toHaveLength(1);
	});
});

describe('another service or company', () => {
	const OTHER =
		'now reads from another service or company: it starts over, and reports what changes from now on';

	it.each<[string, Service]>([
		['base URL', { projects: [project(40)], baseUrlDigest: 'there' }],
		['company', { projects: [project(40, { companyId: 'another' })] }],
		['company of the account, with an empty list', { projects: [] }],
	])('is noticed by its %s, and starts over', async (_, service) => {
		const trigger = node(PROJECTS);
		expect((await trigger.poll({ projects: many })).notes).toEqual([]);
		const { notes, items } = await trigger.poll(service);
		expect(notes).toEqual([OTHER]);
		expect(items).toEqual([]);
		const { projects = [] } = service;
		const next = await trigger.poll({
			...service,
			projects: [...projects, project(41, { companyId: projects[0]?.companyId ?? null })],
		});
		expect(next.notes).toEqual([]);
		expect(next.items).toMatchObject([{ event: 'project.created', project: { id: idNumber(41) } }]);
	});

	it('is read as a whole, even if the newest records were enough before', async () => {
		const trigger = node(['project.created']);
		await trigger.poll({ projects: many });
		const asked: string[] = [];
		const others = numbers(10).map((number) => project(100 + number, { companyId: 'another' }));
		await trigger.poll({ projects: others, asked });
		expect(asked).toEqual(['new projects', 'all projects']);
		expect((await trigger.poll({ projects: others })).items).toEqual([]);
	});

	it('within one poll is an error', async () => {
		const mixed = [...many, project(40, { companyId: 'another' })];
		await expect(node(PROJECTS).poll({ projects: mixed })).rejects.toThrow(
			'The records belong to several companies. The credential was probably changed during the poll. Nothing was reported; the next poll reads everything again',
		);
	});

	it('is not the same company in capital letters', async () => {
		const trigger = node(PROJECTS);
		await trigger.poll({ projects: many });
		const renamed = many.map((one) => ({ ...one, companyId: 'A COMPANY' }));
		expect((await trigger.poll({ projects: renamed })).notes).toEqual([]);
	});
});

describe('with Emit Existing', () => {
	it('the first poll reports all records as created and none as edited', async () => {
		const trigger = node(PROJECTS, { emitExisting: true });
		const old = project(31, { updatedAt: '2026-02-20T00:00:00Z' });
		const { items } = await trigger.poll({ projects: [...many, old] });
		expect(items).toHaveLength(31);
		expect(new Set(items.map(({ event }) => event))).toEqual(new Set(['project.created']));
	});
});

describe('kinds of events that are not chosen', () => {
	it('are no events, and a type of which none is chosen is not read', async () => {
		const trigger = node([...PROJECTS, 'customer.created']);
		await trigger.poll({ projects: many, customers: [customer(1)] });
		trigger.choose(['customer.created']);
		const asked: string[] = [];
		await trigger.poll({ projects: [], customers: [customer(1), customer(2)], asked });
		expect(asked).toEqual(['all customers']);
		const { snapshots } = await trigger.state();
		expect(snapshots.project.covers).toEqual([]);
		expect([...snapshots.project.entries.values()]).toEqual(many.map(() => ''));
	});
});

describe('a state that another version of the package has saved', () => {
	const present = layoutOf(projectRecord);
	const older = { ...present, fields: present.fields.filter((name) => name !== 'name') };
	const entryOf = entryMaker(projectRecord, older);
	const asOlder = (state: State): State => {
		const entries = new Map(many.map((one) => [recordKeyOf(one) ?? '', entryOf(one)]));
		const snapshot = { ...state.snapshots.project, layout: older, entries };
		return { ...state, snapshots: { ...state.snapshots, project: snapshot } };
	};

	it('shows the edits since then in all fields it knows, and is in the present form afterwards', async () => {
		const trigger = node(PROJECTS);
		await trigger.poll({ projects: many });
		await trigger.change(asOlder);
		const edited = project(1, {
			name: 'other',
			status: 'archived',
			updatedAt: '2026-02-02T00:00:00Z',
		});
		const { items } = await trigger.poll({ projects: [edited, ...many.slice(1)] });
		expect(items).toMatchObject([{ event: 'project.edited', changedFields: ['status'] }]);
		expect((await trigger.state()).snapshots.project.layout).toEqual(present);
		const again = project(1, { ...edited, name: 'another' });
		const later = await trigger.poll({ projects: [again, ...many.slice(1)] });
		expect(later.items).toMatchObject([{ event: 'project.edited', changedFields: ['name'] }]);
	});

	it('keeps what has to be reported again', async () => {
		const trigger = node(PROJECTS);
		await trigger.poll({ projects: many });
		await trigger.change(asOlder);
		const edited = project(1, { status: 'archived', updatedAt: '2026-02-02T00:00:00Z' });
		const before = entryOf(many[0]);
		await trigger.change((state) => ({
			...state,
			snapshots: {
				project: {
					...state.snapshots.project,
					entries: new Map([
						...state.snapshots.project.entries,
						[recordKeyOf(edited) ?? '', entryOf(edited)],
					]),
				},
			},
			lastReport: {
				mark: 'of another process',
				reports: {
					project: new Map([
						[recordKeyOf(edited) ?? '', [{ before, times: 1 }]],
						[recordKeyOf(many[1]) ?? '', [{ before: undefined, times: 1 }]],
					]),
				},
			},
		}));
		const { items } = await trigger.poll(
			{ projects: [edited, ...many.slice(1)] },
			{ isOwnReport: () => false },
		);
		expect(items.map(({ event, changedFields }) => [event, changedFields])).toEqual([
			['project.created', undefined],
			['project.edited', ['status']],
		]);
	});
});
