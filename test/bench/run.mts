// npm run bench: measures the package beside what people would build without it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCommandLine } from '../../sandbox/commandLine.mts';
import { ensureN8n } from '../../sandbox/n8n/install.mts';
import { packPackage } from '../../sandbox/n8n/nodePackage.mts';
import { root } from '../../sandbox/n8n/paths.mts';
import { comparisons } from './comparisons.mts';
import { startBench } from './harness/bench.mts';
import type { Bench } from './harness/bench.mts';
import { measure } from './harness/comparison.mts';
import type { Measured } from './harness/comparison.mts';
import { machine } from './harness/page.mts';
import type { Circumstances, Section } from './harness/page.mts';
import { saveResults } from './harness/results.mts';
import { terminalTable } from './harness/table.mts';

const USAGE = `Measures the package beside what people would build without it, in a real n8n:

  npm run bench                        everything, and writes docs/maintainers/benchmark.md
  npm run bench -- lists updates       these alone, and writes nothing
  npm run bench -- lists --write       these alone, and renews them in the page
  npm run bench -- --rounds 5          how often each contender is measured (usually 3)

There are: ${Object.keys(comparisons).join(', ')}

It fails where something goes wrong, such as a lost item, never for being slow: a missed goal stands in the table.`;

const { values, positionals } = readCommandLine(USAGE, {
	allowPositionals: true,
	options: {
		rounds: { type: 'string', default: '3' },
		write: { type: 'boolean', default: false },
	},
});
const unknown = positionals.filter((name) => !(name in comparisons));
if (unknown.length > 0) {
	console.error(`There is no ${unknown.join(', ')}.\n\n${USAGE}`);
	process.exit(2);
}
const wanted = positionals.length > 0 ? positionals : Object.keys(comparisons);
const isWritten = positionals.length === 0 || values.write === true;
const failures: string[] = [];
const folder = mkdtempSync(join(tmpdir(), 'energy-projects-bench-'));
try {
	await ensureN8n();
	const tarball = await packPackage(folder);
	console.log('Starting n8n …');
	const bench = await startBench(tarball, 'full');
	const ending = async () => {
		await bench.close();
		rmSync(folder, { recursive: true, force: true });
		process.exit(130);
	};
	process.once('SIGINT', () => void ending()).once('SIGTERM', () => void ending());
	try {
		const sections: Section[] = [];
		for (const name of wanted) {
			const measured = await measureAll(bench, name);
			sections.push({ name, circumstances: circumstances(), measured });
		}
		if (isWritten && failures.length === 0)
			console.log(`\nWritten: ${await saveResults(sections, Object.keys(comparisons))}`);
	} finally {
		await bench.close();
	}
} finally {
	rmSync(folder, { recursive: true, force: true });
}
for (const failure of failures) console.error(`\n${failure}`);
process.exit(failures.length === 0 ? 0 : 1);

/** Measures the comparisons of one name; one that fails does not keep the others from being measured. */
async function measureAll(bench: Bench, name: string): Promise<Measured[]> {
	const all: Measured[] = [];
	for (const comparison of comparisons[name](bench)) {
		console.log(`\n${name}: ${comparison.title}`);
		try {
			const measured = await measure(comparison, {
				rounds: Number(values.rounds),
				log: console.log,
			});
			console.log(`\n${terminalTable(measured)}`);
			all.push(measured);
		} catch (error) {
			const message = (error as Error).message.slice(0, 1_000);
			failures.push(`${comparison.title}: ${message}`);
			console.error(`  failed: ${message}`);
		}
	}
	return all;
}

/** What the numbers of this run depend on. */
function circumstances(): Circumstances {
	const require = createRequire(import.meta.url);
	const versionIn = (file: string) =>
		(JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
	return {
		date: new Date().toISOString().slice(0, 10),
		package: versionIn(join(root, 'package.json')),
		n8n: versionIn(
			require.resolve(join(root, '.local', 'n8n', 'node_modules', 'n8n', 'package.json')),
		),
		node: process.version,
		machine: machine(),
	};
}
