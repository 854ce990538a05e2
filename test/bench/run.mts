// npm run bench: measures the package beside what people would build without it, in a real n8n, and prints one table.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureN8n } from '../../scripts/n8n.mjs';
import { NAME } from '../../sandbox/n8n/nodePackage.mts';
import { root } from '../../sandbox/n8n/paths.mts';
import { isBuilt } from '../../scripts/built.mjs';
import { runStep } from '../../scripts/steps.mjs';
import { measure, tableOf } from './comparison.mts';
import { burst, deliveries, forged } from './deliveries.mts';
import { startBench } from './n8n.mts';
import { office } from './office.mts';
import { limits, lists, loops, updates, upsert } from './requests.mts';

const parts = { lists, updates, loops, upsert, limits, deliveries, forged, burst, office };

const USAGE = `npm run --silent bench -- [options] > table.md

  --only lists,updates   these parts alone, of ${Object.keys(parts).join(', ')}
  --beside DIR           measures the package of another checkout in turn with this one, in columns of its own
  --small                once, with sizes that say nothing: shows that it works

A ratio below 1 means less time, or fewer deliveries. It fails if anything is lost or doubled, never for being slow.`;

const log = (line: string) => console.error(line);
const { wanted, beside, small } = readArguments();
const folder = mkdtempSync(join(tmpdir(), 'energy-projects-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
await ensureN8n();
const before = beside === undefined ? [] : [`${NAME}-before`];
const packages = [await built(root, NAME)];
if (beside !== undefined) packages.push(await built(beside, before[0]));
log('Starting n8n …');
const bench = await startBench(packages, small);
const interrupted = () => void bench.stack.close().then(() => process.exit(130));
process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
const failures: string[] = [];
const rows = [];
for (const [name, part] of wanted) {
	for (const comparison of part(bench)) {
		try {
			if (comparison.env !== undefined) await bench.restart(comparison.env);
			rows.push(...(await measure(comparison, [NAME, ...before], log)));
		} catch (error) {
			// It does not keep the others from being measured.
			failures.push(`FAILED ${name}: ${(error as Error).message.slice(0, 2_000)}`);
		}
	}
}
await bench.stack.close();
console.log(tableOf(rows, beside !== undefined));
failures.forEach(log);
process.exit(failures.length === 0 ? 0 : 1);

function readArguments() {
	try {
		const { values } = parseArgs({
			options: {
				...{ only: { type: 'string' }, beside: { type: 'string' } },
				small: { type: 'boolean', default: false },
			},
		});
		const only = values.only?.split(',') ?? Object.keys(parts);
		if (only.some((name) => !(name in parts))) throw new Error(`No such part: ${only}`);
		// In their order: they leave n8n with settings of their own.
		return { ...values, wanted: Object.entries(parts).filter(([name]) => only.includes(name)) };
	} catch (error) {
		log(`${(error as Error).message}\n\n${USAGE}`);
		process.exit(2);
	}
}

/** Builds a checkout, and lays what would be published of it in a folder, under a name of its own. */
async function built(cwd: string, name: string): Promise<string> {
	const args = ['run', 'build', '--ignore-scripts'];
	if (!isBuilt(cwd)) await runStep({ title: `Building ${cwd}`, command: 'npm', args, cwd, log });
	const manifest = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')) as object;
	const target = join(folder, name);
	cpSync(join(cwd, 'dist'), join(target, 'dist'), { recursive: true });
	const plain = { ...manifest, name, scripts: {}, devDependencies: {} };
	writeFileSync(join(target, 'package.json'), JSON.stringify(plain));
	return target;
}
