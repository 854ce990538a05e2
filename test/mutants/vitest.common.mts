import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import type { InlineConfig } from 'vitest/node';
import { QuickestFirst } from './quickestFirst.mts';

const require = createRequire(import.meta.url);

// In the copy that Stryker works on, and removed with it: a worker that is ended leaves its folders behind.
const own = join(process.cwd(), '.local', 'run');
mkdirSync(own, { recursive: true });

export const configWith = (tests: InlineConfig) =>
	defineConfig({
		resolve: { alias: { 'n8n-workflow': require.resolve('n8n-workflow') } },
		cacheDir: join(own, 'cache'),
		test: {
			...tests,
			env: { TMPDIR: own, MUTANT_SIZES: '1' },
			// Modules are loaded once per mutant and not once per file: half of the time.
			isolate: false,
			sequence: { sequencer: QuickestFirst },
			// What a mutant keeps waiting is noticed sooner than Stryker's own limit, which begins everything anew.
			testTimeout: 10_000,
			hookTimeout: 20_000,
		},
	});
