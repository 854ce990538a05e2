import type { IDataObject } from 'n8n-workflow';
import { WorkflowExecute } from 'n8n-core';
import { describe, expect, it, vi } from 'vitest';
import type { Fault } from '../../../sandbox/service/faults.mts';
import { subjects } from '../../../sandbox/service/records.mts';
import { byId, recordsOf, UNKNOWN_ID } from '../../shared.mts';
import type { NodeResult } from '../harness/n8n/engine.mts';
import { locatorOf } from '../harness/samples/differences.mts';
import { create, update, upsert } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { addRecord } from '../harness/service/service.mts';
import { says } from '../../documents.mts';

const { service, run } = useScenario();

/** The service's words end the first sentence; the advice is the last one. */
const WHOLE =
	/^Could not .* \(422\): The service is closed\. .*Check the values of this item against what the service says\.$/;

/** Where the failed items are. */
const ways = [
	['continueRegularOutput', ({ outputs }: NodeResult) => outputs[0]],
	['continueErrorOutput', ({ outputs }: NodeResult) => outputs[1]],
] as const;

/** Fields that a form, or the node before, may have given the item. */
const item = {
	...{ ref: 'R-1', message: 'Please call', tags: ['a', 'b'], inner: { deep: true }, no: null },
};

const operations: ReadonlyArray<[what: string, parameters: IDataObject]> = [
	...subjects.flatMap((resource): Array<[string, IDataObject]> => {
		const one = { resource, ...locatorOf(resource, UNKNOWN_ID) };
		return [
			[`read a ${resource}`, { ...one, operation: 'get' }],
			[`list ${resource}s`, { resource, operation: 'getAll', returnAll: true }],
			[`create a ${resource}`, create(resource)],
			[`update a ${resource}`, update(resource, UNKNOWN_ID)],
			[`create or update a ${resource}`, upsert(resource)],
			[`delete a ${resource}`, { ...one, operation: 'delete' }],
		];
	}),
	['list documents', { resource: 'document', operation: 'getAll' }],
	['read the account', { resource: 'account', operation: 'get' }],
];

describe.each(ways)('On Error: %s', (onError, failedItemsOf) => {
	it.each(operations)(
		'an item that fails to %s keeps its fields and gets a text with what happened and what to do, and the status',
		async (_, parameters) => {
			service().faults.add({ status: 422, body: { message: 'The service is closed' } });
			const items = [item, { ...item, ref: 'R-2' }];
			const result = await run(parameters, { items, onError });
			expect(result.error).toBeUndefined();
			const failed = failedItemsOf(result);
			const error: unknown = expect.stringMatching(WHOLE);
			const details = { kind: 'refused', statusCode: 422 };
			const expected = items.map((fields, number) => ({
				...{ json: { ...fields, error, details }, pairedItem: { item: number } },
			}));
			expect(failed).toMatchObject(expected);
			expect(failed.map(({ json }) => json)).toEqual(expected.map(({ json }) => json));
			expect(result.outputs.flat()).toHaveLength(2);
		},
	);

	it('a value that cannot be sent fails in the same way, without a status', async () => {
		const additionalFields = { installationDate: '={{ $json.day }}', companyId: UNKNOWN_ID };
		const items = [{ ...item, day: 'soon' }];
		const result = await run(create('project', { additionalFields }), { items, onError });
		const [{ json }] = failedItemsOf(result);
		expect(json).toEqual({ ...items[0], error: json.error, details: { kind: 'value' } });
		expect(json.error).toMatch(/not a date.*\. Correct this field, then run the item again\.$/);
		expect(service().requests).toEqual([]);
		const own = [{ ...items[0], details: 'its own' }];
		const again = await run(create('project', { additionalFields }), { items: own, onError });
		expect(failedItemsOf(again)[0].json).toEqual({ ...own[0], error: json.error });
	});

	it('the items that succeed carry nothing of their input, and no error', async () => {
		const { id } = addRecord.project(service());
		const get = { resource: 'project', operation: 'get', projectId: byId('={{ $json.id }}') };
		const items = [UNKNOWN_ID, id].map((one, number) => ({ id: one, ref: `R-${number}` }));
		const result = await run(get, { items, onError });
		expect(failedItemsOf(result)[0].json).toMatchObject(items[0]);
		const succeeded = result.outputs[0].filter(({ json }) => json.error === undefined);
		expect(succeeded).toHaveLength(1);
		expect(succeeded[0].json).toMatchObject({ id });
		expect(succeeded[0].json).not.toHaveProperty('ref');
	});
});

it('n8n before 2.36 has the failed items on the error output too', async () => {
	// It left there an item with `details` only if the item itself had an error.
	const { handleNodeErrorOutput } = WorkflowExecute.prototype;
	vi.spyOn(WorkflowExecute.prototype, 'handleNodeErrorOutput').mockImplementation(function (
		this: WorkflowExecute,
		workflow,
		data,
		outputs,
		runIndex,
	) {
		const [all] = outputs;
		const staying = all.filter(({ error, json }) => !error && json.details !== undefined);
		outputs[0] = all.filter((one) => !staying.includes(one));
		handleNodeErrorOutput.call(this, workflow, data, outputs, runIndex);
		outputs[0].push(...staying);
	});
	const { id } = addRecord.project(service());
	const get = { operation: 'get', projectId: byId('={{ $json.id }}') };
	const items = [{ ...item, id: UNKNOWN_ID }, { id }];
	const { outputs } = await run(get, { items, onError: 'continueErrorOutput' });
	const error: unknown = expect.stringMatching(/^Could not get project .* Check the ID/);
	expect(outputs[0].map(({ json }) => json)).toMatchObject([{ id, humanId: expect.anything() }]);
	const json = { ...items[0], error, details: { kind: 'notFound', statusCode: 404 } };
	expect(outputs[1]).toEqual([{ json, pairedItem: { item: 0 } }]);
});

describe('the kind of an error, by which a workflow can decide', () => {
	const get = { operation: 'get', projectId: byId(UNKNOWN_ID) };
	const lost = { reset: true, afterHandling: true };
	it.each<[kind: string, parameters: object, fault?: Fault]>([
		['notFound', get],
		['notFound', { operation: 'get', projectId: byId('P-404') }],
		['value', create('project', { additionalFields: { customerId: byId('K-404') } })],
		['temporary', { operation: 'getAll' }, { status: 500 }],
		['refused', get, { status: 403 }],
		['refused', get, { status: 404, body: 'Cannot GET /api' }],
		['refused', get, { status: 200, body: 'Welcome' }],
		['unclear', create('project', { additionalFields: { companyId: UNKNOWN_ID } }), lost],
	])('%s: %j, %j', async (kind, parameters, fault) => {
		says('docs/action-node.md', `| \`${kind}\` `);
		if (fault !== undefined) service().faults.add(fault);
		const { json } = await run(parameters, { items: [{}], onError: 'continueRegularOutput' });
		expect(json[0].details).toMatchObject({ kind });
	});

	it('notSent: the service asked for a pause of an hour, so nothing more was tried', async () => {
		says('docs/action-node.md', '| `notSent`      | nothing was sent');
		service().faults.add({ status: 429, headers: { 'Retry-After': '3600' } });
		const items = Array.from({ length: 60 }, () => ({}));
		const { json } = await run(get, { items, onError: 'continueRegularOutput' });
		expect(json.at(-1)?.details).toEqual({ kind: 'notSent' });
	});
});

const look = 'Look for it (in the service or with Get Many) before you run';
const again = 'Run this item again in a few minutes: it looks for';
it.each<[string, object, Fault, string]>([
	['create', create('customer'), { reset: true }, look],
	['create, cut in the answer', create('customer'), { cut: true, status: 201 }, look],
	['Create or Update', upsert('customer'), { reset: true }, again],
])('what to do after a %s that may have been carried out', async (_, parameters, fault, advice) => {
	service().faults.add({ method: 'POST', afterHandling: true, ...fault });
	const { error } = await run(parameters);
	expect(error?.message).toMatch(/^Could not create a customer/);
	expect(error?.message).toContain('may have been created although no confirmation came back');
	expect(error?.message).toContain(advice);
	expect(recordsOf(service(), 'customer')).toHaveLength(1);
});

it('what is read once for all items fails for each of them, and nothing is sent', async () => {
	const options = { timeout: "={{ $('Nowhere').item.json.x }}" };
	const list = { operation: 'getAll', options };
	const items = Array.from({ length: 25 }, (_, number) => ({ number }));
	const { outputs } = await run(list, { items, onError: 'continueErrorOutput' });
	const error = expect.stringContaining("doesn't exist") as unknown;
	const failed = items.map((one, at) => ({ json: { ...one, error }, pairedItem: { item: at } }));
	expect(outputs).toMatchObject([[], failed]);
	expect((await run(list, { items })).error?.message).toContain("doesn't exist");
	expect(service().requests).toEqual([]);
});

const clearing = (name: string) => ({ fieldsToClear: [name] });

/** What a person, an expression or a workflow made elsewhere can get wrong, and what they can do about it. */
it.each<[entered: object, ...said: string[]]>([
	[
		{ operation: 'list' },
		'The operation "list" does not exist for "project". Choose one of create, upsert, delete, get, update, getAll.',
	],
	[
		{ resource: 'stage' },
		'The resource "stage" does not exist. Choose one of account, customer, document, project.',
	],
	[
		{ operation: 'get', projectId: byId('{{ $json.id }}') },
		...['is an expression that n8n did not evaluate', 'the link of one project in each item.'],
	],
	[
		{ operation: 'update', updateFields: { otherFields: '{"roof": ["{{ $json.roof }}"]}' } },
		...['is an expression that n8n did not evaluate', 'Correct its value or its expression.'],
	],
	[
		{ operation: 'upsert', matchOn: 'email' },
		'Match On has no choice "email". Choose one of humanId, name.',
	],
	[
		{ operation: 'update', updateFields: { name: 'A' }, options: { emptyValues: 'maybe' } },
		...['Empty Values: "maybe" is not one of its values', 'Correct its value or its expression.'],
	],
	[{ operation: 'getAll', limit: 0 }, '"0" is not a whole number', 'turn on "Return All"'],
	[
		{ operation: 'create', name: ' ' },
		'Name (name) is empty, but',
		'Fill in this field, or leave out',
	],
	[
		{ operation: 'update', updateFields: { status: 'lost', projectValue: 'much' } },
		...['2 values are wrong: ', 'Correct them, then run the item again.'],
	],
	[
		{ operation: 'update', updateFields: { isLead: true }, ...clearing('name') },
		...['"name" is not a field that can be cleared', 'from the list under "Fields to Clear" only.'],
	],
	[
		{ operation: 'update', updateFields: { projectValue: 5 }, ...clearing('projectValue') },
		'(projectValue) is both set and cleared. Either do not set it, or remove it from "Fields to Clear".',
	],
	[
		{ operation: 'upsert', matchOn: 'humanId', matchValue: 'P-1', ...clearing('humanId') },
		'The Human ID cannot be cleared, because it is used to find the project. Remove it from "Fields to Clear".',
	],
])('%j is an error that says what to do', async (parameters, ...said) => {
	const onError = 'continueRegularOutput';
	const { json } = await run({ projectId: byId(UNKNOWN_ID), ...parameters }, { onError });
	for (const words of said) expect(json[0].error).toContain(words);
	expect(service().requests).toEqual([]);
});

it('an item that has an "error" of its own shows why it failed here', async () => {
	const items = [{ error: null, name: '' }];
	const parameters = { operation: 'create', name: '={{ $json.name }}' };
	const { json } = await run(parameters, { items, onError: 'continueRegularOutput' });
	expect(json[0].error).toContain('Name (name) is empty');
});

it('an error in which the service says "canceled" fails the execution, and does not count as canceled', async () => {
	service().faults.add({
		method: 'POST',
		status: 422,
		body: { message: 'The order was canceled' },
	});
	const { status, error } = await run(create('project'), { items: [item] });
	expect([status, error?.message]).toEqual(['error', expect.stringContaining('was cancelled')]);
});

it('of several items, the error says which one it was, as people count', async () => {
	service().faults.add({ method: 'POST', status: 422, body: { message: 'No' } });
	const { error } = await run(create('project'), { items: [item, item] });
	expect(error?.description).toContain('item 0 is number 1 of 2.');
});
