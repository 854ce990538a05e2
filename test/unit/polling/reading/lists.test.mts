import { describe, expect, it } from 'vitest';
import { many, node, numbers, project, PROJECTS } from '../comparing/pollingNode.mts';
import { useStoppedClock } from '../clock.mts';
import { PollingTrigger } from '../polls/pollingTrigger.mts';

useStoppedClock();

describe('if only creations are reported', () => {
	it('a poll reads no page after one that it knows', async () => {
		const trigger = new PollingTrigger({ parameters: { events: ['project.created'] } });
		const { service } = trigger;
		service.projects = numbers(250).map((number) => project(number));
		await trigger.activate();
		service.requests.length = 0;
		expect(await trigger.poll()).toBeNull();
		expect(service.requests).toEqual(['/projects page 1 desc']);
	});

	it('the log does not call the newest records an incomplete list', async () => {
		const trigger = node(['project.created']);
		await trigger.poll({ projects: many });
		expect((await trigger.poll({ projects: many })).notes).toEqual([]);
	});

	it('the next poll reads the whole list if edits are reported too from now on', async () => {
		const trigger = node(['project.created']);
		await trigger.poll({ projects: many });
		trigger.choose(PROJECTS);
		const asked: string[] = [];
		await trigger.poll({ projects: many, asked });
		expect(asked).toEqual(['all projects']);
	});
});

describe('the company of the records', () => {
	it.each(['', null, 7])('is not given by one whose companyId is %j', async (companyId) => {
		const trigger = node(PROJECTS);
		await trigger.poll({ projects: many });
		const { notes } = await trigger.poll({ projects: [...many, project(31, { companyId })] });
		expect(notes).toEqual([]);
	});

	it('is that of the account if no record gives it', async () => {
		const trigger = node(PROJECTS);
		const without = project(1, { companyId: '' });
		expect((await trigger.poll({ projects: [without] })).state.company).toBe(
			'the company of the account',
		);
	});
});
