import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import type { ApiRecord } from '../../../sandbox/service/records.mts';
import { recordsOf } from '../../shared.mts';
import { betweenPages, useScenario } from '../harness/scenario.mts';
import { addProject, idsOf } from '../harness/service/records.mts';
import { requestsWith } from '../harness/service/requests.mts';

const { service, run } = useScenario();
const PATH = pathOf('listProjects');
const MAY_BE_MISSING = 'Some records may be missing';
const statuses = ['inProgress', 'completed', 'archived'];

/** So many projects, spread over the statuses, with customers and without. */
const addProjects = (count: number): ApiRecord[] =>
	Array.from({ length: count }, (_, number) =>
		addProject(service(), {
			name: `Haus ${number}`,
			status: number % 2 === 0 ? 'inProgress' : statuses[1 + (number % 3 === 0 ? 1 : 0)],
			customerId: number % 4 === 3 ? null : `00000000-0000-4000-8000-00000000000${number % 7}`,
		}),
	);

/**
 * Life in the office while the list is read: projects come, go, change their status and their name.
 *
 * @returns those that exist throughout with the status they had
 */
function liveOn(projects: ApiRecord[], isStillBusy: (read: number) => boolean): ApiRecord[] {
	const { store } = service();
	const leaving = projects.filter((_, number) => number % 6 === 2);
	const changing = projects.filter((_, number) => number % 6 === 4);
	const staying = projects.filter((_, number) => number % 6 !== 2 && number % 6 !== 4);
	betweenPages(service(), (read) => {
		if (!isStillBusy(read)) return;
		for (const { id } of leaving.splice(0, 4)) store.delete('project', id);
		for (const { id } of changing.splice(0, 4)) {
			const isOpen = store.projects.get(id)?.status === 'inProgress';
			changing.push(store.edit('project', id, { status: isOpen ? 'archived' : 'inProgress' }));
		}
		addProject(service(), { name: `New ${read}`, status: statuses[read % 3] });
		store.edit('project', staying[read % staying.length].id, { projectValue: read });
	});
	return staying;
}

const keyOf: Record<string, (project: IDataObject) => string> = {
	created_at: ({ createdAt }) => String(createdAt),
	status: ({ status }) => String(statuses.indexOf(String(status))),
	customer_id: ({ customerId }) => String(customerId ?? '~'),
};

function expectWhole(found: IDataObject[], expected: Array<{ id: string }>) {
	const ids = idsOf(found);
	expect(new Set(ids).size).toBe(ids.length);
	expect(ids).toEqual(expect.arrayContaining(idsOf(expected)));
}

describe('Return All while projects come, go and change between the pages', () => {
	const combinations = ['created_at', 'status', 'customer_id'].flatMap((sortBy) =>
		['asc', 'desc'].flatMap((order) =>
			[{}, { status: 'inProgress' }].map((filters) => [sortBy, order, filters] as const),
		),
	);

	it.each(combinations)(
		'sorted by %s %s, filtered by %j: none twice, none missing, in order',
		async (sortBy, order, filters) => {
			const isWanted = ({ status }: Record<string, unknown>) =>
				!('status' in filters) || status === filters.status;
			const staying = liveOn(addProjects(430), (read) => read <= 8).filter(isWanted);
			const { json, hints } = await run({
				operation: 'getAll',
				returnAll: true,
				filters,
				sort: { value: { sortBy, order } },
				output: 'raw',
			});
			expectWhole(json, staying);
			expect(json.filter((project) => !isWanted(project))).toEqual([]);
			const keys = json.map(keyOf[sortBy]);
			const sorted = [...keys].sort();
			expect(keys).toEqual(order === 'asc' ? sorted : sorted.reverse());
			// It calmed down in the end: the last look was proof.
			expect(hints).toEqual([]);
		},
	);

	it('needs no calm without filters: new ones come last, so nothing escapes', async () => {
		const staying = liveOn(addProjects(430), () => true);
		const { json, hints } = await run({ operation: 'getAll', returnAll: true });
		expectWhole(json, staying);
		expect(hints).toEqual([]);
	});

	it('notices a move that leaves the number of projects as it was', async () => {
		const projects = addProjects(330).map(({ id }, number) =>
			service().store.edit('project', id, { status: number === 250 ? 'archived' : 'inProgress' }),
		);
		const [leaving, entering] = [projects[5], projects[250]];
		betweenPages(service(), (read) => {
			// The second read is the first page of the list, oldest first: what follows moves up by one.
			if (read !== 2) return;
			service().store.edit('project', leaving.id, { status: 'archived' });
			service().store.edit('project', entering.id, { status: 'inProgress' });
		});
		const { json } = await run({
			operation: 'getAll',
			returnAll: true,
			filters: { status: 'inProgress' },
			options: { maxParallelRequests: 1 },
		});
		const staying = projects.filter(({ id }) => id !== leaving.id && id !== entering.id);
		expectWhole(json, staying);
	});

	it('does not lose a project that slips to a page already read, again and again', async () => {
		const { store, requests } = service();
		const projects = addProjects(430);
		const { id } = projects[250];
		betweenPages(service(), () => {
			const asked = new URLSearchParams(requests[requests.length - 1].path.split('?')[1]);
			if (asked.get('order') !== 'asc') return;
			const read = Number(asked.get('page')) * 100;
			const older = [...store.projects.keys()];
			const tooFar = older.indexOf(id) - read;
			// On the next page: as many older ones are deleted as it takes to move it to this one.
			if (tooFar < 0 || tooFar >= 100) return;
			for (const gone of older.slice(0, tooFar + 1)) store.delete('project', gone);
		});
		const { json, hints } = await run({
			operation: 'getAll',
			returnAll: true,
			options: { maxParallelRequests: 1 },
		});
		expectWhole(json, [{ id }, ...recordsOf(service(), 'project').slice(-180)]);
		expect(hints).toEqual([]);
	});

	it('says so where it cannot be sure', async () => {
		liveOn(addProjects(430), () => true);
		const { json, hints } = await run({
			operation: 'getAll',
			returnAll: true,
			filters: { status: 'inProgress' },
		});
		expectWhole(json, []);
		expect(hints).toHaveLength(1);
		expect(hints[0]).toMatchObject({ type: 'warning', location: 'outputPane' });
		expect(hints[0].message).toContain(MAY_BE_MISSING);
	});

	it('also where the service refuses and breaks off now and then', async () => {
		const staying = liveOn(addProjects(330), () => true);
		const refusal = { status: 429, headers: { 'retry-after': '0' } };
		service().faults.add({ path: /page=[13]$/, times: 3, ...refusal });
		service().faults.add({ path: /page=2$/, times: 2, reset: true, afterHandling: true });
		const { json, hints } = await run({ operation: 'getAll', returnAll: true });
		expectWhole(json, staying);
		expect(hints).toEqual([]);
	});

	it('reads a quiet list once: its first page, then every page', async () => {
		const projects = addProjects(430);
		const { json } = await run({ operation: 'getAll', returnAll: true });
		expect(idsOf(json)).toEqual(idsOf(projects).reverse());
		expect(requestsWith(service(), 'GET', PATH)).toHaveLength(5);
	});

	it('looks again where a project was replaced by a new one meanwhile', async () => {
		const { store } = service();
		const projects = addProjects(400);
		const [gone] = projects;
		betweenPages(service(), (read) => {
			// The first page of the list has been read, oldest first: what follows moves up by one.
			if (read !== 2) return;
			store.delete('project', gone.id);
			addProject(service(), { name: 'New' });
		});
		const { json, hints } = await run({
			operation: 'getAll',
			returnAll: true,
			options: { maxParallelRequests: 1 },
		});
		expectWhole(json, projects.slice(1));
		expect(hints).toEqual([]);
	});
});

describe('the whole list of documents', () => {
	const addDocuments = (count: number, since = 0) => {
		const { store, company } = service();
		for (let number = since; number < since + count; number++) {
			const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
			const now = store.now();
			const mime = number % 2 === 0 ? 'image/png' : 'application/pdf';
			const times = { createdAt: now, updatedAt: now };
			const place = { projectId: null, roomId: null };
			store.documents.set(id, { id, companyId: company.id, name: null, mime, ...times, ...place });
		}
		return [...store.documents.keys()];
	};

	it('is complete although documents come and go between the pages', async () => {
		const ids = addDocuments(330);
		const { documents } = service().store;
		const values = documents.values.bind(documents);
		let reads = 0;
		vi.spyOn(documents, 'values').mockImplementation(() => {
			const before = [...values()];
			if (++reads <= 5) {
				documents.delete(ids[reads * 3]);
				addDocuments(1, 1_000 + reads);
			}
			return before[Symbol.iterator]() as ReturnType<typeof values>;
		});
		const { json, hints } = await run({
			resource: 'document',
			operation: 'getAll',
			returnAll: true,
		});
		const deleted = [3, 6, 9, 12, 15].map((number) => ids[number]);
		expectWhole(
			json,
			ids.filter((id) => !deleted.includes(id)).map((id) => ({ id })),
		);
		expect(hints).toEqual([]);
	});

	it('takes a MIME type, which the node applies itself, and a limit across pages', async () => {
		addDocuments(330);
		const list = async (filters: object, limit: number) =>
			await run({ resource: 'document', operation: 'getAll', limit, filters });
		const { json } = await list({ mime: ' IMAGE/* ' }, 120);
		expect(json.map(({ mime }) => mime)).toEqual(Array.from({ length: 120 }, () => 'image/png'));
		expect((await list({ mime: 'application/pdf' }, 500)).json).toHaveLength(165);
		expect((await list({ mime: 'application' }, 500)).json).toEqual([]);
	});
});

describe('Limit and Updated After', () => {
	const newestFirst = { sort: { value: { sortBy: 'created_at', order: 'desc' } } };

	it('a limit goes on to the next pages and stops there', async () => {
		const projects = addProjects(330);
		const { json } = await run({ operation: 'getAll', limit: 250, ...newestFirst });
		expect(idsOf(json)).toEqual(idsOf(projects).reverse().slice(0, 250));
		expect(requestsWith(service(), 'GET', PATH)).toHaveLength(3);
	});

	it('a small limit asks for no more than that', async () => {
		addProjects(30);
		const { json } = await run({ operation: 'getAll', limit: 7 });
		expect(json).toHaveLength(7);
		expect(service().requests.map(({ path }) => path)).toEqual([
			`${PATH}?sortBy=created_at&order=desc&limit=7&page=1`,
		]);
	});

	it('updated after means later than, and fills the limit from later pages', async () => {
		const projects = addProjects(230);
		const updatedAfter = projects[199].updatedAt;
		const list = { operation: 'getAll', filters: { updatedAfter } };
		const all = await run({ ...list, returnAll: true });
		const changed = idsOf(projects).slice(200).reverse();
		expect(idsOf(all.json)).toEqual(changed);
		const some = await run({ ...list, limit: 5 });
		expect(idsOf(some.json)).toEqual(changed.slice(0, 5));
	});

	it.each([0, -1, 1.5])('a limit of %d is an error before any request', async (limit) => {
		const { error } = await run({ operation: 'getAll', limit });
		expect(error?.message).toContain('whole number of at least 1');
		expect(service().requests).toEqual([]);
	});
});
