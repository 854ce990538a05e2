import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import { subjects } from '../../../sandbox/service/records.mts';
import { byId, recordsOf, UNKNOWN_ID } from '../../shared.mts';
import { locatorOf } from '../harness/samples/differences.mts';
import { collections, projectUpsert, update } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { numbered, useListServices } from '../harness/service/listService.mts';
import {
	addCustomer,
	addProject,
	addRecord,
	idsOf,
	requestsWith,
	writes,
} from '../harness/service/service.mts';
import { says } from '../../documents.mts';

// By ID takes an ID, a human ID as people read it, or a link. Texts in which an ID is found: unit/values/text.

const { service, run } = useScenario();
const start = useListServices();
const onError = 'continueRegularOutput' as const;
const changes = { project: { name: 'Neu' }, customer: { lastName: 'Neu' } } as const;

const A = '11111111-1111-4111-8111-111111111111';
const B = '22222222-2222-4222-8222-222222222222';
const app = 'https://app.example';

type Place = readonly [place: string, parametersOf: (text: string) => IDataObject];

/** Every place in which a text stands for a record. */
const places: readonly Place[] = [
	...subjects.flatMap((resource) =>
		['get', 'update', 'delete'].map((operation): Place => {
			const parameters = { resource, operation, updateFields: changes[resource] };
			return [
				`${operation} a ${resource}`,
				(text) => ({ ...parameters, ...locatorOf(resource, text) }),
			];
		}),
	),
	...['create', 'update', 'upsert'].map((operation): Place => {
		const match = {
			...{ name: 'Haus', matchOn: 'name', matchValue: 'Haus' },
			...locatorOf('project', UNKNOWN_ID),
		};
		const collection = operation === 'update' ? 'updateFields' : 'additionalFields';
		return [
			`the customer of a project: ${operation}`,
			(text) => ({ operation, ...match, [collection]: { customerId: byId(text) } }),
		];
	}),
	...[
		['project', 'customerId'],
		['document', 'projectId'],
		['document', 'roomId'],
	].map(([resource, name]): Place => {
		const list = { resource, operation: 'getAll' };
		const valueOf = (text: string) => (name === 'roomId' ? text : byId(text));
		return [
			`the list of ${resource}s by ${name}`,
			(text) => ({ ...list, filters: { [name]: valueOf(text) } }),
		];
	}),
];

it.each(places)(
	'%s: a link is the ID in its path, and two IDs are none',
	async (_, parametersOf) => {
		says('docs/action-node.md', 'Any other text with two IDs is refused');
		for (const text of [`${A}, ${B}`, `={{ "${app}/projects/${A},${B}" }}`]) {
			const { error } = await run(parametersOf(text));
			expect(error?.message).toContain(`contains several IDs (${A}, ${B}). Enter only one.`);
		}
		expect(service().requests).toEqual([]);
		await run(parametersOf(`${app}/projects/${A.toUpperCase()}?compare=${B}`));
		const sent = JSON.stringify(service().requests.map(({ path, body }) => ({ path, body })));
		expect(sent).toContain(A);
		expect(sent).not.toContain(B);
	},
);

describe.each(subjects)('a %s By ID', (resource) => {
	const updateFields = changes[resource];
	const on = (operation: string, value: unknown, more: object = {}) => ({
		...{ resource, operation, [`${resource}Id`]: value, updateFields, ...more },
	});
	const operations = ['get', 'update', 'delete'];
	const lists = () => requestsWith(service(), 'GET', collections[resource]).length;

	it('is found by its ID and by any link to it, without reading the list', async () => {
		const { id } = addRecord[resource](service());
		const link = `${app}/companies/${UNKNOWN_ID}/${resource}s/${id}/rooms?tab=1`;
		for (const value of [id, ` ${id} `, link]) {
			for (const given of [byId(value), { ...byId(value), mode: 'list' }, value]) {
				expect((await run(on('get', given))).json).toMatchObject([{ id }]);
			}
		}
		expect(lists()).toBe(0);
	});

	it.each([
		['digits that come as a number', '={{ 4711 }}', '4711'],
		['a name that objects have by themselves', '__proto__', '__proto__'],
	])('is found with %s', async (_, given, humanId) => {
		const { id } = addRecord[resource](service(), { humanId });
		addRecord[resource](service(), { humanId: null });
		expect((await run(on('get', byId(given)))).json).toMatchObject([{ id }]);
	});

	it.each(['X-0009', '__proto__', '../projects/1?x#y', 'X'.repeat(100_000)])(
		'is an error that names it if there is none: %s; nothing is changed',
		async (value) => {
			addRecord[resource](service(), { humanId: 'X-009' });
			addRecord[resource](service(), { humanId: null });
			for (const operation of operations) {
				const { error } = await run(on(operation, byId(value)));
				expect(error?.message).toContain(
					`No ${resource} has the ID or Human ID "${value.slice(0, 50)}`,
				);
				expect(error?.message.length).toBeLessThan(150);
				expect(error?.description).toContain(`choose the ${resource} from the list`);
				expect(error?.context).toMatchObject({ itemIndex: 0 });
			}
			const paths = service().requests.map(({ path }) => path.split('?')[0]);
			expect(new Set(paths)).toEqual(new Set([collections[resource]]));
		},
	);

	it.each([
		['blanks', '={{ "  " }}', `No ${resource} was chosen`],
		['nothing', '={{ $json.nothing }}', `No ${resource} was chosen`],
		['a record', '={{ ({ humanId: "X-009" }) }}', '"{"humanId":"X-009"}" is not the ID of one'],
	])('is an error before any request if it is %s', async (_, value, message) => {
		addRecord[resource](service(), { humanId: 'X-009' });
		for (const operation of operations) {
			for (const given of [byId(value), value]) {
				const { error } = await run(on(operation, given));
				expect(error?.message).toContain(message);
				expect(error?.description).toMatch(/^(Choose|Enter) .* ID/);
			}
		}
		expect(service().requests).toEqual([]);
	});

	it.each([
		['get', {}, `Could not get ${resource} X-009 (422): No`],
		['update', {}, `Could not update ${resource} X-009 (422): No`],
		['update', { options: { skipUnchanged: true } }, `Could not get ${resource} X-009 (422): No`],
		['delete', {}, `Could not delete ${resource} X-009 (422): No`],
	])(
		'is taken by its human ID, and called so in the error of a request: %s %j',
		async (operation, more, message) => {
			addRecord[resource](service(), { humanId: 'X-010' });
			const { id } = addRecord[resource](service(), { humanId: 'X-009' });
			service().faults.add({ path: new RegExp(id), status: 422, body: { message: 'No' } });
			expect((await run(on(operation, byId('X-009'), more))).error?.message).toBe(message);
		},
	);

	it('is looked up in one reading of the list, however many items there are', async () => {
		const items = Array.from({ length: 30 }, (_, number) => ({ humanId: `X-${number}` }));
		const records = items.map((fields) => addRecord[resource](service(), fields));
		const { json } = await run(on('get', byId('={{ $json.humanId }}')), { items });
		expect(idsOf(json)).toEqual(idsOf(records));
		expect(lists()).toBe(1);
	});
});

it('a human ID means what had it before the run, also where an item gives it to another', async () => {
	const [one, two] = ['P-1', 'P-2'].map((humanId) => addProject(service(), { humanId }));
	const swap = { updateFields: { humanId: '={{ $json.of === "P-1" ? "P-2" : "P-1" }}' } };
	const items = ['P-1', 'P-2'].map((of) => ({ of }));
	const { json } = await run(update('project', '={{ $json.of }}', swap), { items });
	expect(json.map(({ id, humanId }) => [id, humanId])).toEqual([
		[one.id, 'P-2'],
		[two.id, 'P-1'],
	]);
});

it('an update that fails before its turn leaves no error that nobody handles', async () => {
	const { id } = addProject(service(), { humanId: 'X-1' });
	// The first one waits for the list; the second one has nothing to look up.
	service().faults.add({ path: collections.project, times: 1, delayMs: 100 });
	const parameters = { operation: 'update', projectId: '={{ $json.record }}' };
	// An error that nobody handles fails the whole run of tests.
	const items = [{ record: byId('X-1') }, { record: byId(' ') }] as never;
	const { json } = await run({ ...parameters, updateFields: { isLead: true } }, { items, onError });
	expect(json[0]).toMatchObject({ id });
	expect(json[1].error).toContain('No project was chosen');
});

describe('the customer of a project', () => {
	const given = { customerId: byId('C-7') };

	it.each<[string, object]>([
		['create', { name: 'Haus', additionalFields: given }],
		// Looked up among the projects, and not among the customers.
		['update', { projectId: byId('P-7'), updateFields: given }],
		['upsert', { matchOn: 'name', matchValue: 'Haus', additionalFields: given }],
	])('is set by its human ID: %s', async (operation, more) => {
		const customer = addCustomer(service(), { humanId: 'C-8' });
		addProject(service(), { humanId: 'P-7' });
		const unknown = await run({ operation, ...more });
		expect(unknown.error?.message).toContain('No customer has the ID or Human ID "C-7"');
		expect(writes(service())).toEqual([]);
		service().store.edit('customer', customer.id, { humanId: 'C-7' });
		expect((await run({ operation, ...more })).error).toBeUndefined();
		expect(writes(service()).at(-1)?.body).toMatchObject({ customerId: customer.id });
	});
});

it.each([
	['get', 'emptyItem', {}],
	['delete', 'goOn', { total: '9' }],
	['update', undefined, { total: '9' }],
])(
	'%s by human ID is an error if the list may be incomplete, also with If Not Found %s (%j)',
	async (operation, ifNotFound, metadata) => {
		const items = numbered(2).map((record, number) => ({ ...record, humanId: `P-${number}` }));
		const { credentials, requests } = await start(({ query }) => ({
			...{ items: query.get('page') === '1' ? items : [], metadata },
		}));
		for (const humanId of ['P-1', 'P-7']) {
			const options = ifNotFound === undefined ? {} : { ifNotFound };
			const parameters = { ...update('project', humanId, { options }), operation };
			const { error } = await run(parameters, { credentials });
			expect(error?.message).toContain(
				`The node cannot tell which project has the Human ID "${humanId}"`,
			);
			expect(error?.message).toContain('may be incomplete');
			expect(error?.description).toContain('Run the item again when the service is less busy');
		}
		expect(requests.filter(({ path }) => path !== pathOf('listProjects'))).toEqual([]);
	},
);

describe.each([
	['an en dash', 'X\u2013001'],
	['an apostrophe in front', "'X-001"],
])('a Human ID with %s, which a person cannot tell from X-001, or does not mean to', (_, other) => {
	const ways = [
		['as stored', other, 'X-001'],
		['as entered', 'X-001', other],
	] as const;

	it.each(ways)('is the same %s: By ID and in Search', async (__, humanId, entered) => {
		for (const resource of subjects) {
			const { id } = addRecord[resource](service(), { humanId });
			addRecord[resource](service(), { humanId: 'X-002' });
			const one = { resource, operation: 'get', ...locatorOf(resource, entered) };
			expect((await run(one)).json).toMatchObject([{ id }]);
			const found = { resource, operation: 'getAll', filters: { search: entered } };
			expect((await run(found)).json).toMatchObject([{ id }]);
		}
	});

	it('and one without it are several: neither is taken', async () => {
		says('docs/action-node.md', 'and so is a Human ID that several records have');
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

it('a record that items name by its ID and by its Human ID is changed by one after the other: the last one counts', async () => {
	const [other, one] = [addProject(service()), addProject(service())];
	const values = [other.humanId, one.id, one.humanId];
	const items = values.map((value, number) => ({ value: String(value), name: `Haus ${number}` }));
	// Sent together, the first change would come last.
	service().faults.add({ method: 'PATCH', path: new RegExp(one.id), times: 1, delayMs: 200 });
	const updateFields = { name: '={{ $json.name }}' };
	const { error } = await run(update('project', '={{ $json.value }}', { updateFields }), { items });
	expect(error).toBeUndefined();
	const stored = recordsOf(service(), 'project').find(({ id }) => id === one.id);
	expect(stored).toMatchObject({ name: 'Haus 2' });
});

it('a list that could not be read is read again for the items after those that waited for it', async () => {
	const { humanId } = addProject(service());
	service().faults.add({ method: 'GET', times: 1, status: 422, body: { message: 'No' } });
	const get = { operation: 'get', projectId: byId(String(humanId)) };
	const items = Array.from({ length: 60 }, () => ({}));
	const { json } = await run(get, { items, onError });
	expect(json[0].error).toContain('(422): No');
	expect(json[59]).toMatchObject({ humanId });
});
