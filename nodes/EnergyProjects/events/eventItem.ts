import type { IDataObject } from 'n8n-workflow';

/**
 * The payload with the API's camelCase keys (`human_id` becomes `humanId`), flat beside `event`; values stay as they
 * were sent. Service document, section Payload shapes.
 */
export function simplify(event: string, data: IDataObject): IDataObject {
	// Nothing in the data may pass for the kind of event.
	const parts = Object.entries(data).filter(([name]) => name !== 'event');
	return { event, ...(withCamelCaseKeys(Object.fromEntries(parts)) as IDataObject) };
}

function withCamelCaseKeys(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withCamelCaseKeys);
	if (typeof value !== 'object' || value === null) return value;
	const taken = new Set(Object.keys(value));
	// fromEntries defines keys of its own, so that a "__proto__" in a body stays a key like any other.
	return Object.fromEntries(
		Object.entries(value).map(([name, part]) => {
			const camelCase = toCamelCase(name);
			const key = camelCase !== name && taken.has(camelCase) ? name : camelCase;
			taken.add(key);
			return [key, withCamelCaseKeys(part)];
		}),
	);
}

const toCamelCase = (name: string) =>
	name.replace(/(?<=[a-z0-9])_+([a-z0-9])/gi, (_, next: string) => next.toUpperCase());
