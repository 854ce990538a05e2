import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

const require = createRequire(import.meta.url);
const file = (name: string) => `test/e2e/${name}.test.mts`;

/** They begin first, or one of them would run on when all others have ended. */
const LONGEST = [
	'editor',
	'inStep',
	'examples',
	'sandbox',
	'restart',
	'queue',
	'bench',
	'polling',
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

export default defineConfig({
	resolve: { alias: { 'n8n-workflow': require.resolve('n8n-workflow') } },
	test: {
		include: [file('*')],
		// Pictures are taken on request: `npm run screenshots`.
		exclude: process.env.UPDATE_SCREENSHOTS === '1' ? [] : [file('screenshots')],
		globalSetup: ['test/temporaryFolder.mts', 'test/e2e/harness/globalSetup.mts'],
		testTimeout: 180_000,
		hookTimeout: 300_000,
		// A full machine draws slowly.
		expect: { poll: { timeout: 60_000 } },
		// They wait for n8n, for polls and for the browser more than they compute.
		maxWorkers: 3,
		sequence: { sequencer: LongestFirst },
	},
});
