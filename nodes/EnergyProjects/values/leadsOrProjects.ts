import type { IDataObject } from 'n8n-workflow';
import { choicesOf, chosenFrom, toBoolean } from './parse';

/** Which projects are meant: enquiries, orders or both. The service has one field for it, `isLead`. */
export type LeadsOrProjects = 'any' | 'leads' | 'projects';

/** The parameter that asks for it, the same in every node; each adds its own description. */
export const leadsOrProjectsParameter = {
	displayName: 'Leads or Projects',
	name: 'isLead',
	type: 'options',
	options: [
		{ name: 'Both', value: 'any', description: 'Both enquiries and orders' },
		{ name: 'Only Leads', value: 'leads', description: 'Enquiries that are not an order yet' },
		{
			name: 'Only Projects',
			value: 'projects',
			description: 'Orders, no matter how they started',
		},
	],
	default: 'any',
} as const;

/**
 * The choice in a value. An expression can also return what `isLead` of a record is: true for leads, false for projects.
 * Several different choices together are both.
 *
 * @returns undefined if the value is empty
 * @throws Error with a text for people if it is anything else
 */
export function toLeadsOrProjects(value: unknown): LeadsOrProjects | undefined {
	const { options } = leadsOrProjectsParameter;
	const [choice, ...others] = new Set(
		choicesOf(value).map((one) => ofBoolean(one) ?? chosenFrom<LeadsOrProjects>(options, one)),
	);
	return others.length === 0 ? choice : 'any';
}

/** @returns undefined if the value is not a boolean */
function ofBoolean(value: unknown): LeadsOrProjects | undefined {
	try {
		return toBoolean(value) === true ? 'leads' : 'projects';
	} catch {
		return undefined;
	}
}

/** Whether a project is among those that are meant. One that does not say that it is a lead counts as an order. */
export const isAmong = (choice: LeadsOrProjects, { isLead }: IDataObject): boolean =>
	choice === 'any' || (isLead === true) === (choice === 'leads');
