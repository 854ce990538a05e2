import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { projectRecord } from '../service/records/project';
import type { Delivery } from '../webhook/delivery';

/** Which project events start an execution; customer events always do. */
export interface TriggerFilters {
	readonly status?: readonly string[];
	readonly isLead?: 'any' | 'leads' | 'projects';
	readonly technicalFeasibilityAssesment?: readonly string[];
}

const valuesOf = (name: string) =>
	projectRecord.fields
		.filter((field) => field.name === name)
		.flatMap((field) => field.values ?? [])
		.map((entry) => ({ name: entry.name, value: entry.value }));

export const filtersParameter: INodeProperties = {
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
			displayOptions: { show: { '/fetchRecord': [true] } },
			options: [
				{ name: 'Both', value: 'any' },
				{ name: 'Only Leads', value: 'leads' },
				{ name: 'Only Projects', value: 'projects' },
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
			displayOptions: { show: { '/fetchRecord': [true] } },
			options: valuesOf('technicalFeasibilityAssesment'),
			default: [],
			description:
				'Only events of projects with one of these results; none chosen means any. Events of deleted projects pass, since this is no longer known of them.',
		},
	],
};

/** Whether the event itself fits, before anything is read. */
export function payloadFits(filters: TriggerFilters, { data }: Delivery): boolean {
	const project = data.project as IDataObject | undefined;
	const status = project?.status;
	if (typeof status !== 'string' || !filters.status?.length) return true;
	return filters.status.includes(status);
}

/** Whether the record behind the event fits; one that is gone does. */
export function recordFits(
	filters: TriggerFilters,
	{ event }: Delivery,
	record: IDataObject | null,
): boolean {
	if (record === null || !event.startsWith('project.')) return true;
	const { isLead = 'any', technicalFeasibilityAssesment: results = [] } = filters;
	if (isLead !== 'any' && (record.isLead === true) !== (isLead === 'leads')) return false;
	return results.length === 0 || results.includes(String(record.technicalFeasibilityAssesment));
}
