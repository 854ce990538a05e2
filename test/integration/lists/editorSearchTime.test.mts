import { describe, expect, it, vi } from 'vitest';
import { searchList } from '../harness/n8n/engine.mts';
import { useScenario, watchInFlight } from '../harness/scenario.mts';
import { addProject } from '../harness/service/records.mts';

const { service, search: searchIn } = useScenario();
const search = async (text: string, page?: string) => await searchIn('searchProjects', text, page);

describe('a person who searches the list of projects is not kept waiting', () => {
	it('50 pages are looked through at once, five at a time, and then the person may go on', async () => {
		const { id } = addProject(service(), { name: 'Umbau Meier' });
		for (let number = 0; number < 5_100; number++) addProject(service(), { name: 'Haus' });
		service().faults.add({ delayMs: 40 });
		const inFlight = watchInFlight(service());
		const first = await search('meier');
		expect(first.results).toEqual([]);
		expect(service().requests).toHaveLength(50);
		expect(Math.max(...inFlight)).toBe(5);
		const second = await search('meier', String(first.paginationToken));
		expect(second.results.map(({ value }) => value)).toEqual([id]);
	});

	it('what was found is shown as soon as it fills the list, and not before', async () => {
		const add = (count: number, name: string) => {
			for (let number = 0; number < count; number++) addProject(service(), { name });
		};
		add(300, 'Haus');
		add(25, 'Umbau');
		add(15, 'Anbau');
		expect((await search('umbau')).results).toHaveLength(25);
		expect(service().requests).toHaveLength(1);
		service().requests.splice(0);
		expect((await search('anbau')).results).toHaveLength(15);
		expect(service().requests).toHaveLength(4);
	});

	it('a service that refuses every connection is not waited for as if it were restarting', async () => {
		const began = Date.now();
		const credentials = {
			energyProjectsApi: { baseUrl: 'http://127.0.0.1:9', apiKey: 'key-12345' },
		};
		const editor = { parameters: { authentication: 'apiKey' }, credentials };
		await expect(searchList(editor, 'searchProjects')).rejects.toThrow('could not be reached');
		expect(Date.now() - began).toBeLessThan(6_000);
	});

	it('a service that does not answer is given 20 seconds each time', async () => {
		const timeout = AbortSignal.timeout.bind(AbortSignal);
		// A hundred times as fast.
		vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 100));
		service().faults.add({ delayMs: 3_000 });
		await expect(search('')).rejects.toThrow('did not answer within 20 seconds');
	});
});
