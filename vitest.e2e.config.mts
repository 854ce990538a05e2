import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

const require = createRequire(import.meta.url);

export default defineConfig({
	resolve: { alias: { 'n8n-workflow': require.resolve('n8n-workflow') } },
	test: {
		include: ['test/e2e/**/*.test.mts'],
		// Pictures are taken on request: `npm run screenshots`.
		exclude: process.env.UPDATE_SCREENSHOTS === '1' ? [] : ['test/e2e/screenshots.test.mts'],
		globalSetup: ['test/temporaryFolder.mts', 'test/e2e/harness/globalSetup.mts'],
		fileParallelism: false,
		testTimeout: 180_000,
		hookTimeout: 300_000,
	},
});
