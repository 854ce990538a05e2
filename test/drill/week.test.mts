import getPort from 'get-port';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { memoryInUse, residentMemory } from '../e2e/harness/inspector.mts';
import { PollingWatch } from '../e2e/harness/pollingWatch.mts';
import { useStack } from '../e2e/harness/stack.mts';
import {
	credentialsFor,
	customersOnly,
	watched,
	workflowsPolledEvery,
} from './week/fiveWorkflows.mts';
import { Office } from './week/office.mts';
import { OfficeService } from './week/officeService.mts';
import { tallyOf } from './week/tally.mts';
import type { Tally } from './week/tally.mts';

/** Two minutes with e.g. DRILL_DAYS=2 DRILL_PROJECTS=300 DRILL_POLLS_A_DAY=6 DRILL_POLL_SECONDS=3. */
const setting = (name: string, usual: number) => Number(process.env[name] ?? usual);
const DAYS = setting('DRILL_DAYS', 7);
const PROJECTS = setting('DRILL_PROJECTS', 10_000);
const CUSTOMERS = Math.ceil(PROJECTS * 0.3);
/** What an hour is compressed to, if n8n and the machine are fast enough: the office waits for each poll. */
const POLL_SECONDS = setting('DRILL_POLL_SECONDS', 10);
/** Spread over 24 hours. */
const POLLS_A_DAY = setting('DRILL_POLLS_A_DAY', 24);
const FIRST_POLL_SECONDS = 300;
const SEED = setting('DRILL_SEED', 20_260_101);
const HOURS = Array.from({ length: POLLS_A_DAY }, (_, poll) =>
	Math.floor(((poll + 0.5) * 24) / POLLS_A_DAY),
);

const service = new OfficeService(customersOnly);
const baseUrl = await service.start();
afterAll(() => service.close());
const inspectorPort = await getPort();
const stack = useStack({
	workflows: workflowsPolledEvery(POLL_SECONDS),
	moreCredentials: credentialsFor(baseUrl),
	env: { NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}` },
});
const office = new Office(service.store, service.company, SEED);
const keys = watched.map(({ key }) => key);
const watches = () => watched.map(({ id }) => new PollingWatch(stack(), id));

interface Measured {
	when: string;
	'MB in use': number;
	'MB resident': number;
	'kB saved': number;
	requests: number;
}

/** While no poll holds any records. */
const measure = async (when: string): Promise<Measured> =>
	await service.whileNobodyPolls(async () => ({
		when,
		'MB in use': await memoryInUse(inspectorPort),
		'MB resident': await residentMemory(inspectorPort),
		'kB saved': Math.round(watches().reduce((sum, { state }) => sum + state.length, 0) / 1000),
		requests: keys.reduce((sum, key) => sum + service.caller(key).requests, 0),
	}));

/** Waits until each workflow has begun a poll. If one has stopped polling, what n8n wrote says why. */
const allPoll = async (count = 1) =>
	await service.pollsBegun(keys, count).catch((error: Error) => {
		throw new Error(`${error.message}\n${stack().n8n.output().slice(-5_000)}`);
	});

const newestExecution = () =>
	Math.max(...watches().flatMap((watch) => watch.events().map(({ executionId }) => +executionId)));

/** A day of polls. @returns what n8n needs in its first hour, and in its last */
async function day(number: number): Promise<Measured[]> {
	const measured: Measured[] = [];
	for (const [poll, hour] of HOURS.entries()) {
		office.hour(number, hour);
		await allPoll();
		if (poll === 0) measured.push(await measure(`day ${number + 1}, first hour`));
	}
	await allPoll();
	return [...measured, await measure(`day ${number + 1}, last hour`)];
}

/** n8n ends in order, in the middle of whatever it does, and starts again. @returns the newest execution before it */
async function night(): Promise<number> {
	office.hour(0, 20);
	await sleep(Math.random() * POLL_SECONDS * 1_000);
	await stack().n8n.stop();
	office.night();
	const newest = newestExecution();
	await stack().restart();
	return newest;
}

/** @param existing the events of what was there before the week: the workflow with Emit Existing reports them */
function tallies(existing: readonly string[], nights: readonly number[]): Tally[] {
	const happened = new Set([...existing, ...office.made.map(({ eventId }) => eventId)]);
	return watched.map(({ id, passes, parameters }, index) => {
		const hasExisting = 'options' in parameters;
		const wanted = office.made.filter(passes).map(({ eventId }) => eventId);
		const come = watches()[index].events();
		return tallyOf(
			{ id, wanted: [...(hasExisting ? existing : []), ...wanted], come },
			happened,
			nights,
		);
	});
}

it(`loses nothing in ${DAYS} days of an office with ${PROJECTS} projects, and n8n does not grow`, async () => {
	const begun = Date.now();
	office.fill(PROJECTS, CUSTOMERS);
	const existing = [...service.store.projects.keys()].map((id) => `project.created:${id}`);
	for (const watch of watches()) await watch.publish(FIRST_POLL_SECONDS);
	await allPoll();

	const measured: Measured[] = [];
	const nights: number[] = [];
	for (let number = 0; number < DAYS; number++) {
		measured.push(...(await day(number)));
		console.log(`day ${number + 1}: ${Math.round((Date.now() - begun) / 1000)} s`, measured.at(-1));
		nights.push(await night());
	}
	await allPoll(3);
	measured.push(await measure('after the last night'));

	const counted = tallies(existing, nights);
	console.table(measured);
	console.table(
		counted.map(({ lost, invented, notAskedFor, ...figures }, index) => ({
			...figures,
			...{ lost: lost.length, invented: invented.length, notAskedFor: notAskedFor.length },
			...service.caller(keys[index]),
			'kB saved': Math.round(watches()[index].state.length / 1000),
		})),
	);
	const minutes = Math.round((Date.now() - begun) / 60_000);
	console.log(`${office.made.length} changes in ${minutes} minutes, seed ${SEED}`);
	for (const one of counted) {
		expect(one).toMatchObject({ lost: [], invented: [], notAskedFor: [] });
		expect(one).toMatchObject({ repeatedInOneProcess: 0, repeatedOfOlder: 0 });
		// A second time only after a restart.
		expect(one.mostTimes).toBeLessThanOrEqual(2);
	}
	const lastHours = measured.filter(({ when }) => when.endsWith('last hour'));
	for (const hour of lastHours)
		expect(hour['MB in use']).toBeLessThan(measured[0]['MB in use'] * 1.5);
});
