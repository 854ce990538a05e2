import type { INodeProperties } from 'n8n-workflow';
import { eventKinds, defaultKinds } from '../service/eventKinds';

/** Which events start the workflow. */
export const eventsParameter: INodeProperties = {
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	required: true,
	options: eventKinds
		.map(({ name, value, description }) => ({ name, value, description }))
		.sort((a, b) => a.name.localeCompare(b.name)),
	default: [...defaultKinds],
	description: 'The events that start the workflow. Choose the same in the service.',
};

/** Whether each kind has its own output. */
export const splitByEventParameter: INodeProperties = {
	displayName: 'Split by Event',
	name: 'splitByEvent',
	type: 'boolean',
	default: true,
	description: 'Whether each event has its own output, rather than one output for all',
};
