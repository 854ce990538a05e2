import { parse } from 'flatted';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { NodeItem } from './rest.mts';

/** One event that a trigger handed over, and how its execution ended. */
export interface HandedOver {
	/** `crashed` where n8n ended in the middle of it. */
	status: string;
	output: number;
	eventId: string;
	json: Record<string, unknown>;
}

type Outputs = Array<NodeItem[] | null>;

interface RunData {
	resultData: { runData: Record<string, Array<{ data?: { main?: Outputs } }> | undefined> };
	executionData?: { nodeExecutionStack: Array<{ data: { main?: Outputs } }> };
}

/** What n8n keeps of its executions, read from its database: also while n8n is down, and whole however much it is. */
export class ExecutionLog {
	private readonly file: string;

	constructor(userFolder: string) {
		this.file = join(userFolder, '.n8n', 'database.sqlite');
	}

	/** Every event that the trigger of a workflow handed over, oldest first, whatever the name of the trigger. */
	eventsOf(workflowId: string): HandedOver[] {
		return this.rows(
			'select e.status, d.data from execution_entity e join execution_data d on d.executionId = e.id where e.workflowId = ? order by e.id',
			workflowId,
		).flatMap(({ status, data }) => {
			const { resultData, executionData } = parse(String(data)) as RunData;
			// Of one that was killed, n8n fills in what its nodes did, without the items. It keeps what it began with.
			const runs = Object.values(resultData.runData)[0];
			const begun = executionData?.nodeExecutionStack[0]?.data.main;
			const ended = status === 'crashed' ? undefined : runs?.at(-1)?.data?.main;
			const outputs = ended ?? begun ?? runs?.at(-1)?.data?.main ?? [];
			return outputs.flatMap((items, output) =>
				(items ?? [])
					// A poll that failed leaves an execution with an empty item.
					.filter(({ json }) => typeof json.eventId === 'string')
					.map(({ json }) => ({
						...{ status: String(status), output, json, eventId: String(json.eventId) },
					})),
			);
		});
	}

	/** The rows of a data table. */
	tableRows(name: string): Array<Record<string, unknown>> {
		const [table] = this.rows('select id from data_table where name = ?', name);
		return table === undefined ? [] : this.rows(`select * from "data_table_user_${table.id}"`);
	}

	rows(sql: string, ...values: string[]): Array<Record<string, unknown>> {
		const database = new DatabaseSync(this.file, { readOnly: true, timeout: 10_000 });
		try {
			return database.prepare(sql).all(...values);
		} finally {
			database.close();
		}
	}
}

/** How often events came more than once. */
export const repeatsIn = (eventIds: readonly string[]) => eventIds.length - new Set(eventIds).size;
