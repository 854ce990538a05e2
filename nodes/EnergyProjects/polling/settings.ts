import { NodeOperationError } from 'n8n-workflow';
import type { IPollFunctions } from 'n8n-workflow';
import { eventFits, recordFits, toEventFilters } from '../events/eventFilters';
import type { RecordEvent } from '../events/recordItem';
import type { Authentication } from '../http/parameters';
import { chosenKinds } from '../service/eventKinds';
import type { EventKind } from '../service/eventKinds';
import { choicesOf, booleanOr } from '../values/parse';
import { isObject } from '../values/objects';

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

/** @throws NodeOperationError if no event is chosen */
export function readPollSettings(context: IPollFunctions): PollSettings {
	const read = (name: string, fallback: unknown): unknown =>
		context.getNodeParameter(name, fallback);
	const kinds = chosenKinds(choicesOf(read('events', [])));
	if (kinds.length === 0) {
		throw new NodeOperationError(context.getNode(), 'No event is chosen in "Trigger On"', {
			description: 'Choose at least one event in the parameter "Trigger On".',
		});
	}
	const given = read('options', {});
	const options = isObject(given) ? given : {};
	const filters = toEventFilters(read('filters', {}));
	const watched = choicesOf(read('onlyIfChanged', []));
	const watchedFields = ({ subject: { noun } }: EventKind) =>
		watched
			.filter((choice) => choice.startsWith(`${noun}.`))
			.map((choice) => choice.slice(noun.length + 1));
	return {
		kinds,
		splitByEvent: read('splitByEvent', true) !== false,
		emitExisting: booleanOr(options.emitExisting, false),
		authentication: read('authentication', 'apiKey') as Authentication,
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
