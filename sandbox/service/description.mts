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
