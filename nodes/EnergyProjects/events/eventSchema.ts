import type { IDataObject } from 'n8n-workflow';
import { eventKinds } from '../service/eventKinds';
import { itemSchema } from '../values/output';

const texts = (...names: string[]): IDataObject =>
	Object.fromEntries(names.map((name) => [name, { type: 'string' }]));

const dates = texts('createdAt', 'updatedAt', 'deletedAt');

/**
 * The output of both triggers for all kinds together; of the webhook trigger it is the simplified output. Service document, section
 * Payload shapes.
 */
export const triggerSchema: IDataObject = itemSchema({
	...texts('event', 'eventId'),
	...Object.fromEntries(
		eventKinds.map(({ subject, carries }) => [
			subject.noun,
			{ type: 'object', properties: { ...texts(...carries), ...dates } },
		]),
	),
	addresses: {
		type: 'array',
		items: {
			type: 'object',
			properties: texts('id', 'addressLine1', 'city', 'postalCode', 'country'),
		},
	},
	heatingCircuits: {
		type: 'array',
		items: {
			type: 'object',
			properties: {
				...texts('id', 'name', 'circuitType'),
				flowTemperature: { type: 'number' },
				returnTemperature: { type: 'number' },
			},
		},
	},
	record: { type: 'object', properties: {} },
	changedFields: { type: 'array', items: { type: 'string' } },
});
