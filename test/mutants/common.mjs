// Mutants: small changes of the code, each of which some test has to notice. What both runs share.
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// None of the zones that machines are usually in: what depends on it is noticed. Workers inherit it.
process.env.TZ = 'Pacific/Chatham';

/**
 * @param {string} part names the run and its report
 * @param {string[]} mutate the files that are changed
 * @returns {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export const optionsFor = (part, mutate) => ({
	plugins: ['@stryker-mutator/vitest-runner'],
	testRunner: 'vitest',
	vitest: { configFile: `test/mutants/vitest.${part}.mts` },
	mutate: mutate.map((pattern) => pattern.replace(/^!?/, '$&nodes/EnergyProjects/')),
	coverageAnalysis: 'perTest',
	concurrency: 2,
	// Outside of the project, or its rules would be held against the changed code as well.
	tempDirName: join(tmpdir(), `energy-projects-mutants-${part}`),
	cleanTempDir: 'always',
	ignorePatterns: ['.local', 'dist', 'test-results'],
	// Used with --incremental only: a test or a helper that changed is not noticed in every case.
	incrementalFile: `.local/mutants/${part}/incremental.json`,
	reporters: ['progress', 'clear-text', 'html', 'json'],
	clearTextReporter: { allowEmojis: false, logTests: false, reportTests: false },
	htmlReporter: { fileName: `.local/mutants/${part}/report.html` },
	jsonReporter: { fileName: `.local/mutants/${part}/report.json` },
	thresholds: { high: 95, low: 90, break: 90 },
});
