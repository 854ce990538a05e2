import type { INodeProperties } from 'n8n-workflow';
import { eventFiltersParameter, textsOf } from '../events/eventFilters';
import { eventKinds } from '../service/eventKinds';
import { choicesOf } from '../values/parse/choices';
import { isMissing, isObject } from '../values/objects';
import { quoted, quotedList } from '../values/quoted';
import { refused } from './answers/refusal';
import type { Refusal } from './answers/refusal';

/** @param given the value as it appears in the log */
export const refusedParameter = (parameter: string, given: string, wanted: string): Refusal =>
	refused(
		503,
		'parametersUnusable',
		`its parameter ${parameter} has an unusable value (${given}): it must be ${wanted}`,
	);

/** The choices of a filter, and what the editor calls it. */
interface Filter {
	readonly name: string;
	readonly displayName: string;
	readonly choices: readonly string[];
}

const filters: readonly Filter[] = (eventFiltersParameter.options as INodeProperties[]).map(
	({ name, displayName, options = [] }) => ({
		name,
		displayName,
		choices: options.flatMap((option) => ('value' in option ? [String(option.value)] : [])),
	}),
);

const kinds = eventKinds.map(({ value }) => value);

/**
 * Checks the chosen events. An expression can give anything. With no event, or with one that does not exist, the trigger
 * would answer 200 and start nothing.
 *
 * @returns the events, or why the delivery is refused
 */
export function eventsFrom(value: unknown): readonly string[] | Refusal {
	const wanted = `a list of events, such as ${kinds.slice(0, 2).join(', ')}`;
	if (!Array.isArray(value) && typeof value !== 'string') {
		return refusedParameter('Trigger On', value === null ? 'null' : typeof value, wanted);
	}
	const events = choicesOf(value);
	if (events.length === 0) return refusedParameter('Trigger On', 'no event', wanted);
	const strange = events.find((event) => !kinds.includes(event));
	return strange === undefined
		? events
		: refusedParameter('Trigger On', `"${quoted(strange)}"`, wanted);
}

/** Checks the filters in the same way. An empty value is no filter. */
export function refusalOfFilters(value: unknown): Refusal | undefined {
	const given = isObject(value) ? value : {};
	for (const { name, displayName, choices } of filters) {
		const entries: unknown[] = [given[name]].flat().filter((entry) => !isMissing(entry));
		const chosen = entries.every((entry) => typeof entry === 'string') ? textsOf(entries) : entries;
		const strange = chosen.find((choice) => !choices.includes(choice as string));
		if (strange === undefined) continue;
		return refusedParameter(displayName, `"${quoted(strange)}"`, `one of ${quotedList(choices)}`);
	}
	return undefined;
}
