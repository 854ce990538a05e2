import { leadsOrProjectsParameter, toLeadsOrProjects } from '../../../values/leadsOrProjects';
import type { Filter } from './filters';

/**
 * The filter of a list of projects by whether they are leads, in the form in which the triggers have it. Its value is
 * what the service is asked for; undefined if both are wanted.
 */
export const leadsOrProjectsFilter: Filter<boolean | undefined> = {
	parameter: {
		...leadsOrProjectsParameter,
		options: [...leadsOrProjectsParameter.options],
		description: 'Which projects to return: enquiries, orders or both',
	},
	read(value) {
		const choice = toLeadsOrProjects(value) ?? 'any';
		return choice === 'any' ? undefined : choice === 'leads';
	},
};
