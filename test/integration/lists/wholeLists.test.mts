// Judges lists/wholeList.ts in the whole node.
import { describe, expect, it } from 'vitest';
import { betweenPages, useScenario } from '../harness/scenario.mts';
import { numbered, useListServices } from '../harness/service/listService.mts';
import { addProject } from '../harness/service/service.mts';

const { service, run } = useScenario();
const start = useListServices();
/** What was read is returned although it may be incomplete. */
const goOn = { ifIncomplete: 'goOn' };

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
	const customers = numbered(100, { lastName: 'Weber' });
	/** A service that sends 100 customers, with these headers. */
	const readWith = async (headers: Record<string, string>, parameters: object = {}) => {
		const { credentials, requests } = await start((_, response) => {
			for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
			return customers;
		});
		const all = { resource: 'customer', operation: 'getAll', returnAll: true, ...parameters };
		return { ...(await run(all, { credentials })), requests };
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
	});
});
