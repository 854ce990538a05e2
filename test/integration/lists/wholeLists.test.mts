// Judges lists/wholeList.ts in the whole node.
import type { ServerResponse } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { runNode } from '../harness/n8n/engine.mts';
import { betweenPages, useScenario } from '../harness/scenario.mts';
import { numbered, useListServices } from '../harness/service/listService.mts';
import type { Asked } from '../harness/service/listService.mts';
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
