import { describe, expect, it } from 'vitest';
import { byId } from '../../shared.mts';
import { useScenario, watchInFlight } from '../harness/scenario.mts';
import { addProject } from '../harness/service/records.mts';

const { service, run } = useScenario();

describe('requests at once', () => {
	const read = async (maxParallelRequests: number) => {
		const { id } = addProject(service());
		service().faults.add({ delayMs: 30 });
		const inFlight = watchInFlight(service());
		const items = Array.from({ length: 60 }, () => ({}));
		const options = { maxParallelRequests };
		const { json } = await run({ operation: 'get', projectId: byId(id), options }, { items });
		expect(json).toHaveLength(60);
		return inFlight;
	};

	it('begin with one, then five, grow while all is well, and never exceed the option', async () => {
		const inFlight = await read(9);
		expect(inFlight[0]).toBe(1);
		expect(Math.max(...inFlight.slice(0, 10))).toBeLessThanOrEqual(5);
		expect(Math.max(...inFlight)).toBeGreaterThan(5);
		expect(Math.max(...inFlight)).toBeLessThanOrEqual(9);
	});

	it('never exceed an option below five', async () => {
		expect(Math.max(...(await read(2)))).toBeLessThanOrEqual(2);
	});

	it('of a Return All do not exceed it either', async () => {
		for (let number = 0; number < 630; number++) addProject(service());
		service().faults.add({ delayMs: 15 });
		const inFlight = watchInFlight(service());
		const list = { operation: 'getAll', returnAll: true, options: { maxParallelRequests: 6 } };
		const { json } = await run(list, { items: [{}, {}, {}, {}] });
		expect(json).toHaveLength(4 * 630);
		expect(Math.max(...inFlight)).toBeLessThanOrEqual(6);
	});
});

describe('updates of the same record', () => {
	it.each([false, true])(
		'go one after the other, so that the last item counts (Skip Unchanged: %s)',
		async (skipUnchanged) => {
			const { id } = addProject(service());
			const other = addProject(service());
			// The first requests are answered last.
			for (const delayMs of [200, 100, 50]) service().faults.add({ times: 1, delayMs });
			const names = Array.from({ length: 12 }, (_, number) => `Name ${number}`);
			const items = names.map((name) => ({ id: name === 'Name 5' ? other.id : id, name }));
			const { json } = await run(
				{
					operation: 'update',
					projectId: byId('={{ $json.id }}'),
					updateFields: { name: '={{ $json.name }}' },
					options: { skipUnchanged },
				},
				{ items },
			);
			expect(json.map(({ name }) => name)).toEqual(names);
			expect(service().store.projects.get(id)?.name).toBe('Name 11');
		},
	);
});
