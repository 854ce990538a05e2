import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

const require = createRequire(import.meta.url);

// What takes too long for every change.
export default defineConfig({
	resolve: { alias: { 'n8n-workflow': require.resolve('n8n-workflow') } },
	test: {
		include: ['test/drill/**/*.test.mts'],
		globalSetup: ['test/temporaryFolder.mts', 'test/e2e/harness/globalSetup.mts'],
		setupFiles: ['test/integration/harness/setup.mts'],
		// More than one n8n at a time is too much for two cores.
		fileParallelism: false,
		testTimeout: 90 * 60_000,
		hookTimeout: 300_000,
	},
});
