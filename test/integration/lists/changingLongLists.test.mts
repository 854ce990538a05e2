import { describe, expect, it } from 'vitest';
import type { ApiRecord } from '../../../sandbox/service/records.mts';
import { recordsOf } from '../../shared.mts';
import { betweenPages, byChance, useScenario } from '../harness/scenario.mts';
import { addProject, idsOf } from '../harness/service/records.mts';

const COUNT = 2_345;
const CREATES = 300;
const { service, run } = useScenario();

/** With each page read some projects come, some go, some change. @returns those that exist throughout */
function keepMoving(): ApiRecord[] {
	const { store } = service();
	const projects = Array.from({ length: COUNT }, (_, number) =>
		addProject(service(), { name: `Haus ${number}` }),
	);
	const leaving = projects.filter((_, number) => number % 10 === 3);
	const staying = projects.filter((_, number) => number % 10 !== 3);
	betweenPages(service(), (read) => {
		for (const { id } of leaving.splice(0, 3)) store.delete('project', id);
		for (let number = 0; number < 3; number++) addProject(service(), { name: `New ${read}` });
		store.edit('project', staying[(read * 37) % staying.length].id, { projectValue: read });
	});
	return staying;
}

/** A bad day: too many requests, a service that is busy, connections that break. */
function storm() {
	const { faults } = service();
	faults.add({ status: 429, headers: { 'retry-after': '0' }, probability: 0.1 });
	faults.add({ status: 503, headers: { 'retry-after': '0' }, method: 'GET', probability: 0.05 });
	faults.add({ reset: true, method: 'GET', probability: 0.05 });
}

describe(`Return All over ${COUNT} projects that come, go and change between the pages`, () => {
	it.each([
		['on a quiet day', () => undefined],
		['in a storm of 429, 503 and broken connections', storm],
	])('%s: no ID twice, none missing that was there throughout', async (_, weather) => {
		await byChance(service(), async () => {
			const staying = keepMoving();
			weather();
			const { json, error } = await run({
				operation: 'getAll',
				returnAll: true,
				output: 'selectedFields',
				outputFields: ['id'],
				options: { maxRetries: 10 },
			});
			expect(error).toBeUndefined();
			const ids = new Set(idsOf(json));
			expect(ids.size).toBe(json.length);
			expect(idsOf(staying).filter((id) => !ids.has(id))).toEqual([]);
		});
	});
});

describe('creating in such a storm', () => {
	it('doubles nothing: the service counts one project for each item that succeeded', async () => {
		await byChance(service(), async () => {
			storm();
			service().faults.add({ method: 'POST', reset: true, afterHandling: true, probability: 0.05 });
			const items = Array.from({ length: CREATES }, (_, number) => ({ name: `Item ${number}` }));
			const { json } = await run(
				{ operation: 'create', name: '={{ $json.name }}', options: { maxRetries: 10 } },
				{ items, onError: 'continueRegularOutput' },
			);
			const names = recordsOf(service(), 'project').map(({ name }) => name);
			expect(new Set(names).size).toBe(names.length);
			const created = json.filter(({ id }) => id !== undefined);
			const unclear = json.filter(({ error }) => String(error).includes('connection'));
			expect(created.length + unclear.length).toBe(CREATES);
			expect(names).toEqual(expect.arrayContaining(created.map(({ name }) => String(name))));
			expect(unclear.length).toBeGreaterThan(0);
		});
	});
});
