import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { isJson } from '../answers/unwrap.mts';
import type { Json } from '../answers/unwrap.mts';
import { placeOf } from '../facts/places.mts';
import type { Place } from '../facts/places.mts';
import {
	ask,
	isSuccess,
	judgeRecord,
	missAll,
	operationNamed,
	placesOfAddress,
	settle,
} from '../judge.mts';
import type { Check } from '../judge.mts';
import {
	changesOf,
	circuitIdOf,
	EMPTIED,
	FIRST,
	FIRST_ADDRESS,
	LATER,
	SECOND_ADDRESS,
	SECOND_CIRCUIT,
} from './fields.mts';
import { nameOf } from './testRecords.mts';
import type { Noun } from './testRecords.mts';

/** Longer than the second in which a service may count its times. */
const PAUSE_MS = 1200;
/** A service may read from a copy that is a little behind. */
const LATE_MS = 2500;

/** One update: the record before and after it, and what was sent. */
interface Updated {
	readonly noun: Noun;
	readonly before: Json;
	readonly after: Json;
	readonly sent: Json;
}

/** Changes a record, and checks what became of the values that were sent, and of those that were not. */
export async function checkUpdate(check: Check, noun: Noun, id: string): Promise<void> {
	const before = await read(check, noun, id);
	if (before !== undefined && noun === 'project') checkSource(check, before);
	const sent = changesOf(noun, before ?? {});
	const method = await update(check, noun, id, sent);
	const operationId = `update${nameOf(noun)}`;
	if (method === undefined) return missAll(check, operationId, 'no update succeeded');
	let after = await read(check, noun, id);
	if (before === undefined || after === undefined)
		return missAll(check, operationId, 'the record could not be read');
	if (isAsBefore({ noun, before, after, sent })) {
		await sleep(LATE_MS);
		const later = await read(check, noun, id);
		if (later !== undefined && !isAsBefore({ noun, before, after: later, sent })) {
			sayLate(check, noun);
			after = later;
		}
	}
	checkUpdated(check, { noun, before, after, sent });
	await checkTime(check, noun, id, { before, after, method });
}

async function read(check: Check, noun: Noun, id: string): Promise<Json | undefined> {
	const operationId = `get${nameOf(noun)}`;
	return judgeRecord(check, operationId, await ask(check, operationId, { id }));
}

/** Rule 3 of the document: the source is the one that the create names. */
function checkSource(check: Check, { source }: Json): void {
	const id = 'createProject source';
	if (source === undefined) return check.findings.miss(id, 'the project has no source');
	const sentence = 'The source was sent as "api", but the service stored a different one.';
	say(
		check,
		id,
		source === FIRST.project.source ? [] : [sentence],
		placeOf.field('project', 'source'),
	);
}

/** @returns the method with which the service took the change, if it did */
async function update(
	check: Check,
	noun: Noun,
	id: string,
	body: Json,
): Promise<string | undefined> {
	const operationId = `update${nameOf(noun)}`;
	const { method } = operationNamed(operationId);
	const outcome = await ask(check, operationId, { id, body });
	const isOtherMethod = outcome.kind === 'answer' && [404, 405, 501].includes(outcome.status);
	const byPut = isOtherMethod
		? await ask(check, operationId, { id, body, method: 'PUT' })
		: undefined;
	if (!isOtherMethod || byPut === undefined || !isSuccess(byPut)) {
		judgeRecord(check, operationId, outcome);
		return isSuccess(outcome) ? method : undefined;
	}
	judgeRecord(check, operationId, byPut);
	const allow = outcome.headers.get('allow');
	const isNamed = outcome.status === 405 && /\bPUT\b/i.test(allow ?? '');
	const words = isNamed
		? 'Its Allow header names PUT, so the node uses that by itself.'
		: 'Its Allow header does not name PUT, so the node does not try it.';
	const sentence = `${method} was answered with ${outcome.status}, PUT works. ${words}`;
	check.findings.differ(`${operationId} address`, {
		sentence,
		places: placesOfAddress(operationId),
	});
	return 'PUT';
}

const isAsBefore = ({ before, after, sent }: Updated): boolean =>
	Object.keys(sent).every((name) => isDeepStrictEqual(before[name], after[name]));

function sayLate(check: Check, noun: Noun): void {
	const sentence = `A read right after an update still showed the ${noun} as it was before.`;
	check.findings.differ(`get${nameOf(noun)} answer`, { sentence, places: placeOf.record() });
}

/** What the update did to the record, apart from its time. */
function checkUpdated(check: Check, updated: Updated): void {
	const { noun, before, after, sent } = updated;
	const operationId = `update${nameOf(noun)}`;
	const lost = Object.keys(FIRST[noun]).filter(
		(name) => !(name in sent) && !isDeepStrictEqual(before[name], after[name]),
	);
	const words = `The update emptied or changed ${lost.join(', ')}, which ${lost.length === 1 ? 'was' : 'were'} not sent.`;
	say(check, `${operationId} rest`, lost.length === 0 ? [] : [words], placesOfAddress(operationId));
	const emptied = EMPTIED[noun];
	const isEmpty = (value: unknown) => value === undefined || value === null || value === '';
	if (isEmpty(before[emptied])) {
		check.findings.miss(`${operationId} emptying`, `the create did not store ${emptied}`);
	} else {
		const sentences = isEmpty(after[emptied]) ? [] : [`null did not empty ${emptied}.`];
		say(check, `${operationId} emptying`, sentences, placeOf.field(noun, emptied));
	}
	if (noun === 'project') checkReplaced(check, updated);
}

/** The address and the list of heating circuits are replaced as a whole. */
function checkReplaced(check: Check, { before, after }: Updated): void {
	const { address, heatingCircuits } = after;
	const sentences: string[] = [];
	if (!isJson(address) || address.city !== SECOND_ADDRESS.city) {
		sentences.push('The update did not change the address.');
	} else if (address.addressLine1 === FIRST_ADDRESS.addressLine1) {
		sentences.push('The address was merged with the one before, not replaced. That does no harm.');
	}
	const circuits = Array.isArray(heatingCircuits) ? heatingCircuits : [];
	const [first] = circuits as unknown[];
	const isReplaced =
		circuits.length === 1 &&
		isJson(first) &&
		first.flowTemperature === SECOND_CIRCUIT.flowTemperature;
	if (!isReplaced) {
		const words = `The list of heating circuits was not replaced: one was sent, ${circuits.length} came back.`;
		sentences.push(words);
	}
	say(check, 'ProjectUpdate', sentences, placeOf.replaced());
	const id = circuitIdOf(before);
	if (id === undefined || !isReplaced) {
		const reason = id === undefined ? 'heating circuits have no ID' : 'the list was not replaced';
		return check.findings.miss('updateProject circuits', reason);
	}
	const sentence = 'A heating circuit that was sent with its ID got a different ID.';
	const places = placeOf.field('project', 'heatingCircuits[].id');
	say(check, 'updateProject circuits', circuitIdOf(after) === id ? [] : [sentence], places);
}

/** The polling trigger finds an edited record by its updatedAt. */
async function checkTime(
	check: Check,
	noun: Noun,
	id: string,
	{ before, after, method }: { before: Json; after: Json; method: string },
): Promise<void> {
	const operationId = `update${nameOf(noun)}`;
	const timeOf = (record: Json | undefined) => Date.parse(String(record?.updatedAt));
	const first = timeOf(before);
	if (Number.isNaN(first)) return check.findings.miss(`${operationId} time`, 'it has no updatedAt');
	let isMoved = timeOf(after) > first;
	if (!isMoved) {
		// The create and the update may have happened in the same second.
		await sleep(PAUSE_MS);
		await ask(check, operationId, { id, body: LATER[noun], method });
		isMoved = timeOf(await read(check, noun, id)) > first;
	}
	const sentence =
		'updatedAt stayed as it was. The polling trigger cannot see that the record was edited.';
	say(check, `${operationId} time`, isMoved ? [] : [sentence], placeOf.field(noun, 'updatedAt'));
}

const say = (check: Check, id: string, sentences: readonly string[], places: readonly Place[]) =>
	settle(
		check,
		id,
		sentences.map((sentence) => ({ sentence, places })),
	);
