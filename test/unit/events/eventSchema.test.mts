import { Ajv } from 'ajv';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { simplify } from '../../../nodes/EnergyProjects/events/eventItem.ts';
import { triggerSchema } from '../../../nodes/EnergyProjects/events/eventSchema.ts';
import { BODY, customerEvent, projectEvent } from '../webhook/fixtures.mts';
import { kindNamed } from './kinds.mts';

/** The same schema, but with a complaint about every key that it does not name. */
const strictly = (schema: unknown): unknown => {
	if (typeof schema !== 'object' || schema === null) return schema;
	if (Array.isArray(schema)) return schema.map(strictly);
	// Only n8n knows the version.
	const parts = { ...(schema as IDataObject) };
	delete parts.version;
	const inner = Object.fromEntries(
		Object.entries(parts).map(([name, part]) => [name, strictly(part)]),
	);
	const isOfRecord = JSON.stringify(parts.properties) === '{}';
	const isObjectSchema = typeof parts.properties === 'object' && parts.type === 'object';
	return isObjectSchema && !isOfRecord ? { ...inner, additionalProperties: false } : inner;
};
/** Made in each test, so that one of them fails if the schema is none. */
const validator = () =>
	new Ajv({ strict: true, allowUnionTypes: true }).compile(strictly(triggerSchema) as IDataObject);
const without = (item: IDataObject): IDataObject =>
	JSON.parse(JSON.stringify(item), (_, value: unknown) =>
		value === null ? undefined : value,
	) as IDataObject;

const project = simplify(kindNamed(projectEvent.event), projectEvent.data, BODY);
const customer = simplify(kindNamed(customerEvent.event), customerEvent.data, BODY);
const deleted = simplify(
	kindNamed('project.deleted'),
	{ project: { id: '1', deleted_at: '2026-03-01T12:00:00Z' } },
	BODY,
);
const polled = { record: { id: '1', anything: 1 }, changedFields: ['name'] };

describe('what the editor offers before the first execution', () => {
	it.each([
		['project', { ...project, ...polled }],
		['customer', { ...customer, ...polled }],
		['deletion', deleted],
	])('names every key of the documented %s event, with its type', (_, item) => {
		const validate = validator();
		validate(without(item));
		expect(validate.errors ?? []).toEqual([]);
	});

	it.each<[string, IDataObject]>([
		['eventId', { eventId: 1 }],
		['project.name', { project: { name: 1 } }],
		['addresses[].city', { addresses: [{ city: 1 }] }],
		['heatingCircuits[].flowTemperature', { heatingCircuits: [{ flowTemperature: '35' }] }],
		['record', { record: 'R' }],
		['changedFields', { changedFields: 'name' }],
	])('says of which type %s is', (_, item) => {
		expect(validator()(item)).toBe(false);
	});
});
