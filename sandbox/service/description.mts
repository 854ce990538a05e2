import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Document } from 'openapi-backend';
import { parse } from 'yaml';

/** The formats that the description names. */
const FORMATS: Readonly<Record<string, RegExp>> = {
	uuid: /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i,
	email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
	date: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
	'date-time': /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/,
	uri: /^[a-z][a-z\d+.-]*:\S+$/i,
};

/** Teaches a validator the formats of the description. */
export function addFormats<T extends { addFormat(name: string, format: RegExp): unknown }>(
	ajv: T,
): T {
	for (const [name, format] of Object.entries(FORMATS)) ajv.addFormat(name, format);
	return ajv;
}

/** The OpenAPI description of the service, read from openapi.yaml. */
export function readDescription(): Document {
	const file = fileURLToPath(new URL('openapi.yaml', import.meta.url));
	return parse(readFileSync(file, 'utf8'), { merge: true }) as Document;
}

const paths = Object.entries(readDescription().paths ?? {});

/**
 * The path of an operation in openapi.yaml, so that paths of the API are written down only there.
 *
 * @param ids replace the placeholders, one after the other, unchanged
 */
export function pathOf(operationId: string, ...ids: string[]): string {
	const [path] =
		paths.find(([, item]) =>
			Object.values(item ?? {}).some(
				(part) => (part as { operationId?: string }).operationId === operationId,
			),
		) ?? [];
	if (path === undefined) throw new Error(`openapi.yaml has no operation ${operationId}`);
	const rest = [...ids];
	return path.replace(/\{\w+\}/g, (placeholder) => rest.shift() ?? placeholder);
}

/** The beginning that all paths of the API have in common. */
const [first = [], ...others] = paths.map(([path]) => path.split('/'));
export const apiPrefix = first
	.filter((part, index) => others.every((path) => path[index] === part))
	.join('/');
