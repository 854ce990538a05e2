import { execa } from 'execa';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { root } from '../../sandbox/n8n/paths.mts';
import { olderVersions } from '../e2e/harness/versions.mts';

/** Short with e.g. DRILL_VERSIONS=2.0.3 */
const versions = process.env.DRILL_VERSIONS?.split(',') ?? olderVersions;
/** What does not need the editor of the pinned n8n. */
const FILES = ['operations', 'webhook', 'polling'];

interface Report {
	testResults: Array<{
		name: string;
		assertionResults: Array<{ status: string; fullName: string }>;
	}>;
}

const table: object[] = [];

afterAll(() => console.table(table));

it.each(versions)('the end-to-end tests pass on n8n %s', async (version) => {
	const folder = mkdtempSync(join(tmpdir(), 'energy-projects-versions-'));
	try {
		const report = join(folder, 'report.json');
		const files = FILES.map((name) => `test/e2e/${name}.test.mts`);
		const options = ['--config', 'vitest.e2e.config.mts', '--reporter=json'];
		const args = ['run', ...options, `--outputFile=${report}`, ...files];
		const { all } = await execa('vitest', args, {
			...{ cwd: root, preferLocal: true, env: { N8N_VERSION: version } },
			...({ stdin: 'ignore', all: true, reject: false } as const),
		});
		const { testResults } = read(report, all);
		const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
		const failed = tests.filter(({ status }) => status === 'failed');
		table.push({ n8n: version, ...countsOf(testResults) });
		expect(failed.map(({ fullName }) => fullName)).toEqual([]);
		// A file whose n8n did not come up has no test that failed.
		const ran = testResults.filter(({ assertionResults }) => assertionResults.length > 0);
		const passed = ran.filter(({ assertionResults: [first] }) => first.status === 'passed');
		expect(passed).toHaveLength(FILES.length);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});

function read(report: string, output: string): Report {
	try {
		return JSON.parse(readFileSync(report, 'utf8')) as Report;
	} catch {
		throw new Error(`The tests did not run:\n${output.slice(-3000)}`);
	}
}

/** By file: how many of its tests passed, of those that ran. */
const countsOf = (results: Report['testResults']) =>
	Object.fromEntries(
		results.map(({ name, assertionResults }) => {
			const ran = assertionResults.filter(({ status }) => ['passed', 'failed'].includes(status));
			const passed = ran.filter(({ status }) => status === 'passed');
			const file = name.replace(/^.*\/|\.test\.mts$/g, '');
			return [file, `${passed.length}/${ran.length}`];
		}),
	);
