import type { Bench } from './harness/bench.mts';
import type { Comparison, Unit } from './harness/comparison.mts';
import { LargeOffice } from './harness/largeOffice.mts';
import type { Needed } from './harness/watching.mts';

const NOTES = [
	'A real n8n that may use 2 GB for its objects, and a service that answers at once. n8n saves every item of an execution; that is part of the figures.',
];

/** A large office in one n8n: what it takes, and how long everybody else waits meanwhile. */
export function office(bench: Bench): Comparison[] {
	const large = new LargeOffice(bench);
	const measured = new Map<string, Needed[]>();
	const contenders = (value: (name: string) => Promise<number>) =>
		Object.keys(large.work).map((name) => ({ name, measure: async () => await value(name) }));
	const title = `An office with ${large.projects} projects and ${large.customers} customers`;
	const rounds = bench.size(2, 1);
	const view = (what: string, unit: Unit, valueOf: (needed: Needed) => number): Comparison => {
		const left = new Map<string, Needed[]>();
		return {
			...{ title: `${title}: ${what}`, unit, rounds },
			contenders: contenders(async (name) => {
				if (!left.has(name)) left.set(name, [...(measured.get(name) ?? [])]);
				const needed = left.get(name)?.shift();
				if (needed === undefined) throw new Error(`${name} was not measured`);
				return await Promise.resolve(valueOf(needed));
			}),
			notes: ['Measured together with the times above.'],
		};
	};
	return [
		{
			...{ title: `${title}: time`, unit: 's', rounds, notes: NOTES },
			setUp: async () => await large.open(),
			tearDown: async () => await large.close(),
			contenders: contenders(async (name) => {
				const needed = await large.measure(name);
				measured.set(name, [...(measured.get(name) ?? []), needed]);
				return needed.seconds;
			}),
		},
		view('the longest that another request to n8n waited', 'ms', ({ blockedMs }) => blockedMs),
		...(bench.scale === 'full'
			? [view('the most memory of the process', 'MB', ({ megabytes = NaN }) => megabytes)]
			: []),
	];
}
