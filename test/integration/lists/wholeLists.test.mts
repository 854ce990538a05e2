// Judges lists/wholeList.ts in the whole node.
import type { ServerResponse } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { ApiRecord } from '../../../sandbox/service/records.mts';
import { runNode } from '../harness/n8n/engine.mts';
import { betweenPages, useScenario } from '../harness/scenario.mts';
import { numbered, useListServices } from '../harness/service/listService.mts';
import type { Asked } from '../harness/service/listService.mts';
import { addProject, idsOf } from '../harness/service/service.mts';

const { service, run } = useScenario();
const start = useListServices();
const statuses = ['inProgress', 'completed', 'archived'];
/** What was read is returned although it may be incomplete. */
const goOn = { ifIncomplete: 'goOn' };

/**
 * Life in the office while a list of 430 projects is read: projects come, go, change their status and their value.
 *
 * @returns those that exist throughout with the status they had
 */
function liveOn(isStillBusy: (read: number) => boolean): ApiRecord[] {
	const { store } = service();
	const projects = Array.from({ length: 430 }, (_, number) =>
		addProject(service(), { status: number % 2 === 0 ? 'inProgress' : statuses[number % 3] }),
	);
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

describe('Return All while projects come, go and change between the pages', () => {
	const all = { operation: 'getAll', returnAll: true, output: 'raw' };

	it('none is there twice, none is missing, all are in order, and there is no hint if it calmed down', async () => {
		const staying = liveOn((read) => read <= 8);
		const sort = { value: { sortBy: 'status', order: 'desc' } };
		const { json, hints } = await run({ ...all, sort });
		const ids = idsOf(json);
		expect(new Set(ids).size).toBe(ids.length);
		expect(ids).toEqual(expect.arrayContaining(idsOf(staying)));
		const ranks = json.map(({ status }) => statuses.indexOf(String(status)));
		expect(ranks).toEqual(ranks.toSorted().reverse());
		expect(hints).toEqual([]);
	});

	it('fails where it cannot be sure, or returns what was read, with a hint, if that is asked for', async () => {
		liveOn(() => true);
		const filtered = { ...all, filters: { status: 'inProgress' } };
		const { error } = await run(filtered);
		expect(error?.message).toMatch(/^The list of projects may be incomplete: records were added/);
		expect(error?.description).toContain('set the option "If Incomplete"');
		const { json, hints } = await run({ ...filtered, options: goOn });
		expect(json.length).toBeGreaterThan(50);
		expect(hints).toMatchObject([{ type: 'warning', location: 'outputPane' }]);
		expect(hints[0].message).toContain('Some records may be missing');
	});
});

it('Limit with a search misses nothing if a record is deleted between the pages, and keeps the order', async () => {
	const projects = Array.from({ length: 250 }, (_, number) => {
		const createdAt = new Date(Date.UTC(2026, 0, 1, 0, 0, number)).toISOString();
		const name = number % 149 === 0 ? `Roof ${number}` : `Haus ${number}`;
		return addProject(service(), { name, createdAt });
	});
	betweenPages(service(), (read) => {
		// The first list is that of the customers, whom a search looks for too.
		if (read === 2) service().store.delete('project', projects[249].id);
	});
	const search = { operation: 'getAll', output: 'raw', limit: 50, filters: { search: 'Roof' } };
	const { json, hints } = await run(search);
	expect(json.map(({ name }) => name)).toEqual(['Roof 149', 'Roof 0']);
	expect(hints).toEqual([]);
});

describe('the array of all customers', () => {
	const customers = numbered(100, { lastName: 'Weber' }).map((record, number) => ({
		...record,
		email: `c${number}@mail.example`,
	}));
	/** A service that sends 100 customers, with these headers. */
	const readWith = async (headers: Record<string, string>, parameters: object = {}) => {
		const { credentials, requests } = await start(({ method }: Asked, response: ServerResponse) => {
			for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
			return method === 'GET' ? customers : { ...customers[0], id: 'new' };
		});
		const getAll = { operation: 'getAll', output: 'raw', returnAll: true, ...parameters };
		const all = { resource: 'customer', ...getAll } as INodeParameters;
		const result = await runNode({ parameters: all, credentials });
		return { ...result, requests };
	};

	it.each<[string, Record<string, string>, boolean]>([
		['without such headers', {}, true],
		['with a link to the part before', { link: '<?page=1>; rel="prev first"' }, true],
		['with a higher count', { 'x-total-count': '150' }, false],
		['with a link to the next part, without quotes', { Link: '<?page=2>; rel=next' }, false],
	])('%s is whole: %#', async (_, headers, isWhole) => {
		const { json, hints, requests } = await readWith(headers, { options: goOn });
		expect(json).toHaveLength(100);
		expect(hints).toHaveLength(isWhole ? 0 : 1);
		// No link is followed.
		expect(requests).toHaveLength(1);
		const strict = await readWith(headers);
		expect(strict.error === undefined).toBe(isWhole);
		// Enough were read for a limit, whatever may be missing.
		expect((await readWith(headers, { returnAll: false, limit: 100 })).json).toHaveLength(100);
		const upsert = {
			...{ operation: 'upsert', matchOn: 'email', matchValue: 'new@mail.example' },
			...{ firstName: 'Ada', lastName: 'Weber' },
			additionalFields: { companyId: customers[0].id },
		};
		const written = await readWith(headers, upsert);
		const writes = written.requests.filter(({ method }) => method !== 'GET');
		expect(writes).toHaveLength(isWhole ? 1 : 0);
		if (!isWhole) expect(written.error?.message).toContain('The node cannot tell whether there is');
	});
});
