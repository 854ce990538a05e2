import { describe, expect, it } from 'vitest';
import { entryMaker, recordKeyOf } from '../../../../nodes/EnergyProjects/polling/entries/entry.ts';
import { layoutOf } from '../../../../nodes/EnergyProjects/polling/entries/layout.ts';
import type { State } from '../../../../nodes/EnergyProjects/polling/state/state.ts';
import { projectRecord } from '../../../../nodes/EnergyProjects/service/records/project.ts';
import { project, node, PROJECTS, many } from './pollingNode.mts';

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

	it('still knows nothing but the ID of a record of which only the ID was kept', async () => {
		const trigger = node(['project.created']);
		await trigger.poll({ projects: many });
		await trigger.change((state) => ({
			...state,
			snapshots: { project: { ...state.snapshots.project, layout: older } },
		}));
		trigger.choose(PROJECTS);
		await trigger.poll({ projects: many.slice(1), isGone: false });
		expect((await trigger.poll({ projects: many })).items).toEqual([]);
	});
});
