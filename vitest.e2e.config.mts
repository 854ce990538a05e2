import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		include: ['test/e2e/**/*.test.mts'],
		globalSetup: ['test/e2e/harness/globalSetup.mts'],
		fileParallelism: false,
		testTimeout: 180_000,
		hookTimeout: 300_000,
	},
});
