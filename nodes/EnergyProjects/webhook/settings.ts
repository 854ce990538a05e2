import type { IWebhookFunctions } from 'n8n-workflow';
import { toEventFilters } from '../events/eventFilters';
import type { TriggerFilters } from '../events/eventFilters';
import type { Authentication } from '../http/authentication';
import { isObject } from '../values/objects';
import { quoted } from '../values/quoted';
import { booleanOr } from '../values/parse/boolean';
import { fetchRecordValues, toFetchRecord } from './fetchRecordParameter';
import { isRefusal, refused, messageOf } from './answers/refusal';
import type { Refusal } from './answers/refusal';
import { eventsFrom, refusalOfFilters, refusedParameter } from './parameterChecks';

/** The default of the option Max Age, in seconds. */
export const DEFAULT_MAX_AGE = 300;

/** What the person set. Each value has a valid form, although an expression can yield anything. */
export interface TriggerSettings {
	readonly events: readonly string[];
	readonly splitByEvent: boolean;
	readonly simplify: boolean;
	/** The kind of credential that reads the record; undefined if the record is not read. */
	readonly fetchWith?: Authentication;
	readonly filters: TriggerFilters;
	/** In seconds; 0 for any age. */
	readonly maxAge: number;
	readonly skipDuplicates: boolean;
}

/**
 * Reads the parameters of the node. Call it for verified deliveries only, since it evaluates expressions.
 *
 * @returns a refusal if an expression fails, if the events or filters hold values that do not exist, or if nothing says
 * whether the record is read
 */
export function readTriggerSettings(context: IWebhookFunctions): TriggerSettings | Refusal {
	try {
		return settingsFrom((name, fallback) => context.getNodeParameter(name, fallback));
	} catch (error) {
		return refused(
			503,
			'parametersUnusable',
			`its parameters cannot be evaluated: ${messageOf(error)}`,
		);
	}
}

type ReadParameter = (name: string, fallback: unknown) => unknown;

function settingsFrom(read: ReadParameter): TriggerSettings | Refusal {
	const events = eventsFrom(read('events', []));
	if (isRefusal(events)) return events;
	const filters = read('filters', {});
	const refusal = refusalOfFilters(filters);
	if (refusal !== undefined) return refusal;
	// An invalid value does not count as "no": the workflow would start without the record and nobody would notice.
	const fetching = read('fetchRecord', 'no');
	const fetchRecord = toFetchRecord(fetching);
	if (fetchRecord === undefined) {
		const wanted = `one of ${fetchRecordValues.join(', ')}`;
		return refusedParameter('Fetch Record', `"${quoted(fetching)}"`, wanted);
	}
	const given = read('options', {});
	const options = isObject(given) ? given : {};
	return {
		events,
		// The expression of the node's outputs reads this parameter in the same way. Both must agree.
		splitByEvent: read('splitByEvent', true) !== false,
		simplify: booleanOr(read('simplify', true), true),
		...(fetchRecord !== 'no' && { fetchWith: fetchRecord }),
		filters: toEventFilters(filters),
		maxAge: maxAgeOf(options.maxAge),
		skipDuplicates: booleanOr(options.skipDuplicates, true),
	};
}

/** Only the number 0 turns the check off. Empty or invalid values count as not set. */
function maxAgeOf(maxAge: unknown): number {
	const isGiven =
		typeof maxAge === 'number' || (typeof maxAge === 'string' && maxAge.trim() !== '');
	const seconds = isGiven ? Number(maxAge) : DEFAULT_MAX_AGE;
	return seconds >= 0 ? seconds : DEFAULT_MAX_AGE;
}
