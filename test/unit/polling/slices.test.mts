import type { IDataObject } from 'n8n-workflow';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { comparePoll } from '../../../nodes/EnergyProjects/polling/comparePoll.ts';
import { itemsOf } from '../../../nodes/EnergyProjects/polling/items.ts';
import type { Source } from '../../../nodes/EnergyProjects/polling/reading/source.ts';
import type { PollSettings } from '../../../nodes/EnergyProjects/polling/settings.ts';
import { stateIn, stateText } from '../../../nodes/EnergyProjects/polling/state/stateText.ts';
import { eventKinds } from '../../../nodes/EnergyProjects/service/eventKinds.ts';
import { forEachInSlices } from '../../../nodes/EnergyProjects/values/slices.ts';
import { size } from '../../sizes.mts';
import { watchOthers } from '../otherWork.mts';
import { fullProject } from './projects.mts';
import { idNumber } from './world.mts';

const COUNT = size(10_000, 50_000);
const MOST_MS = 50;

const kinds = eventKinds.filter(({ subject }) => subject.noun === 'project');
const sourceOf = (records: readonly IDataObject[]): Source => ({
	baseUrlDigest: 'here',
	readAll: async () => ({ records, scope: 'all', isComplete: true }),
	readNew: async () => ({ records, scope: 'new', isComplete: false }),
	hasRead: () => false,
	readOne: async () => undefined,
	company: async () => 'a company',
	// As an answer of a service, it does not come at once.
	isGone: async () => await new Promise((resolve) => setImmediate(resolve, true)),
	isInTime: () => true,
});

/** One poll with all that it does between reading and handing over. */
async function poll(
	text: string | undefined,
	records: readonly IDataObject[],
	emitExisting = false,
) {
	const source = sourceOf(records);
	const { state, events } = await comparePoll(
		text === undefined ? undefined : await stateIn(text),
		source,
		{ kinds, emitExisting, watchedFields: () => [], passes: () => true },
		{ nowMs: Date.now(), isOwnReport: () => false, isTransactional: false },
	);
	const settings = { kinds, splitByEvent: true } as unknown as PollSettings;
	await itemsOf(events, source, settings);
	return { text: await stateText(state), count: events.length };
}

/** The longest time for which this thread did nothing else, in milliseconds of its own work: other programs do not count. */
async function longestBlock(work: () => Promise<void>): Promise<number> {
	const workMs = () => {
		const { user, system } = process.threadCpuUsage();
		return (user + system) / 1_000;
	};
	let [longest, last, isOver] = [0, workMs(), false];
	const watch = () => {
		const now = workMs();
		longest = Math.max(longest, now - last);
		last = now;
		if (!isOver) setTimeout(watch, 0);
	};
	watch();
	await work();
	isOver = true;
	watch();
	return longest;
}

describe(`a poll of ${COUNT} projects leaves n8n time for everything else`, () => {
	const all = Array.from({ length: COUNT }, (_, number) => fullProject(number));
	const edited = all.map((project) => ({ ...project, name: 'other' }));
	const few = all.slice(0, COUNT / 5);
	const deleted = COUNT - few.length;

	it.each<[string, () => Promise<number>, number]>([
		['with Emit Existing', async () => (await poll(undefined, all, true)).count, COUNT],
		[
			'if all were edited',
			async () => (await poll((await poll(undefined, all)).text, edited)).count,
			COUNT,
		],
		[
			'if most were deleted, and n8n restarts',
			async () => {
				let { text } = await poll(undefined, all);
				for (let time = 0; time < 3; time++) ({ text } = await poll(text, few));
				return (await poll(text, few)).count;
			},
			deleted,
		],
	])('%s', { timeout: 120_000 }, async (_, work, expected) => {
		// The first time, the code is not compiled yet.
		await work();
		let count = 0;
		const longest = await longestBlock(async () => void (count = await work()));
		expect(count).toBe(expected);
		expect(longest).toBeLessThan(MOST_MS);
	});
});

describe('while other nodes run', () => {
	afterEach(() => void vi.restoreAllMocks());

	it('a poll shares the time with them, so that everything else waits no longer', async () => {
		const others = await watchOthers();
		const records = Array.from({ length: 100 }, (_, number) => ({
			// Each record takes a millisecond.
			get id() {
				others.pass(1);
				return idNumber(number);
			},
		}));
		await Promise.all([poll(undefined, records), forEachInSlices(records, ({ id }) => id)]);
		expect(others.turns()).toBeGreaterThan(0);
		expect(others.longestWaitMs()).toBeLessThan(20);
	});
});
