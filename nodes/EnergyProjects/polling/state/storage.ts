import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { isObject } from '../../values/objects';
import { pollBudgetMs, UNLIMITED_BUDGET_MS } from '../reading/serviceSource';

const KEY = 'energyProjectsPollingTrigger';
/** On what n8n watches for changes, and saves by itself. */
const WATCHED = '__dataChanged';

/** Where the state of one node is kept. */
export interface Storage {
	/** Undefined where nothing was ever stored. */
	read(): string | undefined;
	write(text: string): void;
	/** Whether n8n saves the state and the execution in one transaction. */
	readonly isTransactional: boolean;
}

/**
 * Opens the state of a node. With n8n's durable cursors it is the node's own static data, which then go by its ID.
 * Without them these go by its name, and a node that is renamed would begin anew: there it is the workflow's static
 * data, by node ID.
 */
export function storageOf(context: IPollFunctions): Storage {
	const own = context.getWorkflowStaticData('node');
	const common = context.getWorkflowStaticData('global');
	const { id } = context.getNode();
	const isCursor = !(WATCHED in own);
	const states = () => (isObject(common[KEY]) ? common[KEY] : {});
	const textIn = (value: unknown) => (typeof value === 'string' ? value : undefined);
	return {
		// A cursor begins empty where it was switched on later.
		read: () => (isCursor ? textIn(own[KEY]) : undefined) ?? textIn(states()[id]),
		write(text) {
			if (isCursor) own[KEY] = text;
			// n8n notices only what is assigned.
			else common[KEY] = { ...states(), [id]: text } as IDataObject;
		},
		// A cursor stays in use when the setting is taken back, but no longer in one transaction.
		isTransactional: isCursor && hasDurableSchedule(context),
	};
}

/** Whether n8n made this context for one poll, and says how long that may take. */
export const hasDurableSchedule = (context: IPollFunctions): boolean =>
	pollBudgetMs(context) !== UNLIMITED_BUDGET_MS;
