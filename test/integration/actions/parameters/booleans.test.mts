import { expect, it } from 'vitest';
import { byId, UNKNOWN_ID } from '../../../shared.mts';
import { useScenario } from '../../harness/scenario.mts';
import { addCustomer, addProject, idsOf } from '../../harness/service/records.mts';
import { writes } from '../../harness/service/requests.mts';

const { service, run } = useScenario();
const inItem = (value: unknown) => ({ items: [{ value }] as never });

const switches: Array<[unknown, boolean]> = [
	[true, true],
	['true', true],
	[' TRUE ', true],
	[1, true],
	[false, false],
	['false', false],
	[0, false],
	['', false],
	[null, false],
];

// Where its expression yields nothing it is an error: what was to be limited must not all come back, nor the reverse.
const given = switches.filter(([value]) => value !== '' && value !== null);
it.each(given)('Return All %j is %s', async (value, isOn) => {
	const all = Array.from({ length: 3 }, () => addCustomer(service()));
	const list = { resource: 'customer', operation: 'getAll', limit: 2 };
	const { json } = await run({ ...list, returnAll: '={{ $json.value }}' }, inItem(value));
	expect(idsOf(json)).toHaveLength(isOn ? all.length : 2);
});

it.each(switches)('Skip Unchanged %j is %s', async (value, isOn) => {
	const { id } = addCustomer(service(), { firstName: 'Ada' });
	const { json } = await run(
		{
			resource: 'customer',
			operation: 'update',
			customerId: byId(id),
			updateFields: { firstName: 'Ada' },
			options: { skipUnchanged: '={{ $json.value }}' },
		},
		inItem(value),
	);
	expect(json[0].syncResult).toBe(isOn ? 'unchanged' : undefined);
	expect(writes(service())).toHaveLength(isOn ? 0 : 1);
});

it.each(switches)('Include Customer %j is %s', async (value, isOn) => {
	const customer = addCustomer(service());
	const { id } = addProject(service(), { customerId: customer.id });
	const options = { includeCustomer: '={{ $json.value }}' };
	const { json } = await run({ operation: 'get', projectId: byId(id), options }, inItem(value));
	expect('customer' in json[0]).toBe(isOn);
});

it.each<[string, object]>([
	['Return All', { operation: 'getAll', returnAll: '={{ $json.value }}' }],
	[
		'Skip Unchanged',
		{
			operation: 'update',
			projectId: byId(UNKNOWN_ID),
			updateFields: { name: 'A' },
			options: { skipUnchanged: '={{ $json.value }}' },
		},
	],
])('%s that is neither on nor off is an error that names it', async (name, parameters) => {
	const { error } = await run(parameters, inItem('yes'));
	expect(error?.message).toBe(`${name}: "yes" is neither true nor false`);
	expect(error?.context).toMatchObject({ itemIndex: 0 });
	expect(service().requests).toEqual([]);
});

it('Include Customer that is neither on nor off is an error that names it', async () => {
	const { id } = addProject(service());
	const options = { includeCustomer: 'yes' };
	const { error } = await run({ operation: 'get', projectId: byId(id), options });
	expect(error?.message).toBe('Include Customer: "yes" is neither true nor false');
});

it.each([[true], [[5]], ['many'], [0], [1.5], ['']])(
	'Limit %j is an error that shows it',
	async (value) => {
		const { error } = await run(
			{ operation: 'getAll', limit: '={{ $json.value }}' },
			inItem(value),
		);
		expect(error?.message).toContain('is not a whole number of at least 1');
	},
);

it('an Output that does not exist is an error, not an empty item', async () => {
	const { id } = addProject(service());
	const { error } = await run({ operation: 'get', projectId: byId(id), output: 'full' });
	expect(error?.message).toBe('"full" is not an output format');
});

it.each(['project', 'customer'])(
	'a form of output that does not exist is refused before any %s is read',
	async (resource) => {
		const { error } = await run({ resource, operation: 'getAll', output: '={{ "full" }}' });
		expect(error?.message).toBe('"full" is not an output format');
		expect(service().requests).toEqual([]);
	},
);
