// Judges polling/source.ts and polling/compare.ts.
import { describe, expect, it, vi } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import type { ApiRecord } from '../../../sandbox/service/records.mts';
import type { Fault } from '../../../sandbox/service/faults.mts';
import { usePolls } from '../harness/polls.mts';
import { says } from '../../documents.mts';

const { service, projects, trigger } = usePolls();

const remove = (records: readonly ApiRecord[]) => {
	for (const { id } of records) service().store.delete('project', id);
};

/** Hides records in the lists of the service, and returns a function that shows them again. */
const hide = (isHidden: (record: ApiRecord) => boolean) => {
	const { store } = service();
	const list = store.list.bind(store);
	const spy = vi
		.spyOn(store, 'list')
		.mockImplementation((subject, companyId) =>
			list(subject, companyId).filter((record) => !isHidden(record)),
		);
	return () => spy.mockRestore();
};

const ofProject = new RegExp(`^${pathOf('getProject', '[0-9a-f-]+')}`);

describe('a deletion is only what the service says of the record', () => {
	it.each<[string, Fault]>([
		['a 404 that is not JSON', { path: ofProject, status: 404, body: '<p>Not here' }],
		['a 200 without a record', { path: ofProject, status: 200, body: { message: 'OK' } }],
		['no answer at all', { path: ofProject, delayMs: 60_000 }],
	])(
		'%s for a deleted record: noted, and reported when the service confirms the deletion',
		async (_, fault) => {
			says('docs/triggers.md', '**Nothing counts as deleted that still exists.**');
			const [one] = projects(10);
			const polls = trigger({}, { isDurable: true, budgetMs: 8_000 });
			await polls.poll();
			remove([one]);
			const [other] = projects(1);
			service().faults.add(fault);
			expect((await polls.poll()).events).toEqual([`project.created ${other.id}`]);
			service().faults.clear();
			expect((await polls.poll()).events).toEqual([`project.deleted ${one.id}`]);
			expect(polls.log).toEqual([expect.stringContaining('got no clear answer about 1')]);
		},
	);

	it('all of many records, at once: 200 with each poll, in turn, also if some cannot be read', async () => {
		says('docs/triggers.md', 'A poll asks for at most 200');
		const all = projects(250);
		const polls = trigger();
		await polls.activate();
		remove(all);
		const unreadable = all.slice(0, 200).map(({ id }) => id);
		service().faults.add({ path: new RegExp(unreadable.join('|')), status: 422 });
		const found: number[] = [];
		for (let time = 0; time < 5; time++) {
			found.push((await polls.poll()).events.length);
			if (time === 2) service().faults.clear();
		}
		expect(found).toEqual([0, 50, 0, 200, 0]);
	});

	it('many records that only the list hides are asked for in turn, and noted once', async () => {
		const all = projects(60);
		const polls = trigger();
		await polls.activate();
		const hidden = new Set(all.slice(0, 25).map(({ id }) => id));
		const show = hide(({ id }) => hidden.has(id));
		const asked: string[][] = [];
		for (let time = 0; time < 4; time++) {
			service().requests.splice(0);
			if (time === 1) service().faults.add({ path: ofProject, status: 422, times: 10 });
			expect((await polls.poll()).outputs).toBeUndefined();
			const paths = service().requests.map(({ path }) => path);
			asked.push(paths.filter((path) => ofProject.test(path)));
		}
		expect(asked.map(({ length }) => length)).toEqual([25, 10, 10, 10]);
		expect(new Set(asked.slice(1).flat()).size).toBe(25);
		expect(polls.log).toEqual([
			expect.stringContaining('misses 25 in the list of projects'),
			expect.stringContaining('got no clear answer about 10'),
		]);
		remove(all.slice(0, 1));
		show();
		expect((await polls.poll()).events).toEqual([`project.deleted ${all[0].id}`]);
	});
});
