import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

const require = createRequire(import.meta.url);

export default defineConfig({
	resolve: { alias: { 'n8n-workflow': require.resolve('n8n-workflow') } },
	test: {
		include: ['test/e2e/**/*.test.mts'],
		exclude: [
			// Pictures are taken on request: `npm run screenshots`.
			...(process.env.UPDATE_SCREENSHOTS === '1' ? [] : ['test/e2e/screenshots.test.mts']),
			// Other versions of n8n are 2 GB each to install: `npm run drill -- versions`.
			...(process.env.N8N_VERSION === undefined ? ['test/e2e/oldestN8n.test.mts'] : []),
		],
		globalSetup: ['test/temporaryFolder.mts', 'test/e2e/harness/globalSetup.mts'],
		fileParallelism: false,
		testTimeout: 180_000,
		hookTimeout: 300_000,
	},
});
