import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pWaitFor from 'p-wait-for';
import type { Bench } from './bench.mts';

/** Looks into n8n's database. Asking n8n itself would slow down what is measured. */
function looking<Result>({ stack }: Bench, look: (database: DatabaseSync) => Result): Result {
	const file = join(stack.options.userFolder, '.n8n', 'database.sqlite');
	const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
	try {
		return look(database);
	} finally {
		database.close();
	}
}

/** How many executions of a workflow there are, in whatever state. */
export const executionsOf = (bench: Bench, workflowId: string): number =>
	looking(bench, (database) =>
		Number(
			database
				.prepare('select count(*) as count from execution_entity where workflowId = ?')
				.get(workflowId)?.count,
		),
	);

/** Waits until a workflow has so many executions, all of them ended. @throws where one has failed */
export async function executionsEnded(
	bench: Bench,
	workflowId: string,
	count: number,
): Promise<void> {
	await pWaitFor(
		() =>
			looking(bench, (database) => {
				const all = database
					.prepare(
						'select status, count(*) as count from execution_entity where workflowId = ? group by status',
					)
					.all(workflowId)
					.map(({ status, count }) => [String(status), Number(count)] as const);
				const failed = all.filter(([status]) => ['error', 'crashed'].includes(status));
				if (failed.length > 0) throw new Error(`Executions of ${workflowId} failed: ${failed}`);
				return (all.find(([status]) => status === 'success')?.[1] ?? 0) >= count;
			}),
		{ interval: 25, timeout: 300_000 },
	);
}

/** How often each of these texts stands in the data of an execution of a workflow: once per execution. */
export function executionsWith(
	bench: Bench,
	workflowId: string,
	texts: readonly string[],
): number[] {
	const counts = new Map(texts.map((text) => [text, 0]));
	looking(bench, (database) => {
		const rows = database
			.prepare(
				'select data from execution_data join execution_entity on id = executionId where execution_entity.workflowId = ?',
			)
			.iterate(workflowId);
		for (const { data } of rows) {
			for (const found of new Set(String(data).match(/delivery-[\da-z]+-\d+/g))) {
				const count = counts.get(found);
				if (count !== undefined) counts.set(found, count + 1);
			}
		}
	});
	return [...counts.values()];
}

/** All that n8n keeps of a workflow itself. */
export const rowOf = (bench: Bench, workflowId: string): string =>
	looking(bench, (database) =>
		JSON.stringify(database.prepare('select * from workflow_entity where id = ?').get(workflowId)),
	);
