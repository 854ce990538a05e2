import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { eventFits, recordFits, toEventFilters, unusable } from '../events/eventFilters';
import type { RecordEvent } from '../events/recordItem';
import { authenticationFrom } from '../http/parameters';
import type { Authentication } from '../http/parameters';
import { chosenKinds, eventKinds, kindValues, subjectsOf } from '../service/eventKinds';
import type { EventKind } from '../service/eventKinds';
import { choicesOf, booleanOr } from '../values/parse';
import { comparableFields } from './entries';

/** What the user set, with checked types: an expression can yield anything. */
export interface PollSettings {
	readonly kinds: readonly EventKind[];
	readonly splitByEvent: boolean;
	readonly emitExisting: boolean;
	readonly authentication: Authentication;
	/** Whether an event starts an execution. */
	readonly passes: (event: RecordEvent, status: string | undefined) => boolean;
	/** The fields of Only If Changed that the kind of event is about; none if every edit passes. */
	readonly watchedFields: (kind: EventKind) => readonly string[];
}

const watchableValues = subjectsOf(eventKinds).flatMap((resource) =>
	comparableFields(resource).map(({ name }) => `${resource.noun}.${name}`),
);

/** @throws Error if there is no such event, filter or field: the node would report nothing, and nobody would notice */
export function readPollSettings(context: IPollFunctions): PollSettings {
	const read = (name: string, fallback: unknown): unknown =>
		context.getNodeParameter(name, fallback);
	const choices = (name: string, label: string, values: readonly string[]) => {
		const given = choicesOf(read(name, []));
		const unknown = given.find((choice) => !values.includes(choice));
		if (unknown !== undefined) throw new Error(unusable(label, unknown, values));
		return given;
	};
	const kinds = chosenKinds(choices('events', 'Trigger On', kindValues));
	if (kinds.length === 0) throw new Error('No event is chosen in "Trigger On"');
	const { emitExisting } = read('options', {}) as IDataObject;
	const filters = toEventFilters(read('filters', {}) as IDataObject);
	const watched = choices('onlyIfChanged', 'Only If Changed', watchableValues);
	const watchedFields = ({ subject: { noun } }: EventKind) =>
		watched
			.filter((choice) => choice.startsWith(`${noun}.`))
			.map((choice) => choice.slice(noun.length + 1));
	return {
		kinds,
		splitByEvent: read('splitByEvent', true) !== false,
		emitExisting: booleanOr(emitExisting, false),
		authentication: authenticationFrom(read('authentication', 'apiKey')),
		watchedFields,
		passes(event, status) {
			const { kind, record, changedFields } = event;
			if (!eventFits(filters, { [kind.subject.noun]: { status: status ?? null } })) return false;
			if (!recordFits(filters, kind, record)) return false;
			const fields = changedFields === undefined ? [] : watchedFields(kind);
			return fields.length === 0 || fields.some((name) => changedFields?.includes(name));
		},
	};
}
