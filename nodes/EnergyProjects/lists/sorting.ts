import type { IDataObject } from 'n8n-workflow';
import { projectSortKeys } from '../service/endpoints';
import { enumerations } from '../service/enumerations';

const statusOrder: readonly string[] = enumerations.projectStatus.map(({ value }) => value);

/**
 * Sorts a whole list of projects as the person asked. Whole lists are always read oldest first, since only then
 * nothing escapes while records come and go; so the order is made here. The document does not show how the service
 * orders statuses: they go in progress, completed, archived. Projects without a customer come last.
 */
export function projectOrder(
	projects: IDataObject[],
	sortBy: keyof typeof projectSortKeys = 'created_at',
	order: 'asc' | 'desc' = 'asc',
): IDataObject[] {
	const rank = (project: IDataObject): string | number => {
		const value = project[projectSortKeys[sortBy]];
		if (sortBy === 'status') return String(statusOrder.indexOf(String(value))).padStart(2, '0');
		if (sortBy === 'created_at') return Date.parse(String(value));
		return value === null || value === undefined ? '\uffff' : String(value);
	};
	const sorted = projects
		.map((project) => ({ project, rank: rank(project) }))
		.sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0))
		.map(({ project }) => project);
	return order === 'desc' ? sorted.reverse() : sorted;
}
