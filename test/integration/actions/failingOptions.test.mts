import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { byId } from '../../shared.mts';
import { useScenario } from '../harness/scenario.mts';
import { addProject } from '../harness/service/service.mts';

// What is read once for all items fails for each of them: none of them counts as done, and nothing is sent.

const { service, run } = useScenario();
const NOWHERE = "={{ $('Nowhere').item.json.x }}";
const update = { operation: 'update', projectId: byId('={{ $json.id }}') };
const cases: ReadonlyArray<[what: string, parameters: IDataObject, says: string]> = [
	...['timeout', 'skipUnchanged', 'emptyValues'].map((name): [string, IDataObject, string] => [
		name,
		{ ...update, updateFields: { isLead: true }, options: { [name]: NOWHERE } },
		"doesn't exist",
	]),
	[
		'ifIncomplete',
		{ operation: 'getAll', returnAll: true, options: { ifIncomplete: NOWHERE } },
		"doesn't exist",
	],
	['an operation that does not exist', { operation: 'merge' }, 'The operation "merge" does not'],
];

describe.each(cases)('%s', (_, parameters, says) => {
	const items = () =>
		Array.from({ length: 25 }, (__, number) => ({ id: addProject(service()).id, number }));

	it.each([
		['continueRegularOutput', 0],
		['continueErrorOutput', 1],
	] as const)(
		'%s: every item comes out as failed, with its own fields',
		async (onError, output) => {
			const given = items();
			const { error, outputs } = await run(parameters, { items: given, onError });
			expect(error).toBeUndefined();
			const failed = given.map((item, number) => ({
				json: { ...item, error: expect.stringContaining(says) as unknown },
				pairedItem: { item: number },
			}));
			expect(outputs[output]).toMatchObject(failed);
			expect(outputs.flat()).toHaveLength(given.length);
			expect(service().requests).toEqual([]);
		},
	);

	it('fails the node if it stops on errors', async () => {
		const { error, items: none } = await run(parameters, { items: items() });
		expect(error?.message).toContain(says);
		expect(none).toEqual([]);
		expect(service().requests).toEqual([]);
	});
});
