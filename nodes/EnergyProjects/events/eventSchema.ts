import type { IDataObject } from 'n8n-workflow';
import { carriedLists, eventKinds } from '../service/eventKinds';
import type { Field } from '../service/field';
import { addressFields, heatingCircuitFields } from '../service/records/parts';
import { itemSchema, schemaPropertiesOf } from '../values/outputShape';

const texts = (...names: string[]): IDataObject =>
	Object.fromEntries(names.map((name) => [name, { type: 'string' }]));

const dates = texts('createdAt', 'updatedAt', 'deletedAt');

const listOf = (
	fields: readonly Field[],
	{ parts, onlyInPayload }: { parts: readonly string[]; onlyInPayload: readonly string[] },
): IDataObject => ({
	type: 'array',
	items: {
		type: 'object',
		properties: {
			...schemaPropertiesOf(fields.filter(({ name }) => parts.includes(name))),
			...texts(...onlyInPayload),
		},
	},
});

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
	addresses: listOf(addressFields, carriedLists.addresses),
	heatingCircuits: listOf(heatingCircuitFields, carriedLists.heatingCircuits),
	record: { type: 'object', properties: {} },
	changedFields: { type: 'array', items: { type: 'string' } },
});
