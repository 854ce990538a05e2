import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Document } from 'openapi-backend';
import { parse } from 'yaml';

export type UpdateMethod = 'PATCH' | 'PUT';

/**
 * The OpenAPI description of the service, read from openapi.yaml.
 *
 * @param updateMethod the document does not say which method updates use; PUT serves to test a client against it
 */
export function readDescription(updateMethod: UpdateMethod = 'PATCH'): Document {
	const file = fileURLToPath(new URL('openapi.yaml', import.meta.url));
	const description = parse(readFileSync(file, 'utf8'), { merge: true }) as Document;
	if (updateMethod === 'PUT') {
		for (const path of Object.values(description.paths ?? {})) {
			if (path?.patch === undefined) continue;
			path.put = path.patch;
			delete path.patch;
		}
	}
	return description;
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
