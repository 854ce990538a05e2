import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { comparisons } from '../bench/comparisons.mts';
import { startBench } from '../bench/harness/bench.mts';
import type { Bench } from '../bench/harness/bench.mts';
import { chartOf } from '../bench/harness/chart.mts';
import { measure } from '../bench/harness/comparison.mts';
import type { Measured } from '../bench/harness/comparison.mts';
import { isOurs } from '../bench/harness/names.mts';
import { pageOf } from '../bench/harness/page.mts';
import type { Section } from '../bench/harness/page.mts';
import { withNew } from '../bench/harness/results.mts';

// One round of tiny sizes: nobody runs the benchmark with every change, and what nobody runs stops working.
describe('the benchmark, small', () => {
	const started: { bench?: Bench } = {};
	const sections: Section[] = [];
	beforeAll(async () => {
		started.bench = await startBench(inject('tarball'), 'small');
	});
	afterAll(async () => {
		await started.bench?.close();
	});

	it.each(Object.keys(comparisons))('measures %s, however long it takes', async (name) => {
		const { bench } = started;
		if (bench === undefined) throw new Error('n8n has not started');
		const all: Measured[] = [];
		for (const comparison of comparisons[name](bench)) {
			const measured = await measure(comparison, { rounds: 1, log: () => {} });
			expect(measured.contenders.map(({ median }) => median)).not.toContain(NaN);
			all.push(measured);
		}
		const circumstances = { date: '', package: '', n8n: '', node: '', machine: '' };
		sections.push({ name, circumstances, measured: all });
	});

	it('keeps what an earlier run measured, except what was measured again', () => {
		const [first, second] = sections;
		const again = { ...second, measured: [] };
		const names = Object.keys(comparisons);
		expect(withNew([second, first], [again], names)).toEqual([first, again]);
	});

	it('shows what was measured in a page and in a chart', async () => {
		const page = pageOf(sections, 'benchmark.svg');
		const overview = page.slice(page.indexOf('## In short'), page.indexOf('!['));
		expect(overview.match(/ (at most|at least) /g)?.length).toBeGreaterThan(10);
		const chart = await chartOf(sections, isOurs);
		expect(chart).toContain('<svg');
		for (const { title, contenders } of sections.flatMap(({ measured }) => measured)) {
			expect(page).toContain(title);
			expect(contenders.filter(({ name }) => !page.includes(name))).toEqual([]);
		}
	});
});
