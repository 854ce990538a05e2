import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

const require = createRequire(import.meta.url);
// One copy of n8n-workflow for the nodes and for n8n-core, or NodeApiError would be two classes.
const alias = { 'n8n-workflow': require.resolve('n8n-workflow') };

export default defineConfig({
	test: {
		projects: [
			{
				resolve: { alias },
				test: {
					name: 'unit',
					include: ['test/unit/**/*.test.mts'],
					globalSetup: ['test/temporaryFolder.mts'],
					// Property tests take their time where the machine is busy.
					testTimeout: 60_000,
				},
			},
			{
				resolve: { alias },
				test: {
					name: 'integration',
					include: ['test/integration/**/*.test.mts'],
					globalSetup: ['test/temporaryFolder.mts'],
					setupFiles: ['test/integration/harness/setup.mts'],
					testTimeout: 60_000,
					hookTimeout: 60_000,
				},
			},
		],
	},
});
