import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { EventKind } from '../service/eventKinds';
import { fieldNamed, optionOf } from '../service/field';
import { projectRecord } from '../service/records/project';
import { isAmong, leadsOrProjectsParameter } from '../values/leadsOrProjects';
import type { LeadsOrProjects } from '../values/leadsOrProjects';
import { choicesOf } from '../values/parse/choices';
import { isObject } from '../values/objects';

/** Which events of projects start an execution. Events of other records always do. */
export interface TriggerFilters {
	readonly status?: readonly string[];
	readonly isLead?: LeadsOrProjects;
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
	description: 'Which project events start the workflow; customer events always pass',
	options: [
		{
			...leadsOrProjectsParameter,
			options: [...leadsOrProjectsParameter.options],
			description:
				'Which projects start the workflow: enquiries, orders or both. Events of deleted projects always pass, because their records no longer exist.',
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'multiOptions',
			options: valuesOf('status'),
			default: [],
			description:
				'Only events of projects with one of these statuses; leave empty to let all pass',
		},
		{
			displayName: 'Technical Feasibility Assessment',
			name: 'technicalFeasibilityAssesment',
			type: 'multiOptions',
			options: valuesOf('technicalFeasibilityAssesment'),
			default: [],
			description:
				'Only events of projects with one of these results; leave empty to let all pass. Events of deleted projects always pass, because their records no longer exist.',
		},
	],
};

/** The filters in the value of the parameter. An expression can return anything; what is no choice filters nothing. */
export function toEventFilters(value: unknown): TriggerFilters {
	const { status, isLead, technicalFeasibilityAssesment } = isObject(value) ? value : {};
	const [side, ...more] = textsOf(isLead);
	const isOneSide = (side === 'leads' || side === 'projects') && more.length === 0;
	return {
		status: textsOf(status),
		isLead: isOneSide ? side : 'any',
		technicalFeasibilityAssesment: textsOf(technicalFeasibilityAssesment),
	};
}

/** The choices among the values that were given; only texts are choices. */
export const textsOf = (value: unknown): string[] => {
	const given: unknown[] = Array.isArray(value) ? value : [value];
	return choicesOf(given.filter((choice) => typeof choice === 'string').join(','));
};

/**
 * Whether an event passes, judged before anything is read. An event without a status passes: no event is held back
 * because of something unknown.
 */
export function eventFits(filters: TriggerFilters, data: IDataObject): boolean {
	const status = isObject(data.project) ? data.project.status : undefined;
	if (typeof status !== 'string' || !filters.status?.length) return true;
	return filters.status.includes(status);
}

/** Whether an event passes, judged by its record. If the record is gone, it passes. */
export function recordFits(
	filters: TriggerFilters,
	{ subject }: EventKind,
	record: IDataObject | null,
): boolean {
	if (record === null || subject !== projectRecord) return true;
	const { isLead = 'any', technicalFeasibilityAssesment: results = [] } = filters;
	if (!isAmong(isLead, record)) return false;
	const result = record.technicalFeasibilityAssesment;
	return results.length === 0 || (typeof result === 'string' && results.includes(result));
}
