import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

const require = createRequire(import.meta.url);
const resolve = { alias: { 'n8n-workflow': require.resolve('n8n-workflow') } };
const file = (name: string) => `test/e2e/${name}.test.mts`;

/** What measures. */
const ALONE = ['bench', 'screenshots'].map(file);

/** Pictures are taken on request: `npm run screenshots`. */
const LEFT_OUT = process.env.UPDATE_SCREENSHOTS === '1' ? [] : [file('screenshots')];

/** They begin first, or one of them would run on when all others have ended. */
const LONGEST = [
	...['examples', 'queue', 'triggerPanels', 'actionPanel', 'polling', 'webhook', 'sandbox'],
].map(file);

class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const rank = ({ moduleId }: TestSpecification) => {
			const place = LONGEST.findIndex((name) => moduleId.endsWith(name));
			return place === -1 ? LONGEST.length : place;
		};
		return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
	}
}

const shared = {
	globalSetup: ['test/temporaryFolder.mts', 'test/e2e/harness/globalSetup.mts'],
	testTimeout: 180_000,
	hookTimeout: 300_000,
};

export default defineConfig({
	test: {
		sequence: { sequencer: LongestFirst },
		projects: [
			{
				resolve,
				test: {
					...shared,
					name: 'three at a time',
					include: [file('*')],
					exclude: [...ALONE, ...LEFT_OUT],
					// They wait for n8n, for polls and for the browser more than they compute.
					maxWorkers: 3,
					sequence: { groupOrder: 1 },
				},
			},
			{
				resolve,
				test: {
					...shared,
					name: 'alone',
					include: ALONE,
					exclude: LEFT_OUT,
					maxWorkers: 1,
					sequence: { groupOrder: 2 },
				},
			},
		],
	},
});
