import type { IDataObject } from 'n8n-workflow';
import { projectStatusOrder } from '../service/enumerations';
import { projectRecord } from '../service/records/project';
import { instantIn } from '../values/dates';
import { mapInSlices } from '../values/slices';

const { sortKeys, byAge } = projectRecord.list;

/** An order in which the service can sort projects. Service document, section Endpoints, "List projects". */
export interface ProjectOrder {
	readonly sortBy: keyof typeof sortKeys;
	readonly order: 'asc' | 'desc';
}

/** The order if the person chose none. It is always asked for, since the service's own default is not documented. */
export const defaultOrder: ProjectOrder = byAge.newestFirst;

/** Whether the service can sort a list in this order. */
export const isServiceOrder = (order: { readonly sortBy: string }): order is ProjectOrder =>
	Object.keys(sortKeys).includes(order.sortBy);

/**
 * Sorts a whole list of projects as the service does. A whole list is always read oldest first, since only then is
 * nothing missed while records come and go; so it is sorted afterwards. Projects without a customer come last. Projects
 * with equal values come in the order of their creation, then of their IDs, whatever the order in which they were read.
 * Descending is the exact reverse of ascending.
 */
export async function sortProjects(
	projects: readonly IDataObject[],
	{ sortBy, order }: ProjectOrder,
): Promise<IDataObject[]> {
	const ranksOf = (project: IDataObject): Array<string | number> => {
		const value = project[sortKeys[sortBy]];
		const inTime = [createdAt(project), String(project.id)];
		if (sortBy === 'created_at') return inTime;
		if (sortBy === 'status') {
			return [projectStatusOrder.findIndex((status) => status === value), ...inTime];
		}
		return [value === null || value === undefined ? '\uffff' : String(value), ...inTime];
	};
	const ranked = await mapInSlices(projects, (project) => ({ project, ranks: ranksOf(project) }));
	const inOrder = [...ranked].sort((a, b) => compare(a.ranks, b.ranks));
	const sorted = inOrder.map(({ project }) => project);
	return order === 'desc' ? sorted.reverse() : sorted;
}

/** In milliseconds since 1970; a time that cannot be read counts as the oldest. */
const createdAt = (project: IDataObject) => instantIn(project.createdAt) ?? 0;

function compare(a: ReadonlyArray<string | number>, b: ReadonlyArray<string | number>): number {
	const differing = a.findIndex((rank, index) => rank !== b[index]);
	if (differing === -1) return 0;
	return a[differing] < b[differing] ? -1 : 1;
}
