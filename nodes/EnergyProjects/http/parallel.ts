import { isNotSent } from './errors';

/**
 * Maps `items` with at most `limit` tasks at once; results keep the order of the items.
 *
 * After the first failure nothing new starts, and the tasks under way finish.
 *
 * @throws the failure of the first item, in the order of the items, that failed by itself; if there is none, of the
 * first whose request was not sent
 */
export async function mapParallel<Item, Result>(
	items: readonly Item[],
	limit: number,
	task: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
	const results = new Array<Result>(items.length);
	const failures: Array<{ index: number; error: unknown }> = [];
	let next = 0;
	const work = async () => {
		while (next < items.length && failures.length === 0) {
			const index = next++;
			try {
				results[index] = await task(items[index], index);
			} catch (error) {
				failures.push({ index, error });
			}
		}
	};
	await Promise.all(Array.from({ length: Math.max(1, Math.min(limit, items.length)) }, work));
	if (failures.length > 0) {
		const own = failures.filter(({ error }) => !isNotSent(error));
		throw (own.length > 0 ? own : failures).sort((a, b) => a.index - b.index)[0].error;
	}
	return results;
}
