// Judges polling/compare.ts and polling/entries.ts by a model.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventKinds } from '../../../nodes/EnergyProjects/service/eventKinds.ts';
import { usePoll } from './loadPoll.mts';
import { Model } from './model.mts';
import type { Ending } from './model.mts';
import { COMPUTED, World } from './world.mts';
import type { Computed, Fault } from './world.mts';
import { says } from '../../documents.mts';

usePoll();
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());

type Step = (world: World, model: Model) => Promise<void> | void;

/** A step that is drawn. @param name what fast-check shows if a history fails */
const step = <Given extends unknown[]>(
	name: string,
	given: { [At in keyof Given]: fc.Arbitrary<Given[At]> },
	act: (world: World, model: Model, ...values: Given) => Promise<void> | void,
) =>
	fc.tuple(...given).map((values): Step => {
		const drawn: Step = (world, model) => act(world, model, ...(values as Given));
		return Object.assign(drawn, { toString: () => `${name} ${values.join(' ')}` });
	});

/**
 * If every missing record counts as deleted without asking the service, all properties fail, the first of them within 50
 * draws. If a computed field that is left out counts as null, one that is newly chosen is compared at once, or two edits
 * at the same time of change have the same ID, one of them fails within 60. Draw at least MODEL_DRAWS=6000 whenever the
 * comparison changes: some holes show in a few of thousands only.
 */
const RUNS = Number(process.env.MODEL_DRAWS ?? (process.env.MUTANT_SIZES === undefined ? 200 : 10));
const HOUR = 60 * 60_000;
const noun = fc.constantFrom('project', 'customer');
const which = fc.nat(50);
const computedField = fc.constantFrom(...COMPUTED);
const computedFields = fc.subarray<Computed>([...COMPUTED]);
const fault = fc.constantFrom<Fault[]>(
	...(['none', 'none', 'none', 'failed', 'incomplete', 'outOfTime'] as const),
	...(['empty', 'lossy', 'mute', 'bare'] as const),
);
const ending = fc.constantFrom<Ending[]>(
	...(['whole', 'whole', 'whole', 'killedBeforeBoth', 'onlySaved', 'onlyStarted'] as const),
	...(['discarded', 'notStarted', 'savedNotStarted', 'savedNotStartedLate'] as const),
);
async function during(world: World, one: Fault, act: () => Promise<void>): Promise<void> {
	world.fault = one;
	await act();
	world.fault = 'none';
}

/** Some have an old date, and some changed after they were created. */
const create = step<[string, number, number]>(
	'create',
	[noun, fc.constantFrom(0, 0, 1_000, 5 * HOUR), fc.constantFrom(0, 0, 1_000, 3_000)],
	(world, _, ...given) => world.create(...given),
);
/** The time of change is now, close to the last one or the same, or from a clock that was set back. */
const edit = step<[string, number, number, number | undefined]>(
	'edit',
	[noun, which, fc.nat(9), fc.constantFrom(undefined, 0, 1, 500, -1, -HOUR)],
	(world, _, ...given) => world.edit(...given),
);
/** The clock advances with every edit, so that two edits of one record differ in their time. */
const editLater = step<[string, number, number]>(
	'edit later',
	[noun, which, fc.nat(9)],
	(world, _, ...given) => {
		world.now = world.latest() + 1;
		world.edit(...given, undefined);
	},
);
/** The time of change stays the same, and values come back. */
const compute = step<[number, Computed, number]>(
	'compute',
	[which, computedField, fc.nat(4)],
	(world, _, ...given) => world.compute(...given),
);
/** It comes back, and changes once more: each time a poll sees it. */
const flicker = step<[number, Computed]>(
	'flicker',
	[which, computedField],
	async (world, model, ...given) => {
		for (const value of [1, 0, 1, 0]) {
			world.compute(...given, value);
			await model.pollDue('whole');
		}
	},
);
const remove = step<[string, number]>('delete', [noun, which], (world, _, ...given) =>
	world.delete(...given),
);
const poll = step<[Fault, Ending, number]>(
	'poll',
	[fault, ending, fc.constantFrom(60_000, 60_000, -HOUR, 2 * HOUR)],
	async (world, model, one, how, laterMs) => {
		world.now += laterMs;
		await during(world, one, async () => await model.pollDue(how));
	},
);
const start = step<[Fault, Ending, boolean]>(
	'start',
	[fault, ending, fc.boolean()],
	async (world, model, one, how, isNewProcess) =>
		await during(world, one, async () => await model.activate(isNewProcess, how)),
);
const changeLeader = step<[]>('change the leader', [], async (_, model) => {
	await model.changeLeader();
});
const allKinds = eventKinds.map(({ value }) => value as string);
const chooseKinds = (faults: fc.Arbitrary<Fault>) =>
	step<[Fault, string[]]>(
		'choose',
		[faults, fc.subarray(allKinds, { minLength: 1 })],
		async (world, model, one, kinds) =>
			await during(world, one, async () => await model.choose(kinds)),
	);
const chooseComputed = step<[Fault, Computed[]]>(
	'choose',
	[fault, computedFields],
	async (world, model, one, fields) => {
		model.computed = fields;
		await during(world, one, async () => await model.activate(false));
	},
);

/** Nothing changes or fails any more, so that each list is read as a whole, and the service is asked again for what is missing. */
async function settle(world: World, model: Model): Promise<void> {
	world.fault = 'none';
	for (let time = 0; time < 5; time++) {
		world.now += 25 * HOUR;
		await model.pollDue('whole');
	}
}

/**
 * @param edits how records are changed
 * @param whileChoosing what goes wrong when other kinds of events are chosen: what the service hides then is no event later
 */
const course = (edits: fc.Arbitrary<Step>, whileChoosing: fc.Arbitrary<Fault>) =>
	fc.array(
		fc.oneof(
			{ weight: 4, arbitrary: create },
			{ weight: 5, arbitrary: edits },
			{ weight: 3, arbitrary: compute },
			{ weight: 1, arbitrary: flicker },
			{ weight: 3, arbitrary: remove },
			{ weight: 7, arbitrary: poll },
			{ weight: 1, arbitrary: start },
			{ weight: 1, arbitrary: changeLeader },
			{ weight: 1, arbitrary: chooseKinds(whileChoosing) },
			{ weight: 1, arbitrary: chooseComputed },
		),
		{ maxLength: 40 },
	);

/** How many records there are at first, and which computed fields are chosen. */
const beginning = fc.record({ existing: fc.nat(30), computed: computedFields });
type Beginning = typeof beginning extends fc.Arbitrary<infer Value> ? Value : never;

async function play(
	{ existing, computed }: Beginning,
	steps: readonly Step[],
	isDurable: boolean,
): Promise<Model> {
	const world = new World();
	for (let count = 0; count < existing; count++) {
		world.create(count % 3 === 0 ? 'customer' : 'project', 0, 0);
	}
	const model = new Model(world, isDurable);
	model.computed = computed;
	await model.activate(true);
	for (const step of steps) await step(world, model);
	await settle(world, model);
	return model;
}

describe.each([
	['as n8n saves and starts by default', false],
	['with durable cursors', true],
])('%s', { timeout: 3_600_000 }, (_, isDurable) => {
	it('the events applied to the first records give the last ones, unless n8n is killed between saving and starting', async () => {
		says('docs/triggers.md', 'the events come again with each poll until it starts');
		await fc.assert(
			fc.asyncProperty(beginning, course(edit, fc.constant('none')), async (first, steps) => {
				expect((await play(first, steps, isDurable)).missed()).toEqual([]);
			}),
			{ numRuns: RUNS },
		);
	});

	it('an event comes once and is never invented', async () => {
		says('README.md', 'the next poll can still see, and reports it once');
		await fc.assert(
			fc.asyncProperty(beginning, course(editLater, fault), async (first, steps) => {
				const model = await play(first, steps, isDurable);
				expect([...model.tooOften(), ...model.wrong]).toEqual([]);
			}),
			{ numRuns: RUNS },
		);
	});
});
