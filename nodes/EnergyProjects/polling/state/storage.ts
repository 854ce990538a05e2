import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { isObject } from '../../values/objects';

const KEY = 'energyProjectsPollingTrigger';
/** When each node last polled, in milliseconds since 1970, to the day. */
const POLLED_KEY = 'energyProjectsPollingTriggerPolledAt';
const DAY_MS = 24 * 60 * 60_000;
/** How long the state of a node that no longer polls is kept. */
const KEPT_MS = 30 * DAY_MS;
/** n8n puts this flag on static data that it watches for changes and saves by itself. */
const WATCHED = '__dataChanged';

/** Where n8n keeps the state of one node. */
export interface Storage {
	/** Undefined if nothing was ever stored. */
	read(): string | undefined;
	write(text: string): void;
	/** Notes that the node still exists. Otherwise its state would be removed after 30 days. */
	notePoll(nowMs: number): void;
	/** Whether n8n saves the state and the execution in one transaction. */
	readonly isTransactional: boolean;
}

/**
 * Opens the state of a node. With n8n's durable cursors it is in the node's own static data, which n8n then finds by the
 * node's ID. Without them n8n finds those by the node's name, and a renamed node would start over. So the state is then
 * in the workflow's static data, by node ID.
 *
 * @param isDurable whether n8n runs this poll from a durable schedule
 */
export function storageOf(context: IPollFunctions, isDurable: boolean): Storage {
	const ofNode = context.getWorkflowStaticData('node');
	const ofWorkflow = context.getWorkflowStaticData('global');
	const { id } = context.getNode();
	const isCursor = !(WATCHED in ofNode);
	const objectAt = (key: string) => (isObject(ofWorkflow[key]) ? ofWorkflow[key] : {});
	const states = () => objectAt(KEY);
	const textIn = (value: unknown) => (typeof value === 'string' ? value : undefined);
	return {
		// If durable cursors were switched on later, the cursor is still empty.
		read: () => (isCursor ? textIn(ofNode[KEY]) : undefined) ?? textIn(states()[id]),
		write(text) {
			if (isCursor) ofNode[KEY] = text;
			// n8n notices only an assignment.
			else ofWorkflow[KEY] = { ...states(), [id]: text } as IDataObject;
		},
		notePoll(nowMs) {
			if (isCursor) return;
			const polled = objectAt(POLLED_KEY);
			const last = Number(polled[id] ?? -Infinity);
			if (nowMs >= last && nowMs - last < DAY_MS) return;
			// Compared with the last poll of this node, not with the clock: the whole workflow may have been off for long.
			const isKept = (other: string) => !(last - Number(polled[other]) > KEPT_MS);
			const kept = (values: IDataObject) =>
				Object.fromEntries(Object.entries(values).filter(([other]) => isKept(other)));
			ofWorkflow[POLLED_KEY] = { ...kept(polled), [id]: nowMs } as IDataObject;
			if (!Object.keys(states()).every(isKept)) ofWorkflow[KEY] = kept(states()) as IDataObject;
		},
		// If durable schedules are switched off again, n8n still keeps the cursor, but saves it by itself.
		isTransactional: isCursor && isDurable,
	};
}
