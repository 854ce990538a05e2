import { parse } from 'flatted';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { NodeItem } from './rest.mts';

/** One event that a trigger handed over, and the execution it came in. */
export interface HandedOver {
	executionId: string;
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

/**
 * What n8n keeps of its executions, read from its database, so that it can be read while n8n is down, and whole where
 * it is much.
 */
export class ExecutionLog {
	private readonly file: string;

	constructor(userFolder: string) {
		this.file = join(userFolder, '.n8n', 'database.sqlite');
	}

	/** Every event in the items of a node, oldest first; by default of a workflow's only node, whatever its name. */
	eventsOf(workflowId: string, node?: string): HandedOver[] {
		return this.rows(
			'select e.id, e.status, d.data from execution_entity e join execution_data d on d.executionId = e.id where e.workflowId = ? order by e.id',
			workflowId,
		).flatMap(({ id, status, data }) => {
			const { resultData, executionData } = parse(String(data)) as RunData;
			// Of one that was killed, n8n fills in what its nodes did, without the items. It keeps what it began with.
			const { [node ?? Object.keys(resultData.runData)[0] ?? '']: runs } = resultData.runData;
			const begun =
				node === undefined ? executionData?.nodeExecutionStack[0]?.data.main : undefined;
			const ended = status === 'crashed' ? undefined : runs?.at(-1)?.data?.main;
			// A step that was tried several times counts as it ended.
			const outputs = ended ?? begun ?? runs?.at(-1)?.data?.main ?? [];
			return outputs.flatMap((items, output) =>
				(items ?? []).flatMap(({ json }) =>
					// A poll that failed leaves an execution with an empty item.
					typeof json.eventId === 'string'
						? [
								{
									executionId: String(id),
									status: String(status),
									output,
									json,
									eventId: json.eventId,
								},
							]
						: [],
				),
			);
		});
	}

	/** Where n8n keeps what nodes of a workflow remember. */
	staticDataOf(workflowId: string): string {
		const [row] = this.rows('select staticData from workflow_entity where id = ?', workflowId);
		return String(row?.staticData ?? '');
	}

	/** The rows of a data table. */
	tableRows(name: string): Array<Record<string, unknown>> {
		const [table] = this.rows('select id from data_table where name = ?', name);
		return table === undefined
			? []
			: this.rows(`select * from "data_table_user_${String(table.id)}"`);
	}

	/** How an execution of a workflow ended. */
	statusesOf(workflowId: string): string[] {
		return this.rows('select status from execution_entity where workflowId = ?', workflowId).map(
			({ status }) => String(status),
		);
	}

	private rows(sql: string, ...values: string[]): Array<Record<string, unknown>> {
		const database = new DatabaseSync(this.file, { readOnly: true, timeout: 10_000 });
		try {
			return database.prepare(sql).all(...values);
		} finally {
			database.close();
		}
	}
}

/** How often events came more than once. */
export const repeatsIn = (eventIds: readonly string[]): number =>
	eventIds.length - new Set(eventIds).size;
