import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { EventKind } from '../service/eventKinds';
import { fieldNamed, optionOf } from '../service/field';
import { projectResource } from '../service/records/project';
import { isAmong, leadsOrProjectsParameter, toLeadsOrProjects } from '../values/leadsOrProjects';
import type { LeadsOrProjects } from '../values/leadsOrProjects';
import { choiceIn, choicesOf } from '../values/parse';
import type { Choice } from '../values/parse';
import { quoted, quotedList } from '../values/text';
import { isObject } from '../values/objects';

/** Which events of projects start an execution. Events of other records always do. */
export interface TriggerFilters {
	/** Empty lets all pass. */
	readonly status: readonly string[];
	readonly isLead: LeadsOrProjects;
	/** Empty lets all pass. */
	readonly technicalFeasibilityAssesment: readonly string[];
}

const valuesOf = (name: string) =>
	(fieldNamed(projectResource.fields, name).values ?? []).map(optionOf);
const statuses = valuesOf('status');
const results = valuesOf('technicalFeasibilityAssesment');

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
				'Which projects start the workflow: enquiries, orders or both. Events of deleted projects always pass.',
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'multiOptions',
			options: statuses,
			default: [],
			description: 'Only projects with one of these statuses; leave empty to let all pass',
		},
		{
			displayName: 'Technical Feasibility Assessment',
			name: 'technicalFeasibilityAssesment',
			type: 'multiOptions',
			options: results,
			default: [],
			description:
				'Only projects with one of these results; leave empty to let all pass. Events of deleted projects always pass.',
		},
	],
};

/** What to say of a parameter with a value that does not exist. */
export const unusable = (parameter: string, value: unknown, values: readonly string[]): string =>
	`${parameter} has an unusable value ("${quoted(value)}"): it must be one of ${quotedList(values)}`;

/**
 * The filters in what their expressions can return: values, or the names on the screen, one by one or in a list.
 *
 * @throws Error with a text for people if there is no such choice: no event would pass, and nobody would notice
 */
export function toEventFilters(given: IDataObject): TriggerFilters {
	const chosen = <Value extends string>(name: string, choices: ReadonlyArray<Choice<Value>>) =>
		[given[name]]
			.flat()
			.flatMap(choicesOf)
			.map((text) => {
				const choice = choiceIn(choices, text);
				if (choice !== undefined) return choice;
				const values = choices.map((one) => one.value);
				throw new Error(unusable(`filter ${name}`, text, values));
			});
	return {
		status: chosen('status', statuses),
		isLead: leadsOrProjectsFrom(given.isLead),
		technicalFeasibilityAssesment: chosen('technicalFeasibilityAssesment', results),
	};
}

function leadsOrProjectsFrom(given: unknown): LeadsOrProjects {
	try {
		return toLeadsOrProjects(given) ?? 'any';
	} catch {
		throw unusableIsLead(given);
	}
}

function unusableIsLead(given: unknown): Error {
	const values = leadsOrProjectsParameter.options.map(({ value }) => value);
	return new Error(unusable('filter isLead', given, values));
}

/**
 * Whether an event passes, judged before anything is read. An event without a status passes: no event is held back
 * because of something unknown.
 */
export function eventFits(filters: TriggerFilters, data: IDataObject): boolean {
	const status = statusOf(data);
	return (
		typeof status !== 'string' || filters.status.length === 0 || filters.status.includes(status)
	);
}

/** The status of the project in an event, as the service sent it. */
export const statusOf = (data: IDataObject): unknown =>
	isObject(data.project) ? data.project.status : undefined;

/** Whether one of the filters is judged by the record: an event contains only the status. */
export const needsRecord = ({ isLead, technicalFeasibilityAssesment }: TriggerFilters): boolean =>
	isLead !== 'any' || technicalFeasibilityAssesment.length > 0;

/** Whether an event passes, judged by its record. If the record is gone, it passes. */
export function recordFits(
	filters: TriggerFilters,
	{ subject }: EventKind,
	record: IDataObject | null,
): boolean {
	if (record === null || subject !== projectResource) return true;
	const wanted: readonly unknown[] = filters.technicalFeasibilityAssesment;
	const hasResult = wanted.length === 0 || wanted.includes(record.technicalFeasibilityAssesment);
	return hasResult && isAmong(filters.isLead, record);
}
