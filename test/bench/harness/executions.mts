import { parse } from 'flatted';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pWaitFor from 'p-wait-for';
import type { NodeItem } from '../../../sandbox/n8n/rest.mts';

/** One execution with n8n's own times. */
export interface TimedExecution {
	readonly status: string;
	/** When the first node after the trigger started, in milliseconds since 1970. */
	readonly beganAt: number;
	/** From the start of the first node after the trigger to the end of the last one. */
	readonly seconds: number;
	/** Items by node and output. */
	readonly outputs: Readonly<Record<string, NodeItem[][]>>;
	/** Of the node that ended the execution. */
	readonly error?: string;
}

interface Task {
	startTime: number;
	/** Milliseconds. */
	executionTime: number;
	data?: { main?: Array<NodeItem[] | null> };
}

interface Saved {
	resultData: { runData: Record<string, Task[]>; error?: { message: string } };
}

/** By a look into n8n's database: asking n8n itself how far it is would slow down what is measured. */
export async function executionEnded(
	userFolder: string,
	id: string,
	trigger: string,
): Promise<TimedExecution> {
	const file = join(userFolder, '.n8n', 'database.sqlite');
	const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
	try {
		const ended = database.prepare(
			"select status from execution_entity where id = ? and stoppedAt is not null and status not in ('new', 'running', 'waiting')",
		);
		const status = await pWaitFor<string>(
			() => {
				const row = ended.get(id);
				return row !== undefined && pWaitFor.resolveWith(String(row.status));
			},
			{ interval: 25, timeout: 600_000 },
		);
		const row = database.prepare('select data from execution_data where executionId = ?').get(id);
		return timed(status, parse(String(row?.data)) as Saved, trigger);
	} finally {
		database.close();
	}
}

function timed(status: string, { resultData }: Saved, trigger: string): TimedExecution {
	const { runData = {}, error } = resultData;
	const worked = Object.entries(runData).filter(([name]) => name !== trigger);
	const tasks = worked.flatMap(([, all]) => all);
	const began = Math.min(...tasks.map(({ startTime }) => startTime));
	const ended = Math.max(...tasks.map(({ startTime, executionTime }) => startTime + executionTime));
	const outputs = worked.map(
		([name, all]) => [name, (all.at(-1)?.data?.main ?? []).map((items) => items ?? [])] as const,
	);
	return {
		status,
		beganAt: began,
		seconds: (ended - began) / 1000,
		outputs: Object.fromEntries(outputs),
		...(error !== undefined && { error: error.message }),
	};
}
