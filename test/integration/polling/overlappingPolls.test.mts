import { expect, it } from 'vitest';
import { usePolls } from '../harness/polls.mts';
import { addProject } from '../harness/service/records.mts';

const { service, trigger } = usePolls();

// What expressions run in goes with the first poll to end, and takes the other one with it.
it('of two polls at once the second ends after the first, whatever comes of that', async () => {
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
