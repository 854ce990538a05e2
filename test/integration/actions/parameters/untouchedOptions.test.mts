import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { EnergyProjects } from '../../../../nodes/EnergyProjects/EnergyProjects.node.ts';
import { EnergyProjectsTrigger } from '../../../../nodes/EnergyProjects/EnergyProjectsTrigger.node.ts';
import { subjects } from '../../../../sandbox/service/records.mts';
import { byId, UNKNOWN_ID } from '../../../shared.mts';
import { one, started } from '../../harness/webhook/answers.mts';
import { receiver, useDeliveries } from '../../harness/webhook/deliveries.mts';
import { signingSecret } from '../../harness/webhook/signed.mts';
import { differences, locatorOf } from '../../harness/samples/differences.mts';
import { PollBench } from '../../harness/n8n/pollBench.mts';
import { mapped, required } from '../../harness/samples/sampleWrites.mts';
import { addCustomer, addProject, addRecord, idsOf } from '../../harness/service/records.mts';
import { writes } from '../../harness/service/requests.mts';
import { apiKeyCredential } from '../../harness/service/service.mts';

const { service, run, about } = useDeliveries();

/** What stands in the editor as soon as an entry was added to a collection, and nobody has touched it. */
function asAdded(
	properties: readonly INodeProperties[],
	collection: string,
	entry: string,
	shownWith: Readonly<Record<string, string>> = {},
): IDataObject {
	const isShown = ({ displayOptions }: INodeProperties) =>
		Object.entries(shownWith).every(([name, value]) => {
			const values = displayOptions?.show?.[name];
			return values === undefined || values.includes(value);
		});
	const found = properties
		.filter((property) => property.name === collection && isShown(property))
		.flatMap(({ options = [] }) => options as Array<INodeProperties | INodePropertyCollection>)
		.find(({ name }) => name === entry);
	if (found === undefined || !('default' in found)) throw new Error(`There is no ${entry}`);
	return { [entry]: found.default as IDataObject };
}

const { properties } = new EnergyProjects().description;
const added = (resource: string, operation: string, collection: string, entry: string) => ({
	[collection]: asAdded(properties, collection, entry, { resource, operation }),
});

describe.each(subjects)(
	'an option of a %s that was added and left as it is changes nothing',
	(resource) => {
		const { nullable, change } = differences[resource];
		const [field] = nullable;

		const expectTheSame = async (
			operation: string,
			entry: string,
			parameters: object,
			item: object = {},
		) => {
			const outcomes = [];
			for (const options of [{}, added(resource, operation, 'options', entry)]) {
				service().requests.splice(0);
				const all = { resource, operation, ...parameters, ...options };
				const { json, error } = await run(all, { items: [item as never] });
				const requests = service().requests.map(({ method, path, body }) => [method, path, body]);
				outcomes.push({ json, message: error?.message, requests });
			}
			expect(outcomes[1]).toEqual(outcomes[0]);
		};

		it('If Not Found', async () => {
			await expectTheSame('get', 'ifNotFound', locatorOf(resource, UNKNOWN_ID));
		});

		it('Empty Filter', async () => {
			addRecord[resource](service());
			const filters = { updatedAfter: '={{ $json.nothing }}' };
			await expectTheSame('getAll', 'emptyFilter', { filters });
		});

		it('Unknown Fields', async () => {
			const { id } = addRecord[resource](service());
			const item = { ...change, mood: 'good' };
			// The time of the change differs.
			const output = { output: 'selectedFields', outputFields: ['id'] };
			const parameters = { ...locatorOf(resource, id), ...mapped, ...output };
			await expectTheSame('update', 'unknownFields', parameters, item);
		});

		it('Empty Text', async () => {
			const { id } = addRecord[resource](service());
			const output = { output: 'selectedFields', outputFields: ['id'] };
			const parameters = { ...locatorOf(resource, id), ...mapped, ...output };
			await expectTheSame('update', 'emptyText', parameters, { ...change, [field]: '' });
		});

		it('Skip Unchanged', async () => {
			const { id } = addRecord[resource](service(), change);
			const output = { output: 'selectedFields', outputFields: ['id'] };
			const parameters = { ...locatorOf(resource, id), updateFields: change, ...output };
			await expectTheSame('update', 'skipUnchanged', parameters);
		});
	},
);

it('Include Customer, added and left as it is, changes nothing', async () => {
	const { id: customerId } = addCustomer(service());
	const { id } = addProject(service(), { customerId });
	const option = added('project', 'get', 'options', 'includeCustomer');
	const { json } = await run({ operation: 'get', projectId: byId(id), ...option });
	expect(json[0]).not.toHaveProperty('customer');
});

describe('what an entry does that was just added', () => {
	it('the filter of customers isCompany finds those that are', async () => {
		const { id } = addCustomer(service(), { isCompany: true });
		addCustomer(service(), { isCompany: false });
		const filter = added('customer', 'getAll', 'filters', 'isCompany');
		const { json } = await run({ resource: 'customer', operation: 'getAll', ...filter });
		expect(idsOf(json)).toEqual([id]);
	});

	it('the filter of projects by leads finds all of them, as the trigger’s lets everything through', async () => {
		for (const isLead of [true, false]) addProject(service(), { isLead });
		const filter = added('project', 'getAll', 'filters', 'isLead');
		expect((await run({ operation: 'getAll', ...filter })).json).toHaveLength(2);
	});

	it.each([
		['customer', 'isCompany'],
		['project', 'isLead'],
	] as const)('the field of a %s %s says no', async (resource, entry) => {
		const { id } = addRecord[resource](service(), { [entry]: true });
		const field = added(resource, 'update', 'updateFields', entry);
		await run({ resource, operation: 'update', ...locatorOf(resource, id), ...field });
		expect(writes(service())).toEqual([{ method: 'PATCH', body: { [entry]: false } }]);
	});

	it('Sort puts the smallest first', async () => {
		const names = ['Haus C', 'Haus A', 'Haus B'];
		for (const name of names) addProject(service(), { name });
		const sort = { value: { sortBy: 'name' } };
		const { json } = await run({ operation: 'getAll', sort });
		expect(json.map(({ name }) => name)).toEqual([...names].sort());
	});

	it('the trigger’s filter by leads lets everything through', async () => {
		const { properties: own } = new EnergyProjectsTrigger().description;
		const filters = asAdded(own, 'filters', 'isLead');
		for (const isLead of [true, false]) {
			const project = addProject(service(), { isLead });
			const credentials = { ...signingSecret(), ...apiKeyCredential(service()) };
			const trigger = receiver({ filters, fetchRecord: 'apiKey' }, credentials);
			const result = await trigger.receive(about('project.edited', project));
			expect(started(result)).toEqual(one);
		}
	});

	it.each(['perhaps', '={{ "maybe" }}'])(
		'Emit Existing that is neither on nor off (%s) reports nothing of what was there',
		async (emitExisting) => {
			addProject(service());
			const credentials = apiKeyCredential(service());
			const polls = new PollBench({ parameters: { options: { emitExisting } }, credentials });
			expect((await polls.activate()).outputs).toBeUndefined();
			const { id } = addProject(service());
			expect((await polls.poll()).events).toEqual([`project.created ${id}`]);
		},
	);

	it('Selected Fields show the ID', async () => {
		const { id } = addProject(service());
		const read = { operation: 'get', projectId: byId(id), output: 'selectedFields' };
		expect((await run(read)).json).toEqual([{ id }]);
	});
});

describe('where something is too long', () => {
	it('a link of nearly 10,000 characters is read, a longer one is not searched', async () => {
		const { id } = addProject(service());
		const get = async (length: number) =>
			await run({
				operation: 'get',
				projectId: {
					...{ __rl: true, mode: 'url' },
					value: `https://app.example/${id}?q=${'x'.repeat(length)}`,
				},
			});
		expect(idsOf((await get(9_900)).json)).toEqual([id]);
		expect((await get(10_000)).error?.message).toContain('contains no ID');
	});

	it('a date with blanks is one, with more than anybody types it is none', async () => {
		const { id } = addProject(service());
		const list = async (blanks: number) => {
			const updatedAfter = `2020-01-01${' '.repeat(blanks)}`;
			return await run({ operation: 'getAll', filters: { updatedAfter } });
		};
		expect(idsOf((await list(80)).json)).toEqual([id]);
		expect((await list(100)).error?.message).toContain('is not a date');
	});

	it.each(subjects)('of twelve %ss with the same value ten are named', async (resource) => {
		const { matchOn, values } = differences[resource];
		const [matchValue] = values;
		const same = Array.from({ length: 12 }, () =>
			addRecord[resource](service(), { [matchOn]: matchValue }),
		);
		const upsert = { resource, operation: 'upsert', matchOn, matchValue, ...required[resource] };
		const { error } = await run(upsert);
		for (const [index, { id }] of same.entries()) {
			expect(error?.message.includes(id)).toBe(index < 10);
		}
		expect(error?.message).toMatch(/ and 2 more$/);
		expect(writes(service())).toEqual([]);
	});
});
