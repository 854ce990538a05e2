import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { runNode, searchList } from '../harness/n8n/engine.mts';
import { numbered, useListServices } from '../harness/service/listService.mts';
import type { Asked } from '../harness/service/listService.mts';
import { idsOf } from '../harness/service/records.mts';

const start = useListServices();

/** Pages of at most 50, as some services cut them, and what they say about them. */
const pagesOf50 =
	(
		records: readonly IDataObject[],
		{ countsByAsked = false, metadata }: { countsByAsked?: boolean; metadata: object },
	) =>
	({ query }: Asked) => {
		const ordered = query.get('order') === 'desc' ? [...records].reverse() : records;
		const asked = Number(query.get('limit'));
		const size = Math.min(50, asked);
		const first = (Number(query.get('page')) - 1) * (countsByAsked ? asked : size);
		return { items: ordered.slice(first, first + size), metadata };
	};

const kinds = [
	{ words: 'tells the size asked for', metadata: { limit: 100, total: '250' } },
	{ words: 'tells no size', metadata: { total: '250' } },
	{ words: 'tells a total that is too small', metadata: { limit: 100, total: '120' } },
	{ words: 'tells no total', metadata: { limit: 100 } },
].flatMap(({ words, metadata }) => [
	{ words, options: { metadata } },
	{
		words: `${words} and counts pages by the size asked for`,
		options: { metadata, countsByAsked: true },
	},
]);

describe.each(kinds)('a service that hands out 50 records at most and $words', ({ options }) => {
	it.each(['project', 'document'])(
		'Limit and Return All of %ss bring what is there',
		async (resource) => {
			const records = numbered(250);
			const { credentials } = await start(pagesOf50(records, options));
			const list = async (more: object) =>
				await runNode({
					parameters: { resource, operation: 'getAll', output: 'raw', ...more },
					credentials,
				});
			const expected = idsOf(resource === 'project' ? [...records].reverse() : records);
			expect(idsOf((await list({ limit: 150 })).json)).toEqual(expected.slice(0, 150));
			const all = await list({ returnAll: true });
			expect(idsOf(all.json).sort()).toEqual(idsOf(records));
			// Only where the count is right is it certain that nothing is missing.
			expect(all.hints).toHaveLength(options.metadata.total === '250' ? 0 : 1);
		},
	);

	it('the list to choose a project from shows each of them once', async () => {
		const records = numbered(250);
		const { credentials } = await start(pagesOf50(records, options));
		const editor = { parameters: { authentication: 'apiKey' }, credentials };
		const shown: unknown[] = [];
		let next: string | undefined;
		do {
			const page = await searchList(editor, 'searchProjects', '', next);
			shown.push(...page.results.map(({ value }) => value));
			next = page.paginationToken as string | undefined;
		} while (next !== undefined);
		expect(shown).toEqual(idsOf([...records].reverse()));
		const { results } = await searchList(editor, 'searchProjects', 'haus 107');
		expect(results.map(({ name }) => name)).toEqual(['Haus 107']);
	});
});

describe.each([{ limit: 100 }, {}])(
	'a service that counts the page instead of the list',
	(said) => {
		it.each(['project', 'document'])('hands out all 120 %ss', async (resource) => {
			const records = numbered(120);
			const { credentials } = await start(
				pagesOf50(records, { metadata: { ...said, total: '50' } }),
			);
			const list = async (amount: object) =>
				(
					await runNode({
						parameters: { resource, operation: 'getAll', output: 'raw', ...amount },
						credentials,
					})
				).json;
			expect(await list({ returnAll: true })).toHaveLength(120);
			expect(await list({ limit: 100 })).toHaveLength(100);
		});
	},
);

describe('a list in which something stands that is no record', () => {
	it.each([
		['project', 'projects', null, 'entry 3 of the list is empty (null), not a project'],
		['project', 'projects', 'Haus', 'entry 3 of the list is text, not a project'],
		['document', 'documents', null, 'entry 3 of the list is empty (null), not a document'],
		['document', 'documents', [], 'entry 3 of the list is a list, not a document'],
		['customer', 'customers', null, 'entry 3 of the list is empty (null), not a customer'],
		['customer', 'customers', 7, 'entry 3 of the list is a number, not a customer'],
	])('is an error (%s)', async (resource, operation, entry, problem) => {
		const items = [...numbered(2), entry];
		const { credentials } = await start(() =>
			resource === 'customer' ? items : { items, metadata: { page: 1, limit: 100, total: '3' } },
		);
		for (const amount of [{ limit: 10 }, { returnAll: true }]) {
			const parameters = { resource, operation: 'getAll', ...amount };
			const { error } = await runNode({ parameters, credentials });
			expect(error?.message).toBe(`Could not list ${operation}: ${problem}`);
			expect(error?.description).toContain('Check the Base URL');
			expect(error?.context?.itemIndex).toBe(0);
		}
	});

	it.each([
		['project', [], 'the answer was not the expected page'],
		['document', { data: [] }, 'the answer was not the expected page'],
		['document', 'none', 'the answer was not JSON'],
		['customer', { items: [] }, 'the answer was not the expected array'],
	])('nor is %s %j a list', async (resource, body, problem) => {
		const { credentials } = await start(() => body);
		const { error } = await runNode({ parameters: { resource, operation: 'getAll' }, credentials });
		expect(error?.message).toContain(problem);
	});
});

describe('Create or Update if it is not certain that the list was read completely', () => {
	const upsert = (matchValue: string): IDataObject => ({
		operation: 'upsert',
		matchOn: 'name',
		matchValue,
		additionalFields: { projectValue: 5 },
	});
	const countless = async (record: IDataObject) => {
		const service = await start(({ method }) =>
			method === 'GET' ? { items: [record], metadata: {} } : { ...record, projectValue: 5 },
		);
		const written = () => service.requests.filter(({ method }) => method !== 'GET');
		return { ...service, written };
	};
	const [haus] = numbered(1);

	it('writes nothing where nothing matched, and says so', async () => {
		const { credentials, written } = await countless(haus);
		const { error, hints } = await runNode({ parameters: upsert('Neubau') as never, credentials });
		expect(error?.message).toContain(
			'The node cannot tell whether there is a project with the name',
		);
		expect(error?.message).toContain('"Neubau"');
		expect(error?.description).toContain('Nothing was written');
		expect(error?.description).toContain('match on the ID');
		expect(hints).toEqual([]);
		expect(written()).toEqual([]);
	});

	it('updates the one that matched', async () => {
		const { credentials, written } = await countless(haus);
		const { json, hints } = await runNode({ parameters: upsert(haus.name) as never, credentials });
		expect(json).toMatchObject([{ id: haus.id, syncResult: 'updated' }]);
		expect(written()).toHaveLength(1);
		expect(hints[0].message).toContain('Some records may be missing');
	});

	it('refuses item by item', async () => {
		const { credentials, written } = await countless(haus);
		const { json } = await runNode({
			parameters: upsert('={{ $json.name }}') as never,
			credentials,
			items: [{ name: 'Neubau' }, { name: haus.name }, { name: 'Neubau' }],
			onError: 'continueRegularOutput',
		});
		expect(json[0].error).toContain('The node cannot tell');
		expect(json[1]).toMatchObject({ syncResult: 'updated' });
		expect(json[2].error).toContain('The node cannot tell');
		expect(written()).toHaveLength(1);
	});

	it('still creates nothing after a create without a clear answer', async () => {
		let reads = 0;
		const service = await start(({ method }) => {
			if (method === 'POST') return 'Created';
			if (method !== 'GET') return {};
			return reads++ === 0 ? { items: [], metadata: { total: '0' } } : { items: [haus] };
		});
		const { json } = await runNode({
			parameters: { ...upsert('Neubau'), additionalFields: { companyId: haus.id } } as never,
			credentials: service.credentials,
			items: [{}, {}],
			onError: 'continueRegularOutput',
		});
		expect(json[0].error).toContain('Could not create a project');
		expect(json[1].error).toContain('An earlier item may have created the project');
		expect(service.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
	});
});
