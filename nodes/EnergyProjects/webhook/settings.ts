import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { needsRecord, toEventFilters, unusable } from '../events/eventFilters';
import type { TriggerFilters } from '../events/eventFilters';
import type { Authentication } from '../http/parameters';
import { chosenKinds, kindValues } from '../service/eventKinds';
import { numberIn } from '../values/numbers';
import { booleanOr, choicesOf } from '../values/parse';
import { DEFAULT_MAX_AGE, fetchRecordChoices } from './parameters';
import { messageOf, Refusal } from './refusals';

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
}

/**
 * Reads the parameters of the node. Call it for verified deliveries only, since it evaluates expressions.
 *
 * @throws Refusal if an expression fails, if there is no such event, value of a filter or way to fetch the record, or if a
 * filter needs the record and it is not fetched: the node would answer 200, and nobody would notice that events get lost
 * or that all of them pass
 */
export function readTriggerSettings(context: IWebhookFunctions): TriggerSettings {
	try {
		return settingsFrom((name, fallback) => context.getNodeParameter(name, fallback));
	} catch (error) {
		throw unusableParameter(error);
	}
}

const unusableParameter = (error: unknown) =>
	new Refusal('parametersUnusable', `a parameter cannot be used: ${messageOf(error)}`);

function settingsFrom(read: (name: string, fallback: unknown) => unknown): TriggerSettings {
	const events = choicesOf(read('events', []));
	if (events.length === 0 || chosenKinds(events).length < new Set(events).size) {
		throw new Error(unusable('Trigger On', events, kindValues));
	}
	const ways = Object.keys(fetchRecordChoices);
	const fetchRecord = String(read('fetchRecord', 'no'));
	if (!ways.includes(fetchRecord)) {
		throw new Error(unusable('Fetch Record', fetchRecord, ways));
	}
	const filters = toEventFilters(read('filters', {}) as IDataObject);
	if (fetchRecord === 'no' && needsRecord(filters)) {
		throw new Error(
			'the filters Leads or Projects and Technical Feasibility Assessment need the record, but Fetch Record is No; choose how to read the record, or remove these filters',
		);
	}
	const { maxAge } = read('options', {}) as IDataObject;
	const seconds = numberIn(maxAge) ?? DEFAULT_MAX_AGE;
	return {
		events,
		// The expression of the node's outputs reads this parameter in the same way. Both must agree.
		splitByEvent: read('splitByEvent', true) !== false,
		simplify: booleanOr(read('simplify', true), true),
		...(fetchRecord !== 'no' && { fetchWith: fetchRecord as Authentication }),
		filters,
		// What is no number, or less than 0, counts as not set.
		maxAge: seconds >= 0 ? seconds : DEFAULT_MAX_AGE,
	};
}
