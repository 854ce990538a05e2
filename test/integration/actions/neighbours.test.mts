// Judges run/neighbours.ts: the executions of one n8n process know of each other.
import type { IDataObject } from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { byId, recordsOf } from '../../shared.mts';
import { customerUpsert, mapped, projectUpsert } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import {
	addCustomer,
	addProject,
	oAuth2Credential,
	requestsWith,
	writes,
} from '../harness/service/service.mts';
import { says } from '../../documents.mts';

const { service, run } = useScenario();
const COUNT = 60;
const people = Array.from({ length: COUNT }, (_, at) => ({
	...{ email: `p${at}@mail.example`, firstName: 'Ada', lastName: `No ${at}`, phoneNumber: '1' },
}));
const houses = Array.from({ length: COUNT }, (_, at) => ({
	...{ humanId: `P-${at}`, name: `Haus ${at}`, projectValue: at },
}));
const ways: Array<[string, 'customer' | 'project', object, IDataObject[]]> = [
	['customers by email', 'customer', customerUpsert(mapped), people],
	['customers by name', 'customer', customerUpsert({ ...mapped, matchOn: 'name' }), people],
	['projects by Human ID', 'project', projectUpsert({ ...mapped, matchOn: 'humanId' }), houses],
	['projects by name', 'project', projectUpsert({ ...mapped, matchOn: 'name' }), houses],
];
const results = (json: IDataObject[]) => json.map(({ syncResult }) => String(syncResult));

describe.each(ways)('two executions of Create or Update, %s', (_, resource, parameters, items) => {
	it.each([0, 20, 150])(
		'begun %i ms apart, create each record once, and both say so',
		async (apart) => {
			says('docs/action-node.md', 'So do two executions at once');
			const first = run(parameters, { items });
			await sleep(apart);
			const both = await Promise.all([first, run(parameters, { items })]);
			expect(recordsOf(service(), resource)).toHaveLength(COUNT);
			const said = both.map(({ json }) => results(json));
			const pairs = items.map((_item, at) => said.map((one) => one[at]).sort());
			expect(pairs).toEqual(items.map(() => ['created', 'unchanged']));
		},
	);

	it('create each once also if answers are lost', async () => {
		service().faults.add({ method: 'POST', times: 5, afterHandling: true, reset: true });
		const onError = 'continueRegularOutput' as const;
		await Promise.all([1, 2].map(() => run(parameters, { items, onError })));
		expect(recordsOf(service(), resource)).toHaveLength(COUNT);
	});
});

describe('an execution that comes to its last items long after it has read its list', () => {
	/** @param before happens before it comes to these items */
	async function runLate(given: object, items: IDataObject[], before: () => Promise<unknown>) {
		service().faults.add({ method: 'POST', times: 1, delayMs: 1_500 });
		const others = people.slice(10, 35).map((one, at) => ({ ...one, name: `Other ${at}` }));
		const late = run(given, { items: [...others, ...items] });
		await sleep(300);
		await before();
		const { json, hints } = await late;
		return { said: results(json.slice(25)), hints: JSON.stringify(hints) };
	}
	const upsert = customerUpsert(mapped);
	const [one, two] = people;
	const matched = (text: string) => `${text} matched a record that another execution has created`;

	it('tells records of one name apart that another one created for several customers', async () => {
		const owners = Array.from({ length: 40 }, () => addCustomer(service()).id);
		const items = owners.map((customerId) => ({ name: 'Heat pump', customerId }));
		const byName = projectUpsert({ ...mapped, matchOn: 'name' });
		const { said, hints } = await runLate(byName, items, () => run(byName, { items }));
		expect(said).toEqual(items.map(() => 'unchanged'));
		expect(hints).toContain(matched('40 items'));
		expect(recordsOf(service(), 'project')).toHaveLength(65);
	});

	it('creates again what another one created and somebody has deleted', async () => {
		const { said, hints } = await runLate(upsert, [one, two], async () => {
			const { json } = await run(upsert, { items: [one, two] });
			service().store.delete('customer', String(json[0].id));
		});
		expect(said).toEqual(['created', 'unchanged']);
		expect(hints).toContain(matched('1 item'));
	});

	it('finds what another one may have created, since no answer came', async () => {
		const { said } = await runLate(upsert, [one], async () => {
			service().faults.add({ method: 'POST', times: 1, afterHandling: true, reset: true });
			expect((await run(upsert, { items: [one] })).error).toBeDefined();
		});
		expect(said).toEqual(['unchanged']);
	});
});

const update = (id: string) => ({ operation: 'update', customerId: byId(id) });
const upsert = () => ({ operation: 'upsert', matchValue: 'a@mail.example' });
it.each([
	['Update', [update, update]],
	['Create or Update', [upsert, upsert]],
	['Update and one of Create or Update', [update, upsert]],
])('executions of %s that each change a part of one address keep all', async (_, ways) => {
	const { id } = addCustomer(service(), { email: 'a@mail.example', address: { city: 'Kiel' } });
	const change = async (part: object, at: number) => {
		const [address, given] = [{ value: part }, ways[at](id)];
		return await run({ resource: 'customer', ...given, updateFields: { address }, address });
	};
	service().faults.add({ method: 'PATCH', delayMs: 50 });
	const parts = [{ addressLine1: 'Weg 1' }, { postalCode: '24103' }, { addressLine2: 'Hof' }];
	const [one, other] = parts.slice(0, 2).map(change);
	// The third one comes while the second one has its turn.
	await one.then(async () => await Promise.all([other, change(parts[2], 0)]));
	const address = { city: 'Kiel', ...parts[0], ...parts[1], ...parts[2] };
	expect(recordsOf(service(), 'customer')).toMatchObject([{ address }]);
});

it('an execution that is cancelled while it waits for another one ends at once, and the next goes on', async () => {
	const [person] = people;
	service().faults.add({ method: 'POST', times: 1, delayMs: 1_500 });
	const first = run(customerUpsert(mapped), { items: [person] });
	await sleep(100);
	const began = performance.now();
	const second = await run(customerUpsert(mapped), { items: [person], cancelAfterMs: 50 });
	expect(second.json).toEqual([]);
	expect(performance.now() - began).toBeLessThan(1_000);
	const third = await run(customerUpsert(mapped), { items: [person] });
	expect(results((await first).json)).toEqual(['created']);
	expect(results(third.json)).toEqual(['unchanged']);
});

describe('a Human ID in a loop of one', () => {
	const updateFields = { projectValue: '1' };
	const update = (humanId: string) => ({
		...{ operation: 'update', projectId: byId(humanId), updateFields },
	});
	const lists = () => requestsWith(service(), 'GET', '/api/v1/projects').length;

	it('costs one list a minute, and one read a round', async () => {
		for (const { humanId } of houses) addProject(service(), { humanId });
		for (const { humanId } of houses.slice(0, 10)) await run(update(humanId));
		expect(writes(service())).toHaveLength(10);
		expect(lists()).toBe(1);
		const clock = performance.now.bind(performance);
		vi.spyOn(performance, 'now').mockImplementation(() => clock() + 60_000);
		await run(update('P-0'));
		expect(lists()).toBe(2);
	});

	it('that was given to another project meanwhile finds that one', async () => {
		const [one, other] = ['P-1', 'P-2'].map((humanId) => addProject(service(), { humanId }));
		await run(update('P-1'));
		service().store.edit('project', one.id, { humanId: 'P-3' });
		service().store.edit('project', other.id, { humanId: 'P-1' });
		const { json } = await run(update('P-1'));
		expect(json[0].id).toBe(other.id);
	});

	it('that nobody has is not said to be missing without a look', async () => {
		addProject(service(), { humanId: 'P-1' });
		await run(update('P-1'));
		const { id } = addProject(service(), { humanId: 'P-2' });
		expect((await run(update('P-2'))).json[0].id).toBe(id);
	});

	it('is looked for by each OAuth2 account in its own list', async () => {
		addProject(service(), { humanId: 'P-1' });
		const parameters = { ...update('P-1'), authentication: 'oAuth2' };
		const credentials = await oAuth2Credential(service());
		for (const credentialId of ['1', '2', '2'])
			await run(parameters, { credentials, credentialId });
		expect(lists()).toBe(2);
	});
});
