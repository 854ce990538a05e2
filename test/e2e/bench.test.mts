import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { comparisons } from '../bench/comparisons.mts';
import { startBench } from '../bench/harness/bench.mts';
import type { Bench } from '../bench/harness/bench.mts';
import { measure } from '../bench/harness/comparison.mts';

// One round of tiny sizes: nobody runs the benchmark with every change, and what nobody runs stops working.
describe('the benchmark, small', () => {
	const started: { bench?: Bench } = {};
	beforeAll(async () => {
		started.bench = await startBench(inject('tarball'), 'small');
	});
	afterAll(async () => {
		await started.bench?.close();
	});

	it.each(Object.keys(comparisons))('measures %s, however long it takes', async (name) => {
		const { bench } = started;
		if (bench === undefined) throw new Error('n8n has not started');
		for (const comparison of comparisons[name](bench)) {
			const measured = await measure(comparison, { rounds: 1, log: () => {} });
			expect(measured.contenders.map(({ median }) => median)).not.toContain(NaN);
		}
	});
});
