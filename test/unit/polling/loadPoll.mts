import { afterAll, beforeAll, vi } from 'vitest';
import type * as PollModule from '../../../nodes/EnergyProjects/polling/poll.ts';
import type * as SourceModule from '../../../nodes/EnergyProjects/polling/source.ts';
import { present } from './world.mts';

/** The poll, and what it throws. */
export const loaded = {} as Pick<typeof PollModule, 'poll'> &
	Pick<typeof SourceModule, 'OutOfTime'>;

/**
 * Loads the poll with the present world in place of the service, a clock that a test can set, and filters that let all
 * pass. Test files share their modules, so this one leaves none of its own behind.
 */
export function usePoll(): void {
	beforeAll(async () => {
		vi.resetModules();
		vi.doMock(import('../../../nodes/EnergyProjects/polling/source.ts'), async (original) => ({
			...(await original()),
			withSource: async (_, __, budgetMs, work) => {
				present.budgetMs = budgetMs;
				if (present.source === undefined) throw new Error('There is no world');
				return await work(present.source);
			},
		}));
		vi.doMock(import('../../../nodes/EnergyProjects/polling/settings.ts'), async (original) => {
			const { readPollSettings } = await original();
			return {
				readPollSettings: (context) => ({ ...readPollSettings(context), passes: () => true }),
			};
		});
		vi.doMock(import('../../../nodes/EnergyProjects/http/throttle.ts'), async (original) => ({
			...(await original()),
			now: () => Date.now(),
		}));
		const { OutOfTime } = await import('../../../nodes/EnergyProjects/polling/source.ts');
		const { poll } = await import('../../../nodes/EnergyProjects/polling/poll.ts');
		Object.assign(loaded, { poll, OutOfTime });
	});
	afterAll(() => {
		vi.doUnmock('../../../nodes/EnergyProjects/polling/source.ts');
		vi.doUnmock('../../../nodes/EnergyProjects/polling/settings.ts');
		vi.doUnmock('../../../nodes/EnergyProjects/http/throttle.ts');
		vi.resetModules();
	});
}
