import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { EventKind } from '../service/eventKinds';
import { fieldNamed, optionOf } from '../service/field';
import { projectRecord } from '../service/records/project';
import { choicesOf } from '../values/parse/choices';
import { isObject } from '../values/objects';

/** Which project events start an execution; customer events always do. */
export interface TriggerFilters {
	readonly status?: readonly string[];
	readonly isLead?: 'any' | 'leads' | 'projects';
	readonly technicalFeasibilityAssesment?: readonly string[];
}

const valuesOf = (name: string) =>
	(fieldNamed(projectRecord.fields, name).values ?? []).map(optionOf);

export const eventFiltersParameter: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description: 'Project events that do not fit start nothing; customer events always pass',
	options: [
		{
			displayName: 'Leads or Projects',
			name: 'isLead',
			type: 'options',
			options: [
				{ name: 'Both', value: 'any', description: 'Enquiries and orders alike' },
				{ name: 'Only Leads', value: 'leads', description: 'Enquiries that are no order yet' },
				{
					name: 'Only Projects',
					value: 'projects',
					description: 'Orders, whatever came before them',
				},
			],
			default: 'any',
			description:
				'Whether the project has to be an enquiry or an order. Events of deleted projects pass, since this is no longer known of them.',
		},
		{
			displayName: 'Project Status',
			name: 'status',
			type: 'multiOptions',
			options: valuesOf('status'),
			default: [],
			description: 'Only events of projects with one of these statuses; none chosen means any',
		},
		{
			displayName: 'Technical Feasibility Assessment',
			name: 'technicalFeasibilityAssesment',
			type: 'multiOptions',
			options: valuesOf('technicalFeasibilityAssesment'),
			default: [],
			description:
				'Only events of projects with one of these results; none chosen means any. Events of deleted projects pass, since this is no longer known of them.',
		},
	],
};

/** The filters a parameter stands for: an expression can yield anything, and what is no choice filters nothing. */
export function toEventFilters(value: unknown): TriggerFilters {
	const { status, isLead, technicalFeasibilityAssesment } = isObject(value) ? value : {};
	return {
		status: textsOf(status),
		isLead: isLead === 'leads' || isLead === 'projects' ? isLead : 'any',
		technicalFeasibilityAssesment: textsOf(technicalFeasibilityAssesment),
	};
}

/** The choices among the texts that were given; anything else is none. */
const textsOf = (value: unknown): string[] => {
	const given: unknown[] = Array.isArray(value) ? value : [value];
	return choicesOf(given.filter((choice) => typeof choice === 'string').join(','));
};

/**
 * Whether the event itself fits, before anything is read. One without a status does: no event is held back for what is
 * not known of it.
 */
export function eventFits(filters: TriggerFilters, data: IDataObject): boolean {
	const status = isObject(data.project) ? data.project.status : undefined;
	if (typeof status !== 'string' || !filters.status?.length) return true;
	return filters.status.includes(status);
}

/** Whether the record behind the event fits; one that is gone does. */
export function recordFits(
	filters: TriggerFilters,
	{ subject }: EventKind,
	record: IDataObject | null,
): boolean {
	if (record === null || subject !== projectRecord) return true;
	const { isLead = 'any', technicalFeasibilityAssesment: results = [] } = filters;
	if (isLead !== 'any' && (record.isLead === true) !== (isLead === 'leads')) return false;
	const result = record.technicalFeasibilityAssesment;
	return results.length === 0 || (typeof result === 'string' && results.includes(result));
}
