import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { recordsOf } from '../../shared.mts';
import { customerUpsert, updateCustomer } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { addCustomer, onRequest, writes } from '../harness/service/service.mts';
import { says } from '../../documents.mts';

// A workflow reads, decides, and writes minutes later: what somebody changed in between must not be overwritten.

const { service, run } = useScenario();
const email = 'ada@mail.example';
const since = '={{ $json.updatedAt }}';
const options = { notChangedSince: since };
const upsert = { matchOn: 'email', matchValue: email, additionalFields: { phoneNumber: '1' } };
const ways: Array<[string, (id: string, more?: object) => IDataObject]> = [
	[
		'Update',
		(id, more) =>
			updateCustomer(id, { updateFields: { phoneNumber: '1' }, options: { ...options, ...more } }),
	],
	[
		'Create or Update',
		(_, more) => customerUpsert({ ...upsert, options: { ...options, ...more } }),
	],
];
const stored = () => recordsOf(service(), 'customer')[0];
const at = (updatedAt: string) => addCustomer(service(), { email, phoneNumber: '0', updatedAt });

describe.each(ways)('Only If Not Changed Since, %s', (_, parametersFor) => {
	it('writes if the record is as the workflow read it', async () => {
		const { id, updatedAt } = at('2026-05-01T10:00:00.123Z');
		const { error } = await run(parametersFor(id), { items: [{ updatedAt } as never] });
		expect(error).toBeUndefined();
		expect(stored().phoneNumber).toBe('1');
	});

	it('writes nothing if it was changed later, and the error is of the kind "changed"', async () => {
		says('docs/action-node.md', 'changed the record since, the item fails, and nothing is written');
		const { id } = at('2026-05-01T10:00:00.124Z');
		const items = [{ updatedAt: '2026-05-01T12:00:00.123+02:00' }];
		const { json } = await run(parametersFor(id), { items, onError: 'continueRegularOutput' });
		expect(json).toMatchObject([{ details: { kind: 'changed' } }]);
		expect(json[0].error).toContain('was changed at 2026-05-01T10:00:00.124Z');
		expect(writes(service())).toEqual([]);
	});

	it('sees a change that comes while the run is under way', async () => {
		const { id, updatedAt } = at('2026-05-01T10:00:00Z');
		let reads = 0;
		onRequest(service(), () => {
			// With Create or Update the list is read before: the change comes between the two.
			if (service().requests.at(-1)?.path.endsWith(id) && reads++ === 0)
				Object.assign(stored(), { updatedAt: '2026-05-01T10:00:05Z', phoneNumber: '2' });
			return undefined;
		});
		const { error } = await run(parametersFor(id), { items: [{ updatedAt } as never] });
		expect(error?.context?.kind).toBe('changed');
		expect(stored().phoneNumber).toBe('2');
	});

	it('is refused if it comes out empty or is no time, and nothing is read', async () => {
		const { id } = at('2026-05-01T10:00:00Z');
		for (const updatedAt of ['', null, 'yesterday']) {
			const { error } = await run(parametersFor(id), { items: [{ updatedAt } as never] });
			expect(error?.message).toMatch(/^Only If Not Changed Since( is empty|: "yesterday")/);
		}
		expect(writes(service())).toEqual([]);
	});

	it('does not take a change of its own for one of somebody else, if an answer was lost', async () => {
		const { id, updatedAt } = at('2026-05-01T10:00:00Z');
		service().faults.add({ status: 500, method: 'PATCH', times: 1, afterHandling: true });
		const { error } = await run(parametersFor(id), { items: [{ updatedAt } as never], tries: 2 });
		expect(error).toBeUndefined();
		expect(stored().phoneNumber).toBe('1');
	});

	it('is judged with Check Only too', async () => {
		const { id } = at('2026-05-01T10:00:01Z');
		const items = [{ updatedAt: '2026-05-01T10:00:00Z' }];
		const { error } = await run(parametersFor(id, { checkOnly: true }), { items });
		expect(error?.context?.kind).toBe('changed');
	});
});

describe.each(ways)('what the run itself has written, %s', (_, parametersFor) => {
	const items = (updatedAt: string) => ['1', '2', '3'].map((phone) => ({ updatedAt, phone }));
	const writing = (id: string) => {
		const fields = { phoneNumber: '={{ $json.phone }}' };
		return { ...parametersFor(id), updateFields: fields, additionalFields: fields };
	};

	it('is no change of somebody else', async () => {
		const { id, updatedAt } = at('2026-05-01T10:00:00.123Z');
		const { error } = await run(writing(id), { items: items(updatedAt) as never });
		expect(error).toBeUndefined();
		expect(stored().phoneNumber).toBe('3');
	});

	it('does not hide a change that somebody made before it', async () => {
		const { id } = at('2026-05-01T10:00:05Z');
		const [first, second] = items('2026-05-01T10:00:00Z');
		const rows = [{ ...first, updatedAt: '2026-05-01T10:00:05Z' }, second];
		const { error } = await run(writing(id), { items: rows as never });
		expect(error?.context).toMatchObject({ kind: 'changed', itemIndex: 1 });
		expect(stored().phoneNumber).toBe('1');
	});
});

it('a record that was changed later and says what is wanted already: nothing is sent, and the item says so', async () => {
	says('docs/action-node.md', 'If the record already says what you want, it is `unchanged`');
	const { id } = addCustomer(service(), { phoneNumber: '1', updatedAt: '2026-05-02T10:00:00Z' });
	const items = [{ updatedAt: '2026-05-01T10:00:00Z' }];
	expect((await run(ways[0][1](id), { items })).json).toMatchObject([
		{ id, syncResult: 'unchanged' },
	]);
	expect(writes(service())).toEqual([]);
});

it('so it is if somebody wrote the same between the list and the write of Create or Update', async () => {
	const { id } = at('2026-05-01T10:00:00Z');
	onRequest(service(), () => {
		if (service().requests.at(-1)?.path.endsWith(id))
			Object.assign(stored(), { updatedAt: '2026-05-02T10:00:00Z', phoneNumber: '1' });
		return undefined;
	});
	const items = [{ updatedAt: '2026-05-01T10:00:00Z' }];
	const { json } = await run(ways[1][1](id), { items });
	expect(json).toMatchObject([{ id, syncResult: 'unchanged' }]);
	expect(writes(service())).toEqual([]);
});

it('a record that does not exist yet is created', async () => {
	const items = [{ updatedAt: '2026-05-01T10:00:00Z' }];
	const parameters = { ...ways[1][1](email), firstName: 'Ada', lastName: 'Weber' };
	expect((await run(parameters, { items })).json).toMatchObject([{ syncResult: 'created' }]);
});
