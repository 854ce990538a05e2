import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { idNumber } from '../world.mts';
import { project, node, PROJECTS, many } from './pollingNode.mts';

describe('after the process of n8n has changed', () => {
	const newProcess = { isOwnReport: () => false } as const;
	const edited = project(1, { name: 'other', updatedAt: '2026-02-02T00:00:00Z' });
	const now = {
		projects: [
			edited,
			...many.slice(2),
			project(31),
			project(32, { updatedAt: '2026-02-03T00:00:00Z' }),
		],
	};
	/** One record created, one created and edited, one edited and one deleted. */
	async function reported(kinds: readonly string[] = PROJECTS) {
		const trigger = node(kinds);
		await trigger.poll({ projects: many });
		const { ids } = await trigger.poll(now);
		return { trigger, ids };
	}

	it('the last events come again, with the same IDs and fields, but only once', async () => {
		const { trigger, ids } = await reported();
		expect(ids).toHaveLength(5);
		const again = await trigger.poll(now, newProcess);
		expect(new Set(again.ids)).toEqual(new Set(ids));
		expect(again.items.find(({ event }) => event === 'project.deleted')).toMatchObject({
			project: { id: idNumber(2), humanId: 'P-2' },
		});
		expect(again.items.flatMap(({ changedFields = [] }) => changedFields)).toEqual(['name']);
		for (let time = 0; time < 2; time++) {
			const { items, state } = await trigger.poll(now, newProcess);
			expect(items).toEqual([]);
			expect(state.toRepeat).toBeUndefined();
		}
	});

	it('no event comes again if the process is the same', async () => {
		const { trigger } = await reported();
		expect((await trigger.poll(now)).items).toEqual([]);
	});

	it('no event comes again if n8n saves state and execution together', async () => {
		const trigger = node(PROJECTS, { isTransactional: true });
		await trigger.poll({ projects: many });
		expect((await trigger.poll(now)).state.lastReport).toBeUndefined();
		expect((await trigger.poll(now, newProcess)).items).toEqual([]);
	});

	it('a record that was reported as created and is deleted now comes as deleted only', async () => {
		const { trigger } = await reported();
		const { items } = await trigger.poll({ projects: now.projects.slice(0, -2) }, newProcess);
		const events = items.map(({ event, project: about }) => [
			event,
			(about as IDataObject).humanId,
		]);
		expect(events).toHaveLength(4);
		expect(events).toContainEqual(['project.deleted', 'P-31']);
		expect(events).toContainEqual(['project.deleted', 'P-32']);
	});

	it('a record that changed again comes with all fields that changed, then once more with the last', async () => {
		const { trigger } = await reported();
		const later = project(1, { ...edited, status: 'archived', updatedAt: '2026-02-04T00:00:00Z' });
		const projects = [later, ...now.projects.slice(1)];
		const fieldsIn = ({ items }: { items: readonly IDataObject[] }) =>
			items
				.filter(({ project: about }) => (about as IDataObject).id === later.id)
				.map(({ changedFields }) => changedFields);
		expect(fieldsIn(await trigger.poll({ projects }, newProcess))).toEqual([['name', 'status']]);
		expect(fieldsIn(await trigger.poll({ projects }, newProcess))).toEqual([['status']]);
		expect((await trigger.poll({ projects }, newProcess)).items).toEqual([]);
	});

	it('what could not be read in time stays due, and comes with a later poll', async () => {
		const { trigger, ids } = await reported();
		const shown = { scope: 'part', isComplete: false } as const;
		const some = await trigger.poll({ projects: now.projects.slice(0, 1), shown }, newProcess);
		expect(some.ids).toHaveLength(1);
		expect(some.state.toRepeat?.project.size).toBe(3);
		const others = await trigger.poll(now);
		expect([...some.ids, ...others.ids].sort()).toEqual([...ids].sort());
		expect((await trigger.poll(now)).state.toRepeat).toBeUndefined();
	});

	it.each([
		['project.created', 'project.edited'],
		['project.edited', 'project.created'],
	])(
		'a new record that was reported without "%2$s" does not come with it later',
		async (kind, other) => {
			const { trigger, ids } = await reported([kind]);
			trigger.choose([kind, other]);
			const { ids: again } = await trigger.poll(now, newProcess);
			expect(new Set(again)).toEqual(new Set(ids));
		},
	);

	it.each([
		['project.created', 'project.edited'],
		['project.edited', 'project.created'],
	])('nor if the list hides it at first: %s, and "%s" chosen later', async (kind, other) => {
		const { trigger, ids } = await reported([kind]);
		trigger.choose([kind, other]);
		const hiding = { projects: now.projects.slice(0, -2), shown: { isComplete: false } };
		const first = await trigger.poll(hiding, newProcess);
		const second = await trigger.poll(now);
		expect([...first.ids, ...second.ids].sort()).toEqual([...ids].sort());
	});

	it('a record that changed again at the same time comes as an event of its own', async () => {
		const { trigger, ids } = await reported();
		const later = project(1, { ...edited, status: 'archived' });
		const projects = [later, ...now.projects.slice(1)];
		const { items } = await trigger.poll({ projects }, newProcess);
		const { eventId } =
			items.find(
				({ changedFields }) => changedFields !== undefined && String(changedFields) !== '',
			) ?? {};
		expect(eventId).toMatch(/^project\.edited:/);
		expect(ids).not.toContain(eventId);
	});

	it('events are read in the whole list, not among the newest records', async () => {
		const { trigger } = await reported(['project.created']);
		const asked: string[] = [];
		expect((await trigger.poll({ ...now, asked }, newProcess)).ids).toHaveLength(2);
		expect(asked[0]).toBe('all projects');
		asked.length = 0;
		await trigger.poll({ ...now, asked }, newProcess);
		expect(asked).toEqual(['new projects']);
	});
});
