import { describe, expect, it } from 'vitest';
import { idNumber } from '../world.mts';
import { NOW, node, PROJECTS, many } from './pollingNode.mts';

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

	it('are asked for again at growing intervals', async () => {
		const trigger = node(PROJECTS);
		await trigger.poll({ projects: many });
		const minutes: number[] = [];
		for (let minute = 1; minute <= 30; minute++) {
			const asked: string[] = [];
			const hiding = { projects: many.slice(1), isGone: false, asked };
			await trigger.poll(hiding, { nowMs: NOW + minute * 60_000 });
			if (asked.length > 1) minutes.push(minute);
		}
		expect(minutes).toEqual([1, 2, 7, 27]);
	});

	it('are reported as deleted once', async () => {
		const trigger = node(PROJECTS);
		await trigger.poll({ projects: many });
		expect((await trigger.poll({ projects: many.slice(1) })).items).toHaveLength(1);
		const asked: string[] = [];
		expect((await trigger.poll({ projects: many.slice(1), asked })).items).toEqual([]);
		expect(asked).toEqual(['all projects']);
		expect((await trigger.state()).snapshots.project.entries.size).toBe(29);
	});

	it.each([
		['deleted', true],
		['shown again', false],
	])(
		'while more events are chosen are no events when they are %s: only their IDs are known',
		async (_, isGone) => {
			const trigger = node(['project.created']);
			await trigger.poll({ projects: many });
			trigger.choose(PROJECTS);
			await trigger.poll({ projects: many.slice(1), isGone: false });
			const later = await trigger.poll({ projects: isGone ? many.slice(1) : many, isGone });
			expect(later.items).toEqual([]);
			const { ids } = await trigger.poll({ projects: many.slice(2) });
			expect(ids).toHaveLength(isGone ? 1 : 2);
		},
	);

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
