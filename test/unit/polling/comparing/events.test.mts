import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { idNumber } from '../world.mts';
import { NOW, BEFORE, project, customer, node, PROJECTS, many } from './pollingNode.mts';

describe('the events of a poll', () => {
	it('come in the order of their times, deletions at the time of the poll', async () => {
		const trigger = node([...PROJECTS, 'customer.created']);
		await trigger.poll({ projects: many });
		const edited = project(1, { name: 'other', updatedAt: '2026-02-20T00:00:00.000Z' });
		const late = project(31, {
			createdAt: '2026-02-10T00:00:00Z',
			updatedAt: '2026-02-10T00:00:02Z',
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

describe('kinds of events that are not chosen', () => {
	it('begin with what is there if they are chosen later, also of another type', async () => {
		const trigger = node(PROJECTS);
		await trigger.poll({ projects: many });
		trigger.choose([...PROJECTS, 'customer.created', 'customer.edited']);
		const customers = [customer(1), customer(2)];
		expect((await trigger.poll({ projects: many, customers })).items).toEqual([]);
		const more = await trigger.poll({ projects: many, customers: [...customers, customer(3)] });
		expect(more.ids).toEqual([`customer.created:${idNumber(3)}`]);
	});

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

describe('with Emit Existing', () => {
	it('the first poll reports all records as created and none as edited', async () => {
		const trigger = node(PROJECTS, { emitExisting: true });
		const old = project(31, { updatedAt: '2026-02-20T00:00:00Z' });
		const { items } = await trigger.poll({ projects: [...many, old] });
		expect(items).toHaveLength(31);
		expect(new Set(items.map(({ event }) => event))).toEqual(new Set(['project.created']));
	});
});
