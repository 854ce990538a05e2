import { describe, expect, it } from 'vitest';
import { OutOfTime } from '../../../../nodes/EnergyProjects/polling/reading/deadline.ts';
import { idNumber } from '../world.mts';
import { NOW, project, node, PROJECTS, numbers, many } from './pollingNode.mts';
import type { Service } from './pollingNode.mts';

describe('if only creations are reported', () => {
	/** Polls so many projects at each minute, the first number of them at first. */
	async function polled(minutes: readonly number[], counts: readonly number[] = []) {
		const trigger = node(['project.created']);
		const asked: string[] = [];
		const ids: unknown[] = [];
		for (const [index, minute] of minutes.entries()) {
			const projects = numbers(counts[index] ?? 30).map((number) => project(number));
			const result = await trigger.poll({ projects, asked }, { nowMs: NOW + minute * 60_000 });
			ids.push(...result.ids);
		}
		return { asked: asked.map((what) => what.split(' ')[0]), ids, state: await trigger.state() };
	}

	it('a poll reads the newest records, and the whole list once an hour', async () => {
		const { asked } = await polled([0, 1, 59, 60, 61, 119, 120]);
		expect(asked).toEqual(['all', 'new', 'new', 'all', 'new', 'new', 'all']);
	});

	it('a poll after the clock was set back reads the whole list', async () => {
		expect((await polled([0, -30, -29])).asked).toEqual(['all', 'all', 'new']);
	});

	it('a state holds nothing of a record but its ID', async () => {
		const { snapshots } = (await polled([0, 1])).state;
		expect([...new Set(snapshots.project.entries.values())]).toEqual(['']);
	});

	it.each([1, 19])('%i new records are found among the newest', async (count) => {
		const { asked, ids } = await polled([0, 1], [30, 30 + count]);
		expect(asked).toEqual(['all', 'new']);
		const expected = numbers(count).map((number) => `project.created:${idNumber(30 + number)}`);
		expect([...ids].sort()).toEqual(expected.sort());
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
