import type { IDataObject } from 'n8n-workflow';
import { projectStatusOrder } from '../service/enumerations';
import { projectRecord } from '../service/records/project';

const { sortKeys } = projectRecord.list;

/**
 * Sorts a whole list of projects as the person asked. Whole lists are always read oldest first, since only then
 * nothing escapes while records come and go; so the order is made here. Projects without a customer come last.
 */
export function sortProjects(
	projects: IDataObject[],
	sortBy: keyof typeof sortKeys = 'created_at',
	order: 'asc' | 'desc' = 'asc',
): IDataObject[] {
	const rank = (project: IDataObject): string | number => {
		const value = project[sortKeys[sortBy]];
		if (sortBy === 'status') return projectStatusOrder.findIndex((status) => status === value);
		if (sortBy === 'created_at') return Date.parse(String(value));
		return value === null || value === undefined ? '\uffff' : String(value);
	};
	const sorted = projects
		.map((project) => ({ project, rank: rank(project) }))
		.sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0))
		.map(({ project }) => project);
	return order === 'desc' ? sorted.reverse() : sorted;
}
