import type { IWebhookFunctions } from 'n8n-workflow';
import { toEventFilters } from '../events/eventFilters';
import type { TriggerFilters } from '../events/eventFilters';
import type { Authentication } from '../http/authentication';
import { choicesOf } from '../values/parse/choices';
import { isObject } from '../values/objects';
import { quoted } from '../values/quoted';
import { booleanOr } from '../values/parse/boolean';
import { fetchRecordValues, toFetchRecord } from './fetchRecordParameter';
import { refused, messageOf } from './answers/refusal';
import type { Refusal } from './answers/refusal';

/** Longest difference between signature and clock, in seconds, where the option is not set. */
export const DEFAULT_MAX_AGE = 300;

/** What the person set, made sound: an expression can yield anything. */
export interface TriggerSettings {
	readonly events: readonly string[];
	readonly splitByEvent: boolean;
	readonly simplify: boolean;
	/** The credential the record is read with; undefined where it is not read. */
	readonly fetchWith?: Authentication;
	readonly filters: TriggerFilters;
	/** In seconds; 0 for any age. */
	readonly maxAge: number;
	readonly skipDuplicates: boolean;
}

/**
 * Reads the parameters of the node. For verified deliveries only: it evaluates expressions.
 *
 * @returns a refusal where an expression fails, or nobody can tell from the parameters what is to start, and with what
 */
export function readTriggerSettings(context: IWebhookFunctions): TriggerSettings | Refusal {
	try {
		return soundSettings((name, otherwise) => context.getNodeParameter(name, otherwise));
	} catch (error) {
		return refused(
			503,
			'parametersUnusable',
			`its parameters cannot be evaluated: ${messageOf(error)}`,
		);
	}
}

type Read = (name: string, otherwise: unknown) => unknown;

function soundSettings(read: Read): TriggerSettings | Refusal {
	const events = read('events', []);
	if (!Array.isArray(events) && typeof events !== 'string') {
		return cameOutAs('Trigger On', events === null ? 'null' : typeof events, 'a list of events');
	}
	// Not taken for "no": the workflow would silently start with less than it was built for.
	const fetching = read('fetchRecord', 'no');
	const fetchRecord = toFetchRecord(fetching);
	if (fetchRecord === undefined) {
		const wanted = `one of ${fetchRecordValues.join(', ')}`;
		return cameOutAs('Fetch Record', `"${quoted(fetching)}"`, wanted);
	}
	const given = read('options', {});
	const options = isObject(given) ? given : {};
	return {
		events: choicesOf(events),
		// As the outputs are drawn: n8n reads this parameter for them, too.
		splitByEvent: read('splitByEvent', true) !== false,
		simplify: booleanOr(read('simplify', true), true),
		...(fetchRecord !== 'no' && { fetchWith: fetchRecord }),
		filters: toEventFilters(read('filters', {})),
		maxAge: maxAgeOf(options.maxAge),
		skipDuplicates: booleanOr(options.skipDuplicates, true),
	};
}

const cameOutAs = (parameter: string, given: string, wanted: string): Refusal =>
	refused(
		503,
		'parametersUnusable',
		`its parameter ${parameter} came out as ${given}, not as ${wanted}`,
	);

/** Only a 0 that was meant turns the check off. */
function maxAgeOf(maxAge: unknown): number {
	const isGiven =
		typeof maxAge === 'number' || (typeof maxAge === 'string' && maxAge.trim() !== '');
	const seconds = isGiven ? Number(maxAge) : DEFAULT_MAX_AGE;
	return seconds >= 0 ? seconds : DEFAULT_MAX_AGE;
}
