import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { subjects } from '../../../../sandbox/service/records.mts';
import { byHumanId, byId, recordsOf, UNKNOWN_ID } from '../../../shared.mts';
import { collections } from '../../harness/samples/sampleWrites.mts';
import { useScenario } from '../../harness/scenario.mts';
import { addCustomer, addProject, addRecord, idsOf } from '../../harness/service/records.mts';
import { bodiesOf, requestsWith, writes } from '../../harness/service/requests.mts';

const { service, run } = useScenario();
const onError = 'continueRegularOutput';

const lists = (subject: 'project' | 'customer') =>
	requestsWith(service(), 'GET', collections[subject]).length;
const changes = { project: { name: 'Neu' }, customer: { lastName: 'Neu' } } as const;

describe.each(subjects)('a %s by its human ID', (resource) => {
	const with_ = (operation: string, humanId: string, more: object = {}) => ({
		resource,
		operation,
		[`${resource}Id`]: byHumanId(humanId),
		...(operation === 'update' && { updateFields: changes[resource] }),
		...more,
	});
	const operations = ['get', 'update', 'delete'];

	it('is read, changed and deleted', async () => {
		const { id } = addRecord[resource](service(), { humanId: 'X-009' });
		const other = addRecord[resource](service(), { humanId: 'X-010' });
		expect((await run(with_('get', 'X-009'))).json).toMatchObject([{ id, humanId: 'X-009' }]);
		expect((await run(with_('update', 'X-009'))).json).toMatchObject([
			{ id, ...changes[resource] },
		]);
		expect((await run(with_('delete', 'X-009'))).json).toMatchObject([{ deleted: true, id }]);
		expect(recordsOf(service(), resource)).toEqual([other]);
	});

	it.each([
		['blanks around it', ' X-009 ', 'X-009'],
		['another Unicode form', 'Größe-1'.normalize('NFD'), 'Größe-1'.normalize('NFC')],
		['digits that come as a number', '={{ 4711 }}', '4711'],
		['a name that objects have by themselves', '__proto__', '__proto__'],
		['another such name', 'constructor', 'constructor'],
	])('is found with %s', async (_, given, humanId) => {
		const { id } = addRecord[resource](service(), { humanId });
		expect((await run(with_('get', given))).json).toMatchObject([{ id }]);
	});

	it.each([
		'X-010',
		'X-0009',
		'X-009\u200b',
		'Х-009',
		'Ｘ－００９',
		'__proto__',
		'constructor',
		'toString',
		'X'.repeat(300),
	])('"%s" is that of none: an error that names it, and nothing is changed', async (humanId) => {
		const { id } = addRecord[resource](service(), { humanId: 'X-009' });
		addRecord[resource](service(), { humanId: null });
		for (const operation of operations) {
			const { error } = await run(with_(operation, humanId));
			expect(error?.message).toContain(`No ${resource} has the human ID "${humanId.slice(0, 50)}`);
			expect(error?.message.length).toBeLessThan(150);
			expect(error?.context).toMatchObject({ itemIndex: 0 });
		}
		expect(writes(service())).toEqual([]);
		expect(idsOf(recordsOf(service(), resource))).toContain(id);
	});

	it.each([
		['blanks', '={{ "  " }}', `No ${resource} was chosen`],
		['nothing', '={{ $json.nothing }}', `No ${resource} was chosen`],
		['a text no human ID is as long as', 'X'.repeat(100_000), 'is not a human ID'],
		['a record', '={{ ({ humanId: "X-009" }) }}', '"{"humanId":"X-009"}" is not a human ID'],
		['a list', '={{ ["X-009"] }}', '"["X-009"]" is not a human ID'],
		['true', '={{ true }}', '"true" is not a human ID'],
	])('%s is an error before any request', async (_, value, message) => {
		addRecord[resource](service(), { humanId: 'true' });
		for (const operation of operations) {
			const { error } = await run(with_(operation, value));
			expect(error?.message).toContain(message);
			expect(error?.message.length).toBeLessThan(150);
		}
		expect(service().requests).toEqual([]);
	});

	it.each([
		['get', {}, `Could not get ${resource} X-009 (422): No`],
		['update', {}, `Could not update ${resource} X-009 (422): No`],
		['update', { options: { skipUnchanged: true } }, `Could not get ${resource} X-009 (422): No`],
		['delete', {}, `Could not delete ${resource} X-009 (422): No`],
	])('names the record in the error of a request: %s %j', async (operation, more, message) => {
		const { id } = addRecord[resource](service(), { humanId: 'X-009' });
		service().faults.add({ path: new RegExp(id), status: 422, body: { message: 'No' } });
		const { error } = await run(with_(operation, 'X-009', more));
		expect(error?.message).toBe(message);
	});

	it('names the record that a create or update could not update', async () => {
		const { humanId } = addRecord[resource](service());
		service().faults.add({ method: 'PATCH', status: 422, body: { message: 'No' } });
		const { error } = await run({
			resource,
			operation: 'upsert',
			matchOn: 'humanId',
			matchValue: humanId,
			...changes[resource],
		});
		expect(error?.message).toBe(`Could not update ${resource} ${humanId} (422): No`);
	});

	it('that several have is an error that lists them, and nothing is changed', async () => {
		const same = Array.from({ length: 12 }, () =>
			addRecord[resource](service(), { humanId: 'X-1' }),
		);
		for (const operation of operations) {
			const { error } = await run(with_(operation, 'X-1'));
			expect(error?.message).toContain(`12 ${resource}s have the human ID "X-1": `);
			expect(error?.message).toContain(`(${same[0].id})`);
			expect(error?.message).toContain(' and 2 more');
			expect(error?.description).toContain('Nothing was changed');
		}
		expect(writes(service())).toEqual([]);
	});

	it.each(['x-009', 'X-009', '={{ "x-009 " }}'])(
		'is found in any letter case if only one record has it: %s',
		async (given) => {
			const { id } = addRecord[resource](service(), { humanId: 'X-009' });
			addRecord[resource](service(), { humanId: 'X-0090' });
			expect((await run(with_('get', given))).json).toMatchObject([{ id }]);
			expect((await run(with_('update', given))).json).toMatchObject([{ id }]);
			expect((await run(with_('delete', given))).json).toMatchObject([{ deleted: true, id }]);
		},
	);

	it('is found in exact letter case if several differ in nothing else', async () => {
		const upper = addRecord[resource](service(), { humanId: 'X-A' });
		const lower = addRecord[resource](service(), { humanId: 'x-a' });
		expect((await run(with_('get', 'X-A'))).json).toMatchObject([{ id: upper.id }]);
		expect((await run(with_('get', 'x-a'))).json).toMatchObject([{ id: lower.id }]);
		for (const operation of operations) {
			const { error } = await run(with_(operation, 'x-A'));
			expect(error?.message).toContain(
				`2 ${resource}s have the human ID "x-A" in different upper and lower case: X-A `,
			);
			expect(error?.message).toContain(`(${upper.id}); x-a `);
			expect(error?.description).toContain('with exactly the same upper and lower case');
		}
		expect(writes(service())).toEqual([]);
	});

	it('can be the ID instead, without reading the list', async () => {
		const { id } = addRecord[resource](service(), { humanId: 'X-009' });
		expect((await run(with_('get', id))).json).toMatchObject([{ id }]);
		expect((await run(with_('update', ` ${id} `))).json).toMatchObject([
			{ id, ...changes[resource] },
		]);
		expect((await run(with_('delete', id))).json).toMatchObject([{ deleted: true, id }]);
		expect(lists(resource)).toBe(0);
		const { error } = await run(with_('get', UNKNOWN_ID));
		expect(error?.message).toContain(`Could not get ${resource} ${UNKNOWN_ID} (404)`);
	});

	it('is an error that says which mode to select if it is a link', async () => {
		addRecord[resource](service());
		const value = `https://app.example/${UNKNOWN_ID}`;
		const { error } = await run(with_('get', value));
		expect(error?.message).toContain(`No ${resource} has the human ID "${value.slice(0, 20)}`);
		expect(error?.description).toBe('"Number" is selected, but this is a link. Select "By URL".');
	});

	it('of each of 61 items is looked up in one reading of the list', async () => {
		// Behind a page of 60 the node would look whether more is to come: a service may cut pages at a round number.
		const records = Array.from({ length: 61 }, (_, number) =>
			addRecord[resource](service(), { humanId: `X-${number}` }),
		);
		const items = records.map(({ humanId }) => ({ humanId })) as IDataObject[];
		const { json } = await run(with_('get', '={{ $json.humanId }}'), { items });
		expect(idsOf(json)).toEqual(idsOf(records));
		expect(lists(resource)).toBe(1);
	});

	it('that an earlier item has deleted is an error that names it', async () => {
		const { id } = addRecord[resource](service(), { humanId: 'X-1' });
		const { json } = await run(with_('delete', 'X-1'), { items: [{}, {}], onError });
		const failed = json.filter(({ error }) => error !== undefined);
		expect(json).toContainEqual(expect.objectContaining({ deleted: true, id }));
		expect(failed).toHaveLength(1);
		expect(failed[0].error).toContain(`Could not delete ${resource} X-1 (404)`);
	});

	it.each([undefined, 'fail', 'emptyItem'])('and If Not Found %s', async (ifNotFound) => {
		addRecord[resource](service(), { humanId: 'X-1' });
		const options = ifNotFound === undefined ? {} : { ifNotFound };
		const { json, error } = await run(with_('get', 'X-2', { options }));
		if (ifNotFound === 'emptyItem') expect(json).toEqual([{}]);
		else expect(error?.message).toBe(`No ${resource} has the human ID "X-2"`);
		addRecord[resource](service(), { humanId: 'X-1' });
		expect((await run(with_('get', 'X-1', { options }))).error?.message).toContain(
			`2 ${resource}s have the human ID`,
		);
	});

	it.each([
		['"By ID" is selected, but ', byId('X-009')],
		['"From List" is selected, but ', { ...byId('X-009'), mode: 'list' }],
		['', 'X-009'],
	])('is an error before any request if %sit is no ID', async (selected, value) => {
		addRecord[resource](service(), { humanId: 'X-009' });
		for (const operation of operations) {
			const { error } = await run(with_(operation, '', { [`${resource}Id`]: value }));
			expect(error?.message).toContain(`${selected}"X-009" is not an ID such as `);
			expect(error?.message).toMatch(/^\D*"X-009" is not an ID such as [-0-9a-f]{36}$/);
			expect(error?.description).toContain('select "Number"');
		}
		expect(service().requests).toEqual([]);
	});
});

describe.each(subjects)('items about the same %s', (resource) => {
	const name = { project: 'name', customer: 'lastName' }[resource];

	it('leave what the last one sets, whichever way each of them names it', async () => {
		const { id, humanId } = addRecord[resource](service());
		const items = Array.from({ length: 10 }, (_, number) => ({
			record: number % 2 === 0 ? byHumanId(String(humanId)) : byId(id),
			number: `Name ${number}`,
		})) as IDataObject[];
		const update = {
			...{ resource, operation: 'update' },
			[`${resource}Id`]: '={{ $json.record }}',
			updateFields: { [name]: '={{ $json.number }}' },
		};
		await run(update, { items });
		const sent = bodiesOf(service()).map((body) => (body as IDataObject)[name]);
		expect(sent).toEqual(items.map(({ number }) => number));
	});

	it('with nothing to update fail before the list is read', async () => {
		addRecord[resource](service(), { humanId: 'X-1' });
		const update = { resource, operation: 'update', [`${resource}Id`]: byHumanId('X-1') };
		const { error } = await run(update);
		expect(error?.message).toContain('There is nothing to update');
		expect(service().requests).toEqual([]);
	});
});

// A customer's human ID is given by the service.
describe('items about the same project', () => {
	const update = (more: object) => ({ operation: 'update', ...more });

	it('mean by a human ID what had it before, also where an item gives it to another', async () => {
		const one = addProject(service(), { humanId: 'P-1', name: 'One' });
		const two = addProject(service(), { humanId: 'P-2', name: 'Two' });
		const items = [
			{ of: 'P-1', becomes: 'P-2' },
			{ of: 'P-2', becomes: 'P-1' },
		];
		const { json } = await run(
			update({
				projectId: byHumanId('={{ $json.of }}'),
				updateFields: { humanId: '={{ $json.becomes }}' },
			}),
			{ items },
		);
		expect(json).toMatchObject([
			{ id: one.id, humanId: 'P-2' },
			{ id: two.id, humanId: 'P-1' },
		]);
	});

	it('do not mean by a human ID a project that only got it now', async () => {
		addProject(service(), { humanId: 'P-1' });
		const items = [
			{ of: 'P-1', becomes: 'P-3' },
			{ of: 'P-3', becomes: 'P-4' },
		];
		const { json } = await run(
			update({
				projectId: byHumanId('={{ $json.of }}'),
				updateFields: { humanId: '={{ $json.becomes }}' },
			}),
			{ items, onError },
		);
		expect(json[1].error).toContain('No project has the human ID "P-3"');
		expect(writes(service())).toHaveLength(1);
	});

	it('leave what the last one sets where only some of them look up a customer', async () => {
		const { id } = addProject(service());
		const customer = addCustomer(service(), { humanId: 'C-1' });
		const items = [byHumanId('C-1'), null, byId(customer.id), byHumanId('C-1')];
		await run(
			update({
				projectId: byId(id),
				updateFields: { projectValue: '={{ $itemIndex }}', customerId: '={{ $json.customer }}' },
			}),
			{ items: items.map((value) => ({ customer: value })) as IDataObject[] },
		);
		const sent = writes(service()).map(({ body }) => (body as IDataObject).projectValue);
		expect(sent).toEqual([0, 1, 2, 3]);
	});
});
