import type { IDataObject } from 'n8n-workflow';
import type { ExampleWorkflow } from '../../sandbox/n8n/demo.mts';
import { pathOf } from '../../sandbox/service/description.mts';
import type { Bench } from './harness/bench.mts';
import type { Comparison } from './harness/comparison.mts';
import { httpRequest } from './harness/httpRequest.mts';
import { OURS } from './harness/names.mts';
import { behave, fill } from './harness/service.mts';
import { energyProjects, manualWorkflow } from './harness/workflows.mts';
import type { WorkflowNode } from './harness/workflows.mts';

const LATENCY_MS = 20;
const WRITES_ALL = 'by hand, writing all';
const WRITES_CHANGED = 'by hand, comparing fields';

const contactsOf = (count: number) =>
	Array.from({ length: count }, (_, number) => ({
		firstName: `First ${number}`,
		lastName: `Last ${number}`,
		email: `contact.${number}@mail.example`,
		phoneNumber: `+49 431 ${number}`,
		isCompany: false,
	}));

/** Create or update of customers none of which has changed. */
export function upsert(bench: Bench): Comparison[] {
	const { service } = bench.stack;
	const contacts = contactsOf(bench.size(1_000, 20));
	const writes = new Map<string, number>();
	const notes: string[] = [
		`"${WRITES_ALL}" is what most templates do: HTTP Request reads the customers once, Merge finds each contact's customer by its e-mail address, If parts those that exist from those that do not, and HTTP Request updates the ones and would create the others. "${WRITES_CHANGED}" is the same with an If that compares the five fields, so that nothing is written; every new field means a change there.`,
		'',
	];
	const contender = (name: string, workflowOf: () => Promise<ExampleWorkflow>) => ({
		name,
		async measure() {
			behave(service, { latencyMs: LATENCY_MS });
			const { seconds } = await bench.run(await workflowOf());
			const { size } = service.store.customers;
			if (size !== contacts.length) {
				throw new Error(`${name} made ${contacts.length} customers into ${size}`);
			}
			writes.set(name, service.requests.filter(({ method }) => method !== 'GET').length);
			notes[1] = `Writes: ${[...writes].map(([who, number]) => `${who}: ${number}`).join('; ')}.`;
			return seconds;
		},
	});
	return [
		{
			title: `Create or update of ${contacts.length} customers, nothing changed, at ${LATENCY_MS} ms latency`,
			unit: 's',
			setUp: async () =>
				void fill(service, 'customer', contacts.length, (number) => ({
					...contacts[number],
					address: null,
				})),
			contenders: [
				contender(OURS, async () => ours(contacts)),
				contender(WRITES_ALL, async () => await byHand(bench, contacts, 'all')),
				contender(WRITES_CHANGED, async () => await byHand(bench, contacts, 'changed')),
			],
			ratios: [
				{ of: OURS, against: WRITES_ALL, atMost: 0.1 },
				{ of: OURS, against: WRITES_CHANGED },
			],
			notes,
		},
	];
}

const ours = (contacts: readonly IDataObject[]) =>
	manualWorkflow('BenchUpsertOurs', contacts, [
		energyProjects('Sync', {
			resource: 'customer',
			operation: 'upsert',
			dataMode: 'autoMapInputData',
			matchOn: 'email',
			// Empty: taken from the item's field of that name.
			matchValue: '',
		}),
	]);

async function byHand(
	bench: Bench,
	contacts: readonly IDataObject[],
	writing: 'all' | 'changed',
): Promise<ExampleWorkflow> {
	const customers = `${bench.stack.service.baseUrl}${pathOf('listCustomers')}`;
	const fields = ['firstName', 'lastName', 'email', 'phoneNumber', 'isCompany'];
	const suffix = writing === 'all' ? '' : '_1';
	const id = writing === 'all' ? '$json.id' : '$json.id_2';
	const body = fields.map((field) => `${field}: $json.${field}${suffix}`).join(', ');
	const send = async (name: string, method: string, url: string, more: string) =>
		await httpRequest(bench, name, {
			method,
			url,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: `={{ { ${body}${more} } }}`,
		});
	const creating = `, companyId: '${bench.stack.service.company.id}', address: null`;
	const differs = fields.map((field) => `$json.${field}_1 !== $json.${field}_2`).join(' || ');
	const nodes: WorkflowNode[] = [
		{ ...(await httpRequest(bench, 'Customers', { url: customers })), executeOnce: true },
		mergeByEmail(writing === 'all' ? 'preferInput1' : 'addSuffix'),
		...(writing === 'all'
			? [
					ifTrue('Exists', `={{ !!${id} }}`),
					await send('Update', 'PATCH', `=${customers}/{{ ${id} }}`, ''),
					await send('Create', 'POST', customers, creating),
				]
			: [
					ifTrue('Differs', `={{ ${differs} }}`),
					ifTrue('Exists', `={{ !!${id} }}`),
					await send('Update', 'PATCH', `=${customers}/{{ ${id} }}`, ''),
					await send('Create', 'POST', customers, creating),
				]),
	];
	const decision = writing === 'all' ? 'Exists' : 'Differs';
	return manualWorkflow(`BenchUpsert${writing}`, contacts, nodes, [
		{ from: 'Start', to: 'Customers' },
		{ from: 'Start', to: 'Merge' },
		{ from: 'Customers', to: 'Merge', input: 1 },
		{ from: 'Merge', to: decision },
		...(writing === 'changed' ? [{ from: 'Differs', to: 'Exists' }] : []),
		{ from: 'Exists', to: 'Update' },
		{ from: 'Exists', output: 1, to: 'Create' },
	]);
}

/** Every contact, with its customer's fields where there is one. */
const mergeByEmail = (resolveClash: 'preferInput1' | 'addSuffix'): WorkflowNode => ({
	name: 'Merge',
	type: 'n8n-nodes-base.merge',
	typeVersion: 3.2,
	parameters: {
		mode: 'combine',
		combineBy: 'combineByFields',
		fieldsToMatchString: 'email',
		joinMode: 'enrichInput1',
		options: { clashHandling: { values: { resolveClash } } },
	},
});

const ifTrue = (name: string, condition: string): WorkflowNode => ({
	name,
	type: 'n8n-nodes-base.if',
	typeVersion: 2.2,
	parameters: {
		conditions: {
			options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
			combinator: 'and',
			conditions: [
				{
					id: '00000000-0000-4000-8000-0000000000cc',
					leftValue: condition,
					rightValue: '',
					operator: { type: 'boolean', operation: 'true', singleValue: true },
				},
			],
		},
	},
});
