// The judge of `npm run mutants`: unit and integration tests of a room in one run.
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

const require = createRequire(import.meta.url);

// In the copy that Stryker works on, and removed with it: a worker that is ended leaves its folders behind.
const own = join(process.cwd(), '.local', 'run');
mkdirSync(own, { recursive: true });

/**
 * Begins with what noticed the last mutant, usually of the same lines; then with unit tests, which do without loading
 * n8n-core; then with what takes least. A mutant that was noticed is done with.
 */
class QuickestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const result = (file: TestSpecification) => this.ctx.cache.getTestSpecificationResult(file);
		const rank = (file: TestSpecification) =>
			(file.moduleId.includes('/integration/') ? 2 : 0) + (result(file)?.failed === true ? 0 : 1);
		const duration = (file: TestSpecification) => result(file)?.duration ?? 0;
		return await Promise.resolve(
			files.toSorted((a, b) => rank(a) - rank(b) || duration(a) - duration(b)),
		);
	}
}

export default defineConfig({
	resolve: { alias: { 'n8n-workflow': require.resolve('n8n-workflow') } },
	cacheDir: join(own, 'cache'),
	test: {
		include: JSON.parse(process.env.MUTANT_TESTS ?? '[]') as string[],
		setupFiles: ['test/mutants/setup.mts', 'test/integration/harness/setup.mts'],
		env: { TMPDIR: own, MUTANT_SIZES: '1' },
		// Modules are loaded once per mutant and not once per file: half of the time.
		isolate: false,
		sequence: { sequencer: QuickestFirst },
		// What a mutant keeps waiting is noticed sooner than by Stryker's own limit, which begins everything again.
		testTimeout: 20_000,
		hookTimeout: 20_000,
	},
});
