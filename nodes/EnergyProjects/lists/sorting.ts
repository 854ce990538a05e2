import type { IDataObject } from 'n8n-workflow';
import { projectStatusOrder } from '../service/enumerations';
import { projectRecord } from '../service/records/project';
import { instantIn } from '../values/parse/instant';

const { sortKeys, byAge } = projectRecord.list;

/**
 * What the service sorts a list of projects by, and in which direction. Service document, section Endpoints, "List
 * projects".
 */
export interface ProjectOrder {
	readonly sortBy: keyof typeof sortKeys;
	readonly order: 'asc' | 'desc';
}

/** Of a list for which nobody chose a sort: always asked for, since the service's own order is not documented. */
export const defaultOrder: ProjectOrder = byAge.newestFirst;

/** Whether the service can sort by it. */
export const isServiceOrder = (order: { readonly sortBy: string }): order is ProjectOrder =>
	Object.keys(sortKeys).includes(order.sortBy);

/**
 * Sorts a whole list of projects as the service does. Whole lists are always read oldest first, since only then
 * nothing escapes while records come and go; so the order is made here. Projects without a customer come last. What is
 * equal stands in the order of creation, then of the IDs, whatever the order of reading was; descending is the exact
 * reverse of ascending.
 */
export function sortProjects(
	projects: readonly IDataObject[],
	{ sortBy, order }: ProjectOrder,
): IDataObject[] {
	const ranksOf = (project: IDataObject): Array<string | number> => {
		const value = project[sortKeys[sortBy]];
		const inTime = [createdAt(project), String(project.id)];
		if (sortBy === 'created_at') return inTime;
		if (sortBy === 'status') {
			return [projectStatusOrder.findIndex((status) => status === value), ...inTime];
		}
		return [value === null || value === undefined ? '\uffff' : String(value), ...inTime];
	};
	const sorted = projects
		.map((project) => ({ project, ranks: ranksOf(project) }))
		.sort((a, b) => compare(a.ranks, b.ranks))
		.map(({ project }) => project);
	return order === 'desc' ? sorted.reverse() : sorted;
}

/** In milliseconds; one that cannot be read counts as the oldest. */
const createdAt = (project: IDataObject) => instantIn(project.createdAt) ?? 0;

function compare(a: ReadonlyArray<string | number>, b: ReadonlyArray<string | number>): number {
	const differing = a.findIndex((rank, index) => rank !== b[index]);
	if (differing === -1) return 0;
	return a[differing] < b[differing] ? -1 : 1;
}
