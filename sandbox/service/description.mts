import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Document } from 'openapi-backend';
import { parse } from 'yaml';

export type UpdateMethod = 'PATCH' | 'PUT';

/**
 * The OpenAPI description of the service, read from openapi.yaml.
 *
 * @param updateMethod the document leaves the method of updates open; PUT shows what a client does then
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
 * Where an operation of openapi.yaml is found, so that an address of the API is written down there alone.
 *
 * @param ids take the places of the placeholders in turn, as they are
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

/** What all addresses of the API begin with. */
const [first = [], ...others] = paths.map(([path]) => path.split('/'));
export const apiPrefix = first
	.filter((part, place) => others.every((path) => path[place] === part))
	.join('/');
