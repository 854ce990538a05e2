import { describe, expect, it } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import { useScenario } from '../harness/scenario.mts';
import { requestsWith } from '../harness/service/requests.mts';
import { create, upsert } from '../harness/samples/sampleWrites.mts';

const { service, run } = useScenario();
const items = [1, 2, 3].map((number) => ({ number, email: `person${number}@mail.example` }));
/** The number of each item, and where the output says it comes from. */
const pairs = items.map(({ number }, index) => [number, { item: index }]);
const once = { maxRetries: 0 };
const SHARED = 'The node read this once for several items, so all of them fail.';

describe('something that is read once for several items and cannot be read', () => {
	it.each<[string, string, object]>([
		['the company of the credential', pathOf('getAccount'), create('customer', { options: once })],
		[
			'the list to match in',
			pathOf('listCustomers'),
			{ ...upsert('customer', { options: once }), matchValue: '={{ $json.email }}' },
		],
		[
			'the list for human IDs',
			pathOf('listCustomers'),
			{
				...{ resource: 'customer', operation: 'get', options: once },
				customerId: { __rl: true, mode: 'humanId', value: '=C-{{ $json.number }}' },
			},
		],
	])('%s: each item fails with an error of its own, which says so', async (_, path, parameters) => {
		service().faults.add({ method: 'GET', path, status: 403, body: { message: 'Not for you' } });
		const result = await run(parameters, { items, onError: 'continueErrorOutput' });
		const [, failed] = result.outputs;
		expect(failed.map(({ json, pairedItem }) => [json.number, pairedItem])).toEqual(pairs);
		for (const { json } of failed) {
			expect(json.error).toMatch(/^Could not .*\(403\): Not for you\. The node read this once/);
			expect(json.error).toContain(SHARED);
			expect(json.error).toContain('is not allowed to do this');
		}
		expect(requestsWith(service(), 'GET', path)).toHaveLength(1);
	});

	it('a list with an entry that is no record: the same', async () => {
		const body = [7] as never;
		service().faults.add({ method: 'GET', path: pathOf('listCustomers'), status: 200, body });
		const parameters = { resource: 'customer', operation: 'getAll', returnAll: true };
		const { outputs } = await run(parameters, { items, onError: 'continueErrorOutput' });
		expect(outputs[1].map(({ json, pairedItem }) => [json.number, pairedItem])).toEqual(pairs);
		for (const { json } of outputs[1]) expect(json.error).toContain(SHARED);
	});

	it('what only one item reads: its error says nothing of others', async () => {
		service().faults.add({ method: 'GET', path: pathOf('getAccount'), status: 403 });
		const { error } = await run(create('customer', { options: once }));
		expect(error?.description).not.toContain('several items');
	});
});
