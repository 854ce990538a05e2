import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';
import type { InlineConfig } from 'vitest/node';
import { QuickestFirst } from './quickestFirst.mts';

const require = createRequire(import.meta.url);

export const configWith = (tests: InlineConfig) =>
	defineConfig({
		resolve: { alias: { 'n8n-workflow': require.resolve('n8n-workflow') } },
		// In the copy that Stryker works on, and removed with it.
		cacheDir: '.local/vite',
		test: {
			...tests,
			// Modules are loaded once per mutant and not once per file: half of the time.
			isolate: false,
			sequence: { sequencer: QuickestFirst },
			// What a mutant keeps waiting is noticed sooner than Stryker's own limit, which begins everything anew.
			testTimeout: 10_000,
			hookTimeout: 20_000,
		},
	});
