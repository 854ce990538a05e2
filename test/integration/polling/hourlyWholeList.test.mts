import { afterEach, expect, it, vi } from 'vitest';
import { usePolls } from '../harness/polls.mts';

const { service, trigger, projects } = usePolls();

afterEach(() => void vi.restoreAllMocks());

it('if only new projects are chosen, a poll reads the newest ones, and once an hour the whole list', async () => {
	const clock = performance.now.bind(performance);
	let laterMs = 0;
	vi.spyOn(performance, 'now').mockImplementation(() => clock() + laterMs);
	projects(900);
	const polls = trigger({ events: ['project.created'] });
	await polls.activate();
	const requestsAfter = async (minutes: number) => {
		laterMs += minutes * 60_000;
		service().requests.splice(0);
		const { events } = await polls.poll();
		return [events.length, service().requests.length < 4];
	};
	expect(await requestsAfter(5)).toEqual([0, true]);
	projects(120);
	expect(await requestsAfter(5)).toEqual([120, true]);
	// It is on the last page.
	const times = { createdAt: '2020-01-01T00:00:00Z', updatedAt: '2020-01-01T00:00:00Z' };
	projects(1, times);
	expect(await requestsAfter(45)).toEqual([0, true]);
	service().faults.add({ status: 422, times: 1 });
	await expect(requestsAfter(10)).rejects.toThrow('422');
	expect(await requestsAfter(1)).toEqual([1, false]);
	expect(await requestsAfter(5)).toEqual([0, true]);
});
