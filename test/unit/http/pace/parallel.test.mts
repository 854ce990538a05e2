import { describe, expect, it } from 'vitest';
import { mapParallel } from '../../../../nodes/EnergyProjects/http/pace/parallel.ts';

const soon = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('many items at once', () => {
	it('keep their order, however long each takes', async () => {
		const finished: number[] = [];
		const results = await mapParallel([3, 1, 2], 3, async (turns) => {
			for (let turn = 0; turn < turns; turn++) await soon();
			finished.push(turns);
			return turns * 10;
		});
		expect(finished).toEqual([1, 2, 3]);
		expect(results).toEqual([30, 10, 20]);
	});

	it('are never more than the limit', async () => {
		let underWay = 0;
		let most = 0;
		await mapParallel(Array.from({ length: 20 }), 4, async () => {
			most = Math.max(most, ++underWay);
			await soon();
			underWay--;
		});
		expect(most).toBe(4);
	});

	it('stop at the first failure: what has begun is finished, nothing new begins', async () => {
		const begun: number[] = [];
		const finished: number[] = [];
		const run = mapParallel([0, 1, 2, 3, 4, 5], 2, async (item) => {
			begun.push(item);
			if (item === 1) throw new Error('item 1');
			await soon();
			finished.push(item);
		});
		await expect(run).rejects.toThrow('item 1');
		expect(begun).toEqual([0, 1]);
		expect(finished).toEqual([0]);
	});

	it('throw the failure of the first item in their order, whichever failed first', async () => {
		const run = mapParallel([0, 1], 2, async (item) => {
			if (item === 0) await soon();
			throw new Error(`item ${item}`);
		});
		await expect(run).rejects.toThrow('item 0');
	});

	it('can be none', async () => {
		expect(await mapParallel([], 5, async () => 'never')).toEqual([]);
	});
});
