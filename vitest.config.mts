import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

const require = createRequire(import.meta.url);
// One copy of n8n-workflow for the nodes and for n8n-core, or NodeApiError would be two classes.
const alias = { 'n8n-workflow': require.resolve('n8n-workflow') };

/** What unit and integration tests have in common. */
const shared = {
	globalSetup: ['test/temporaryFolder.mts'],
	// Loading n8n-core for each file took half of the time. Files of one process share its modules, so a file that
	// changes what they remember puts it back (`vi.resetModules`, node IDs and hours of its own).
	isolate: false,
	// Many tests wait for a pause to end: other processes work meanwhile.
	maxWorkers: 4,
	testTimeout: 60_000,
	hookTimeout: 60_000,
};

export default defineConfig({
	test: {
		projects: [
			{
				resolve: { alias },
				test: { ...shared, name: 'unit', include: ['test/unit/**/*.test.mts'] },
			},
			{
				resolve: { alias },
				test: {
					...shared,
					name: 'integration',
					include: ['test/integration/**/*.test.mts'],
					setupFiles: ['test/integration/harness/setup.mts'],
				},
			},
		],
	},
});
