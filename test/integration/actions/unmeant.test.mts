import { expect, it } from 'vitest';
import { byId, recordsOf } from '../../shared.mts';
import {
	customerUpsert,
	mapped,
	update,
	updateCustomer,
} from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { addCustomer, addProject, idsOf, writes } from '../harness/service/service.mts';
import { says } from '../../documents.mts';

// Texts that nobody means, wherever a value can be. Which they are: unit/values/text.

const { service, run } = useScenario();
const GIVEN = '={{ $json.given }}';
const email = 'ada@mail.example';
const upsert = (more: object) => customerUpsert({ matchOn: 'email', matchValue: email, ...more });
const filtered = (filters: object) => ({ resource: 'customer', operation: 'getAll', filters });

/** Each place, and the parameters with the text in it, for the customer with this ID. */
const places: Array<[string, (id: string) => object]> = [
	['a field', (id) => updateCustomer(id, { updateFields: { companyName: GIVEN } })],
	[
		'a part of the address',
		(id) => updateCustomer(id, { updateFields: { address: { value: { city: GIVEN } } } }),
	],
	[
		'Other Fields',
		(id) => updateCustomer(id, { updateFields: { otherFields: '={{ { a: [$json.given] } }}' } }),
	],
	['a mapped column', (id) => updateCustomer(id, mapped)],
	['Create or Update', () => upsert({ additionalFields: { companyName: GIVEN } })],
	['the value to match', () => upsert({ matchValue: GIVEN })],
	['Search', () => filtered({ search: GIVEN })],
	['By ID', () => ({ resource: 'customer', operation: 'delete', customerId: byId(GIVEN) })],
	[
		'Customer of a project',
		() =>
			update('project', addProject(service()).id, { updateFields: { customerId: byId(GIVEN) } }),
	],
];

it.each(
	places.flatMap(([place, parameters]) =>
		['M\ufffdller', 'MÃ\u009fler', '[object Object]', 'undefined', '#N/A'].map((given) => ({
			place,
			given,
			parameters,
		})),
	),
)('$given is refused in $place, and nothing is sent', async ({ given, parameters }) => {
	says('docs/action-node.md', 'an error, and so is `[object Object]`, `M�ller` or `#N/A`');
	const { id } = addCustomer(service(), { email, companyName: 'Müller' });
	const items = [{ given, companyName: given }];
	const { error } = await run(parameters(id), { items });
	expect(error?.message).toMatch(/wrong encoding|what a program writes/);
	expect([writes(service()), recordsOf(service(), 'customer').length]).toEqual([[], 1]);
});

it.each(['Null', 'Nan', 'São', 'Ångström', '#1', 'Haus #3', '…', 'undefined GmbH'])(
	'%s is stored and found',
	async (given) => {
		const { id } = addCustomer(service(), { email });
		for (const parameters of [updateCustomer(id, mapped), upsert({ lastName: GIVEN })])
			await run(parameters, { items: [{ given, companyName: given }] });
		expect(recordsOf(service(), 'customer')).toMatchObject([
			{ companyName: given, lastName: given },
		]);
		expect(idsOf((await run(filtered({ search: given }))).json)).toEqual([id]);
	},
);
