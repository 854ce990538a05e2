import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { subjects } from '../../../sandbox/service/records.mts';
import { byId, recordsOf, UNKNOWN_ID } from '../../shared.mts';
import { projectUpsert } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { addProject, addRecord, bodiesOf, writes } from '../harness/service/service.mts';

// A text names one record or none: one ID, the last ID in the path of a link, or a Human ID as people read it.

const { service, run } = useScenario();
const A = '11111111-1111-4111-8111-111111111111';
const B = '22222222-2222-4222-8222-222222222222';
const app = 'https://app.example';
const changes = { project: { name: 'Neu' }, customer: { lastName: 'Neu' } } as const;

type Place = readonly [place: string, parametersOf: (text: string) => IDataObject];

/** Every place in which a text stands for a record. */
const places: readonly Place[] = [
	...subjects.flatMap((resource) =>
		['get', 'update', 'delete'].map((operation): Place => {
			const more = operation === 'update' && { updateFields: changes[resource] };
			const parameters = { resource, operation, ...more };
			return [
				`${operation} a ${resource}`,
				(text) => ({ ...parameters, [`${resource}Id`]: byId(text) }),
			];
		}),
	),
	...['create', 'update', 'upsert'].map((operation): Place => {
		const match = {
			name: 'Haus',
			matchOn: 'name',
			matchValue: 'Haus',
			projectId: byId(UNKNOWN_ID),
		};
		const collection = operation === 'update' ? 'updateFields' : 'additionalFields';
		const parametersOf: Place[1] = (text) => ({
			...{ operation, ...match, [collection]: { customerId: byId(text) } },
		});
		return [`the customer of a project: ${operation}`, parametersOf];
	}),
	...(
		[
			['project', 'customerId'],
			['document', 'projectId'],
			['document', 'roomId'],
		] as const
	).map(([resource, name]): Place => {
		const valueOf = (text: string) => (name === 'roomId' ? text : byId(text));
		const parametersOf: Place[1] = (text) => ({
			...{ resource, operation: 'getAll', filters: { [name]: valueOf(text) } },
		});
		return [`the list of ${resource}s by ${name}`, parametersOf];
	}),
];

describe.each(places)('%s', (_, parametersOf) => {
	it.each([`${A}, ${B}`, `${app}/projects/${A},${B}`])(
		'with two IDs is refused, names both, and sends nothing: %j',
		async (text) => {
			for (const given of [text, `={{ ${JSON.stringify(text)} }}`]) {
				const { error } = await run(parametersOf(given));
				expect(error?.message).toContain(`contains several IDs (${A}, ${B}). Enter only one.`);
			}
			expect(service().requests).toEqual([]);
		},
	);

	it.each([`${app}/projects/${A}?compare=${B}`, `${A}, ${A.toUpperCase()}`])(
		'takes the one that is meant: %j',
		async (text) => {
			await run(parametersOf(text));
			const sent = JSON.stringify(service().requests.map(({ path, body }) => ({ path, body })));
			expect(sent).toContain(A);
			expect(sent).not.toContain(B);
		},
	);
});

/** What a person cannot tell from X-001, or does not mean to. */
const alike: ReadonlyArray<[what: string, humanId: string]> = [
	['an en dash', 'X\u2013001'],
	['a minus', 'X\u2212001'],
	['an apostrophe in front', "'X-001"],
	['a zero-width mark', 'X-\u200b001'],
	['letter case', 'x-001'],
];

describe.each(alike)('a Human ID with %s', (_, other) => {
	const ways = [
		['as stored', other, 'X-001'],
		['as entered', 'X-001', other],
	] as const;

	it.each(ways)('is the same %s: By ID and in Search', async (__, humanId, entered) => {
		for (const resource of subjects) {
			const { id } = addRecord[resource](service(), { humanId });
			addRecord[resource](service(), { humanId: 'X-002' });
			const one = { resource, operation: 'get', [`${resource}Id`]: byId(entered) };
			expect((await run(one)).json).toMatchObject([{ id }]);
			const found = { resource, operation: 'getAll', filters: { search: entered } };
			expect((await run(found)).json).toMatchObject([{ id }]);
		}
	});

	it.each(ways)(
		'is the same %s: Create or Update creates no second one',
		async (__, humanId, matchValue) => {
			const { id } = addProject(service(), { humanId });
			const parameters = projectUpsert({ matchOn: 'humanId', matchValue, name: 'Neu' });
			expect((await run(parameters)).json).toMatchObject([{ id, syncResult: 'updated' }]);
			expect(bodiesOf(service())).toEqual([{ name: 'Neu' }]);
		},
	);

	it('and one without it are several: neither is taken', async () => {
		const ids = [other, 'X-001'].map((humanId) => addProject(service(), { humanId }).id);
		for (const parameters of [
			...['get', 'update', 'delete'].map((operation) => ({
				...{ operation, projectId: byId('X-001'), updateFields: { name: 'Neu' } },
			})),
			projectUpsert({ matchOn: 'humanId', matchValue: 'X-001', name: 'Neu' }),
		]) {
			const { error } = await run(parameters);
			expect(error?.message).toMatch(/^2 projects have the Human ID "X-001"/);
			expect(error?.description).toMatch(/Enter the ID instead|Nothing was changed/);
			for (const id of ids) expect(error?.message).toContain(id);
		}
		expect(writes(service())).toEqual([]);
	});
});

it('two items that look alike are about one project, which is created once', async () => {
	const items = ["'N-1", 'N\u20131', 'n-1'].map((number) => ({ number }));
	const parameters = projectUpsert({
		...{ matchOn: 'humanId', matchValue: '={{ $json.number }}', name: 'Haus' },
		additionalFields: { companyId: service().company.id },
	});
	const { json } = await run(parameters, { items });
	expect(json.map(({ syncResult }) => syncResult)).toEqual(['created', 'unchanged', 'unchanged']);
	expect(recordsOf(service(), 'project')).toHaveLength(1);
});
