import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { byId, recordsOf } from '../../shared.mts';
import { customerUpsert, updateCustomer } from '../harness/samples/sampleWrites.mts';
import { usePolls } from '../harness/polls.mts';
import { addCustomer, addProject, writes } from '../harness/service/service.mts';
import { says } from '../../documents.mts';

// A service may leave out the offset of its times. They are meant in UTC, whatever zone the workflow has.

const READ = '2026-06-01T10:00:00.000';
const EDITED = '2026-06-01T12:00:00.000';
const email = 'ada@mail.example';
const zones = ['America/New_York', 'UTC', 'Europe/Berlin'];

describe.each(zones)('times without an offset, with a workflow in %s', (timezone) => {
	const scenario = usePolls({ differences: { times: 'withoutOffset' } });
	const { service, trigger } = scenario;
	const run = async (parameters: object, items?: IDataObject[]) =>
		await scenario.run(parameters, { timezone, ...(items && { items: items as never }) });
	const stored = () => recordsOf(service(), 'customer')[0];
	const options = { notChangedSince: '={{ $json.updatedAt }}' };
	const changed = { phoneNumber: '1' };
	const ways = (id: string) => [
		updateCustomer(id, { updateFields: changed, options }),
		customerUpsert({ matchOn: 'email', matchValue: email, additionalFields: changed, options }),
	];

	it.each([0, 1])(
		'Only If Not Changed Since takes the time that Get handed out (%i)',
		async (way) => {
			const { id } = addCustomer(service(), { email, phoneNumber: '0', updatedAt: `${READ}Z` });
			const { json } = await run({ resource: 'customer', operation: 'get', customerId: byId(id) });
			expect(json[0].updatedAt).toBe(`${READ}Z`);
			Object.assign(stored(), { updatedAt: `${EDITED}Z`, phoneNumber: '2' });
			const refused = await run(ways(id)[way], json);
			expect(refused.error?.context?.kind).toBe('changed');
			expect(stored().phoneNumber).toBe('2');
			Object.assign(stored(), { updatedAt: `${READ}Z` });
			expect((await run(ways(id)[way], json)).error).toBeUndefined();
			expect(stored().phoneNumber).toBe('1');
		},
	);

	it('Updated After and Created After take such a time: nothing is lost, nothing comes twice', async () => {
		const times = [READ, EDITED].map((at) => ({ createdAt: `${at}Z`, updatedAt: `${at}Z` }));
		for (const own of times) addProject(service(), own);
		const output = { output: 'selectedFields', outputFields: ['createdAt', 'updatedAt'] };
		const getAll = { operation: 'getAll', returnAll: true, ...output };
		const all = (await run(getAll)).json;
		for (const name of ['updatedAt', 'createdAt']) {
			const filters = { [name.replace('At', 'After')]: `={{ $json.${name} }}` };
			const [oldest] = all.filter((one) => one[name] === `${READ}Z`);
			const { json } = await run({ ...getAll, filters }, [oldest]);
			expect(json.map((one) => one[name])).toEqual([`${EDITED}Z`]);
		}
	});

	it('Raw is as the service sent it, and a poll hands out UTC', async () => {
		says('docs/action-node.md', 'times are in UTC (`…Z`), except in Raw.');
		const polls = trigger();
		await polls.activate();
		const { id } = addProject(service(), { createdAt: `${READ}Z`, updatedAt: `${READ}Z` });
		const raw = await run({ operation: 'get', projectId: byId(id), output: 'raw' });
		expect(raw.json[0].updatedAt).toBe(READ);
		const [item] = (await polls.poll()).json;
		expect(item.project).toMatchObject({ createdAt: `${READ}Z`, updatedAt: `${READ}Z` });
		expect(item.eventId).toBe(`project.created:${id}`);
	});
});

describe('a time that has lost the parts of a second', () => {
	const { service, run } = usePolls();
	const options = { notChangedSince: '2026-06-01T10:00:00Z' };
	const update = (id: string) =>
		updateCustomer(id, { updateFields: { phoneNumber: '1' }, options });

	it('is that of a record in the same second, and earlier than one in the next', async () => {
		const { id } = addCustomer(service(), { updatedAt: '2026-06-01T10:00:00.900Z' });
		expect((await run(update(id))).error).toBeUndefined();
		const later = addCustomer(service(), { updatedAt: '2026-06-01T10:00:01.000Z' });
		expect((await run(update(later.id))).error?.context?.kind).toBe('changed');
		expect(writes(service())).toHaveLength(1);
	});
});
