import type { INodeProperties } from 'n8n-workflow';
import { eventKinds, defaultKinds } from '../service/eventKinds';

/** Which events start the workflow. */
export const eventsParameter: INodeProperties = {
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	required: true,
	options: eventKinds
		.map(({ name, value, action, description }) => ({ name, value, action, description }))
		.sort((a, b) => a.name.localeCompare(b.name)),
	default: [...defaultKinds],
	description:
		'The events that start the workflow. Choose the same ones for the webhook in the service.',
};

/** Whether the kinds come apart. */
export const splitByEventParameter: INodeProperties = {
	displayName: 'Split by Event',
	name: 'splitByEvent',
	type: 'boolean',
	default: true,
	description: 'Whether each chosen event has an output of its own, rather than one for all',
};
