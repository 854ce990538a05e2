// Judges values/outputShape.ts and events/eventSchema.ts.
import { Ajv } from 'ajv';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it, onTestFinished } from 'vitest';
import { resources } from '../../../nodes/EnergyProjects/actions/resources.ts';
import { triggerSchema } from '../../../nodes/EnergyProjects/events/eventSchema.ts';
import { defaultKinds } from '../../../nodes/EnergyProjects/service/eventKinds.ts';
import { customerResource } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectResource } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { recordSchema } from '../../../nodes/EnergyProjects/values/outputShape.ts';
import { eventKinds, partsOf, subjects } from '../../../sandbox/service/records.mts';
import type { ApiRecord, Subject } from '../../../sandbox/service/records.mts';
import { byId, recordsOf } from '../../shared.mts';
import { receiver, useDeliveries } from '../harness/webhook/deliveries.mts';
import { signingSecret } from '../harness/webhook/signed.mts';
import { emptyRecord, fullRecord } from '../../unit/contract/description.mts';
import { PollBench } from '../harness/n8n/pollBench.mts';
import { create, update, upsert } from '../harness/samples/sampleWrites.mts';
import { apiKeyCredential } from '../harness/service/service.mts';

// What the editor offers before the first execution is what comes: every name, no other, and the type of every value.

const { service, run, about } = useDeliveries();
const ajv = new Ajv({ strict: false, allErrors: true });

/** Every field holds a value; every column is there, perhaps with null in it; or what is there fits. */
type Filling = 'full' | 'columns' | 'some';

/**
 * The schema without its leniency: no name that is not announced, and how much of the announced is there.
 *
 * @param mayMiss names that need not be there
 */
function strictly(
	schema: IDataObject,
	filling: Filling,
	mayMiss: readonly string[] = [],
	isItem = true,
): IDataObject {
	const { properties = {}, items, type } = schema as Record<string, IDataObject | undefined>;
	const inside = filling === 'full' ? 'full' : 'some';
	const names = Object.keys(properties);
	return {
		...schema,
		...(filling !== 'full' && !isItem && { type: [type, 'null'] }),
		...(items !== undefined && { items: strictly(items, inside) }),
		// Of an object without properties nothing is said.
		...(names.length > 0 && {
			additionalProperties: false,
			...(filling !== 'some' && { required: names.filter((name) => !mayMiss.includes(name)) }),
			properties: Object.fromEntries(
				names.map((name) => [name, strictly(properties[name] as IDataObject, inside, [], false)]),
			),
		}),
	};
}

function expectFits(
	items: readonly IDataObject[],
	schema: IDataObject,
	filling: Filling,
	mayMiss: readonly string[] = [],
) {
	const validate = ajv.compile(strictly(schema, filling, mayMiss));
	expect(items).not.toEqual([]);
	for (const item of items) {
		validate(item);
		expect(validate.errors ?? [], JSON.stringify(item)).toEqual([]);
	}
}

/** The answer to a write lacks what the service computes. */
const mayMissIn = (resource: string, operation: string): readonly string[] =>
	resource === 'project' && ['create', 'update', 'upsert'].includes(operation)
		? ['buildingHeatLoadKw']
		: [];

/** After a write, the fields that were set come too: of these operations the address. */
const withoutSet = (items: readonly IDataObject[], operation: string) =>
	['create', 'upsert'].includes(operation) ? items.map(({ address: _, ...item }) => item) : items;

const recordOf = { project: projectResource, customer: customerResource } as const;
const nameOf = { project: 'Project', customer: 'Customer' } as const;
const schemaOf = (resource: string, operation: string): IDataObject => {
	const { operations = [] } = resources.find(({ value }) => value === resource) ?? {};
	const found = operations.find(({ value }) => value === operation);
	if (found === undefined) throw new Error(`There is no ${operation} of a ${resource}`);
	return found.outputSchema;
};

/** A record with a value everywhere, or with none wherever there may be none. */
function add(subject: Subject, isFull: boolean): ApiRecord {
	const { store, company } = service();
	const fields = (isFull ? fullRecord : emptyRecord)(nameOf[subject]);
	return store.insert(subject, company.id, { ...fields, companyId: company.id });
}

function addDocument(isFull: boolean): void {
	const { store, company } = service();
	const document = (isFull ? fullRecord : emptyRecord)('Document');
	const id = String(document.id);
	store.documents.set(id, { ...document, id, companyId: company.id } as unknown as ApiRecord);
}

function setAccount(isFull: boolean): void {
	const { company } = service();
	const { account } = company;
	onTestFinished(() => void (company.account = account));
	company.account = (isFull ? fullRecord : emptyRecord)('Account');
}

/** A change of one field. */
const changes = { project: { status: 'archived' }, customer: { lastName: 'Neu' } } as const;

/** The parameters of an operation, once there is what it reads or changes. */
function prepare(resource: string, operation: string, isFull: boolean): object {
	if (resource === 'account') setAccount(isFull);
	if (resource === 'document') addDocument(isFull);
	if (resource !== 'project' && resource !== 'customer') return { resource, operation };
	if (operation === 'create') return create(resource);
	if (operation === 'upsert') return upsert(resource);
	const { id } = add(resource, isFull);
	return { ...update(resource, id, { updateFields: changes[resource] }), operation };
}

const all = resources.flatMap(({ value, operations: own }) =>
	own.flatMap(({ value: operation }) =>
		[true, false].map((isFull) => [value, operation, isFull] as const),
	),
);

describe('the output of every operation is what the editor announces', () => {
	it.each(all)('%s: %s, of a record with all that there may be: %s', async (...one) => {
		const [resource, operation, isFull] = one;
		const isWrittenAnew = ['create', 'upsert'].includes(operation);
		const { json, error } = await run(prepare(...one));
		expect(error).toBeUndefined();
		const isFlat = ['project', 'customer'].includes(resource);
		// What was just created has only what it was given.
		const least = isFlat ? 'columns' : 'some';
		const filling = isFull && !isWrittenAnew ? 'full' : least;
		const announced = withoutSet(json, operation);
		expectFits(announced, schemaOf(resource, operation), filling, mayMissIn(resource, operation));
	});

	it.each(subjects)('%s: the fields that can be chosen are those of Raw', async (resource) => {
		const { id } = add(resource, true);
		const get = { resource, operation: 'get', [`${resource}Id`]: byId(id), output: 'raw' };
		const { json } = await run(get);
		expectFits(json, recordSchema(recordOf[resource]), 'full');
	});
});

describe('the output of the triggers is what the editor announces', () => {
	// No event has all of it.
	const expectAnnounced = (items: readonly IDataObject[]) =>
		expectFits(items, triggerSchema, 'some');

	it.each(eventKinds.flatMap((kind) => [true, false].map((isFull) => [kind, isFull] as const)))(
		'%s, full: %s',
		async (kind, isFull) => {
			const record = add(partsOf(kind).subject, isFull);
			const credentials = { ...apiKeyCredential(service()), ...signingSecret() };
			const trigger = receiver({ fetchRecord: 'apiKey' }, credentials);
			const { outputs = [] } = await trigger.receive(about(kind, record));
			expectAnnounced(outputs.flat().map(({ json }) => json));
		},
	);

	it.each([true, false])('a poll, full: %s', async (isFull) => {
		const parameters = { events: [...defaultKinds], splitByEvent: false };
		const polls = new PollBench({ parameters, credentials: apiKeyCredential(service()) });
		const { store } = service();
		for (const subject of subjects) add(subject, isFull);
		const gone = subjects.map((subject) => [subject, add(subject, isFull).id] as const);
		await polls.activate();
		for (const subject of subjects) {
			const [{ id }] = recordsOf(service(), subject);
			store.edit(subject, id, changes[subject]);
			add(subject, isFull);
		}
		for (const [subject, id] of gone) store.delete(subject, id);
		const { json } = await polls.poll();
		expect(json).toHaveLength(6);
		expectAnnounced(json);
	});
});
