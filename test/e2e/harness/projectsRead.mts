import { pathOf } from '../../../sandbox/service/description.mts';
import type { Stack } from './stack.mts';

/**
 * The projects with their computed fields, straight from the service, oldest first. @param query such as
 * `&status=inProgress`
 */
export async function projectsRead(
	{ service }: Stack,
	query = '',
): Promise<Array<Record<string, unknown>>> {
	const url = `${service.baseUrl}${pathOf('listProjects')}?sortBy=created_at&order=asc&limit=100${query}`;
	const answer = await fetch(url, { headers: { 'x-api-key': service.company.apiKey } });
	return ((await answer.json()) as { items: Array<Record<string, unknown>> }).items;
}
