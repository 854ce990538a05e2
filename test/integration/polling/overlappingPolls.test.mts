import { expect, it } from 'vitest';
import { usePolls } from '../harness/polls.mts';
import { addProject } from '../harness/service/records.mts';

const { service, trigger } = usePolls();

// Both polls use one isolate for expressions. If they overlapped, the first to end would release it for the other.
it('a second poll ends after the first, even if the first one fails', async () => {
	const polls = trigger();
	await polls.activate();
	for (const status of [200, 422]) {
		addProject(service());
		service().faults.clear();
		service().faults.add({ delayMs: 200, ...(status !== 200 && { status }) });
		const ended: string[] = [];
		const note = (name: string) => () => void ended.push(name);
		const first = polls.poll().finally(note('first'));
		const second = polls.poll().finally(note('second'));
		const [outcome, other] = await Promise.allSettled([first, second]);
		expect(outcome.status).toBe(status === 200 ? 'fulfilled' : 'rejected');
		expect(other).toMatchObject({ status: 'fulfilled', value: { json: [] } });
		expect(ended).toEqual(['first', 'second']);
	}
});

it('a poll that a newer activation waits for returns its events, so that n8n can drop them', async () => {
	const polls = trigger();
	await polls.activate();
	addProject(service());
	service().faults.add({ delayMs: 200 });
	const first = polls.poll();
	const second = polls.activate();
	expect(await first).toMatchObject({ isReturned: true, events: [expect.any(String)] });
	expect((await second).isReturned).toBe(false);
});
