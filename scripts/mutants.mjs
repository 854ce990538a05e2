// npm run mutants: small changes of the code, one at a time, each of which some test has to notice.
import { existsSync, mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';

const LOWEST = 90;
const actions = (/** @type {string[]} */ ...files) => files.map((file) => `actions/${file}`);
const aboutFields = actions('meaning', 'operations', 'otherFields', 'outputSchemas');
/** What judges fields and their values, wherever they are used. */
const FIELDS = ['values', 'writing', 'savedNames', 'events', ...aboutFields];

/** Rooms, and the folders and files under test/unit and test/integration that judge them. */
const rooms = {
	service: [...FIELDS, 'service', 'contract'],
	http: ['http', 'credentials', ...actions('failure', 'notFound')],
	lists: ['lists', 'polling/company', ...actions('company', 'filters', 'getMany', 'ifIncomplete')],
	values: [...FIELDS, 'http', 'lists', ...actions('columns', 'emptyValues', 'filters', 'locator')],
	run: ['actions', 'credentials'],
	input: ['values', 'actions', 'savedNames'],
	reading: ['actions', 'lists', 'savedNames'],
	writing: ['writing', 'actions', 'savedNames'],
	actions: ['actions', 'savedNames'],
	events: ['events', 'webhook', 'polling', 'savedNames'],
	webhook: ['webhook', 'events', 'savedNames'],
	polling: ['polling', 'events', 'savedNames'],
	credentials: ['credentials', 'savedNames'],
};

/** What people read in the editor, and where it leads them, is judged in one place for all rooms. */
const TEXTS = 'test/unit/house/{descriptions,links}.test.mts';

const USAGE = `npm run mutants [-- ROOM … [--file PATTERN …] [--tests PATTERN …] [--running]]

All rooms one after the other, or some of: ${Object.keys(rooms).join(', ')}.
  --file nodes/EnergyProjects/values/dates.ts    changes this file alone (also dates.ts:10-40, or a pattern; may be repeated)
  --tests 'test/unit/values/*.test.mts'          judges by these tests instead of those of the room (may be repeated)
  --running                                      leaves out what has an effect only while a module loads: each of
                                                 those takes all tests of the room

Fails if a room's score is below ${LOWEST} %: the share of all mutants that a test noticed.`;

const { values, positionals } = readArguments();
const wanted = positionals.length > 0 ? positionals : Object.keys(rooms);
// None of the zones that machines are usually in: what depends on it is noticed. Workers inherit it.
process.env.TZ = 'Pacific/Chatham';
// Outside of the project, or its rules would be held against the changed code as well.
const folder = join(tmpdir(), `energy-projects-mutants-${process.pid}`);
mkdirSync(folder, { recursive: true });
// Found from every copy below; Stryker's own link fails in a worktree whose node_modules is a link itself.
symlinkSync(realpathSync('node_modules'), join(folder, 'node_modules'), 'junction');
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143));

let failed = 0;
for (const name of wanted) if (!(await isNoticed(name))) failed++;
process.exit(failed === 0 ? 0 : 1);

/** @returns {{ values: { file?: string[], tests?: string[], running: boolean }, positionals: string[] }} */
function readArguments() {
	try {
		const options = /** @type {const} */ ({
			file: { type: 'string', multiple: true },
			tests: { type: 'string', multiple: true },
			running: { type: 'boolean', default: false },
		});
		const read = parseArgs({ allowPositionals: true, options });
		const unknown = read.positionals.filter((name) => !(name in rooms));
		if (unknown.length > 0) throw new Error(`There is no room ${unknown.join(', ')}.`);
		return read;
	} catch (error) {
		console.error(`${/** @type {Error} */ (error).message}\n\n${USAGE}`);
		process.exit(2);
	}
}

/** Tries the mutants of a room, and prints its score and those that no test noticed. @param {string} name */
async function isNoticed(name) {
	const tests = rooms[/** @type {keyof typeof rooms} */ (name)];
	const code = name === 'credentials' ? 'credentials/*.ts' : `nodes/EnergyProjects/${name}/**/*.ts`;
	const ofRoom = tests.flatMap((test) => {
		const paths = ['unit', 'integration'].map((stage) => `test/${stage}/${test}`);
		const found = paths.flatMap((path) => [path, `${path}.test.mts`]).filter(existsSync);
		if (found.length === 0) throw new Error(`There are no tests ${test}, which judge ${name}.`);
		return found.map((path) => (path.endsWith('.mts') ? path : `${path}/**/*.test.mts`));
	});
	// The vitest of each worker reads it.
	process.env.MUTANT_TESTS = JSON.stringify(values.tests ?? [...ofRoom, TEXTS]);
	const began = performance.now();
	const mutants = await new Stryker({
		plugins: ['@stryker-mutator/vitest-runner', './test/mutants/runAsText.mjs'],
		ignorers: ['run-as-text'],
		testRunner: 'vitest',
		vitest: { configFile: 'vitest.mutants.config.mts', related: false },
		mutate: values.file ?? [code],
		coverageAnalysis: 'perTest',
		ignoreStatic: values.running,
		// Tests of retries and of a slow service wait more than they compute.
		concurrency: 4,
		symlinkNodeModules: false,
		tempDirName: join(folder, name),
		cleanTempDir: 'always',
		ignorePatterns: ['.local', 'dist', 'test-results'],
		reporters: ['progress'],
		allowConsoleColors: false,
	}).runMutationTest();
	const minutes = Math.round((performance.now() - began) / 60_000);
	return report(name, mutants, minutes) >= LOWEST;
}

/**
 * @param {string} name
 * @param {import('@stryker-mutator/api/core').MutantResult[]} mutants
 * @param {number} minutes
 * @returns {number} the share that was noticed, in percent
 */
function report(name, mutants, minutes) {
	const counted = mutants.filter(({ status }) => !['CompileError', 'Ignored'].includes(status));
	const left = counted.filter(({ status }) => ['Survived', 'NoCoverage'].includes(status));
	const score = (100 * (counted.length - left.length)) / Math.max(1, counted.length);
	const noticed = `${counted.length - left.length} of ${counted.length}`;
	const ignored = mutants.length - counted.length;
	console.log(`\n${name}: ${score.toFixed(1)} % (${noticed}, ${ignored} left out, ${minutes} min)`);
	for (const { fileName, location, mutatorName, replacement = '', status } of left) {
		const place = `${relative(process.cwd(), fileName)}:${location.start.line}`;
		const text = replacement.replace(/\s+/g, ' ').slice(0, 100);
		console.log(
			`  ${place} ${mutatorName}${status === 'NoCoverage' ? ' (not reached)' : ''}: ${text}`,
		);
	}
	return score;
}
