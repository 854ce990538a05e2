import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { pathOf } from '../../../../sandbox/service/description.mts';
import { byHumanId } from '../../../shared.mts';
import { size } from '../../../sizes.mts';
import { runNode } from '../../harness/n8n/engine.mts';
import { numbered, useListServices } from '../../harness/service/listService.mts';
import type { Asked } from '../../harness/service/listService.mts';

const start = useListServices();
const onError = 'continueRegularOutput';
const PROJECTS = size(2_000, 10_000);

const parametersOf = (operation: string, humanId: string) =>
	({
		operation,
		projectId: byHumanId(humanId),
		...(operation === 'update' && { updateFields: { name: 'Neu' } }),
		...(operation === 'get' && { options: { ifNotFound: 'emptyItem' } }),
	}) as INodeParameters;

describe.each(['get', 'update', 'delete'])(
	'%s by human ID if it is not certain that the list was read completely',
	(operation) => {
		it.each([
			['no total', {}],
			['a total that is too small', { total: '1' }],
			['a total that is too large', { total: '9' }],
		])(
			'(%s) is an error that names it, also where one was found, and nothing is changed',
			async (_, metadata) => {
				const items = numbered(2).map((record, number) => ({ ...record, humanId: `P-${number}` }));
				const { credentials, requests } = await start(({ query }) => ({
					items: query.get('page') === '1' ? items : [],
					metadata,
				}));
				for (const humanId of ['P-1', 'P-7']) {
					const parameters = parametersOf(operation, humanId);
					const { error } = await runNode({ parameters, credentials });
					expect(error?.message).toBe(
						`The node cannot tell which project has the human ID "${humanId}": the list of projects that it read may be incomplete`,
					);
					expect(error?.description).toContain('Nothing was changed');
				}
				expect(requests.filter(({ path }) => path !== pathOf('listProjects'))).toEqual([]);
				expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
			},
		);
	},
);

it('a project that is found but has no ID is an error', async () => {
	const { credentials, requests } = await start(({ method }) =>
		method === 'GET' ? { items: [{ humanId: 'P-1' }], metadata: { total: '1' } } : {},
	);
	const { error } = await runNode({ parameters: parametersOf('delete', 'P-1'), credentials });
	expect(error?.message).toContain(
		'entry 1 of the list is an object with "humanId", not a project with an ID',
	);
	expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

it(`${PROJECTS / 2} items look up their human IDs among ${PROJECTS} projects in one reading of the list`, async () => {
	const projects = numbered(PROJECTS).map((project, number) => ({
		...project,
		humanId: `P-${number}`,
	}));
	const page = ({ query }: Asked) => {
		const size = Number(query.get('limit'));
		const first = (Number(query.get('page')) - 1) * size;
		const ordered = query.get('order') === 'desc' ? [...projects].reverse() : projects;
		return { items: ordered.slice(first, first + size), metadata: { total: String(PROJECTS) } };
	};
	const { credentials, requests } = await start((asked) =>
		asked.method === 'GET' ? page(asked) : { id: asked.path.split('/').pop(), name: 'Neu' },
	);
	const asked = projects.filter((_, number) => number % 2 === 1).reverse();
	const { json, error } = await runNode({
		parameters: parametersOf('update', '={{ $json.humanId }}'),
		credentials,
		items: asked.map(({ humanId }) => ({ humanId })) as IDataObject[],
		onError,
	});
	expect(error).toBeUndefined();
	expect(json.map(({ id }) => id)).toEqual(asked.map(({ id }) => id));
	const reads = requests.filter(({ method }) => method === 'GET');
	expect(reads.length).toBeLessThanOrEqual(PROJECTS / 100 + 5);
	expect(requests.length - reads.length).toBe(PROJECTS / 2);
});
