import { isDeepStrictEqual } from 'node:util';
import type { Outcome } from './answers/client.mts';
import { differencesFrom } from './answers/forms.mts';
import { isJson } from './answers/unwrap.mts';
import type { Json } from './answers/unwrap.mts';
import { Cleanup } from './cleanup.mts';
import { placeOf } from './facts/places.mts';
import { isPart } from './findings.mts';
import {
	ask,
	isSuccess,
	judgeAddress,
	judgeRecord,
	missAll,
	nounOf,
	operationNamed,
	placesOfAddress,
	settle,
	wordsOf,
} from './judge.mts';
import type { Check } from './judge.mts';
import { nameOf, NAMES } from './testRecords.mts';
import type { Noun } from './testRecords.mts';

const NOUNS: readonly Noun[] = ['customer', 'project'];
/** Every operation that writes, and what can only be seen by it. */
const WRITES = NOUNS.flatMap((noun) =>
	['create', 'update', 'delete'].map((verb) => `${verb}${nameOf(noun)}`),
);
const ONLY_BY_WRITES = ['Address', 'ProjectUpdate'];

const FIRST_ADDRESS = { addressLine1: 'Lindenstrasse 12', postalCode: '24103', city: 'Kiel' };
const SECOND_ADDRESS = { city: 'Flensburg' };
const FIRST_CIRCUITS = [
	{ name: 'Ground floor', flowTemperature: 35, returnTemperature: 28 },
	{ name: 'Upper floor', flowTemperature: 45, returnTemperature: 38 },
];
const SECOND_CIRCUITS = [{ name: 'Ground floor', flowTemperature: 36 }];

/** What changes in each record. */
const CHANGES: Readonly<Record<Noun, Json>> = {
	project: { address: SECOND_ADDRESS, heatingCircuits: SECOND_CIRCUITS },
	customer: { phoneNumber: '+49 431 5550100' },
};

/** Says of everything that only writes can show that it was not seen. */
export function missWrites(check: Check, reason: string): void {
	for (const operationId of WRITES) missAll(check, operationId, reason);
	for (const id of ONLY_BY_WRITES) check.findings.miss(id, reason);
}

/**
 * Creates, edits, reads and deletes one customer and one project, and cleans up whatever happens.
 *
 * @param stop ends it after the request that is under way, then it cleans up
 * @returns what it could not delete, in sentences for people
 */
export async function checkWrites(
	check: Check,
	companyId: string,
	stop: AbortSignal,
): Promise<readonly string[]> {
	const cleanup = new Cleanup(check.client.unstoppable());
	try {
		await cleanup.remember();
		for (const noun of NOUNS) {
			stop.throwIfAborted();
			await checkRecord(check, cleanup, noun, companyId, stop);
		}
	} catch (error) {
		if (!stop.aborted) throw error;
	} finally {
		await cleanup.run();
	}
	missWrites(check, 'a step before it failed');
	return cleanup.left;
}

/** The life of one record. */
async function checkRecord(
	check: Check,
	cleanup: Cleanup,
	noun: Noun,
	companyId: string,
	stop: AbortSignal,
): Promise<void> {
	const created = await create(check, cleanup, noun, companyId);
	const id = await cleanup.idOfCreated(noun, created);
	if (id === undefined) {
		const reason = `no ${noun} that was created could be found`;
		for (const verb of ['update', 'delete']) missAll(check, `${verb}${nameOf(noun)}`, reason);
		return;
	}
	stop.throwIfAborted();
	const isUpdated = await update(check, noun, id);
	stop.throwIfAborted();
	if (isUpdated) await lookAtUpdated(check, noun, id);
	stop.throwIfAborted();
	await remove(check, cleanup, noun, id);
}

async function create(
	check: Check,
	cleanup: Cleanup,
	noun: Noun,
	companyId: string,
): Promise<Json | undefined> {
	const operationId = `create${nameOf(noun)}`;
	const fields = {
		companyId,
		...NAMES[noun],
		...(noun === 'project' && { source: 'api', heatingCircuits: FIRST_CIRCUITS }),
	};
	const address = noun === 'project' ? FIRST_ADDRESS : SECOND_ADDRESS;
	cleanup.attempted(noun);
	const outcome = await ask(check, operationId, { body: { ...fields, address } });
	cleanup.answered(noun, outcome);
	const isRefused = outcome.kind === 'answer' && [400, 422].includes(outcome.status);
	if (!isRefused) {
		if (isSuccess(outcome)) check.findings.hold('Address');
		return judgeRecord(check, operationId, outcome);
	}
	const again = await ask(check, operationId, { body: { ...fields, address: null } });
	cleanup.answered(noun, again);
	if (isSuccess(again)) {
		const parts = Object.keys(address).join(', ');
		const sentence = `An address with ${parts} alone was ${wordsOf(outcome)}; without an address the ${noun} was created.`;
		check.findings.differ('Address', { sentence, places: placeOf.address() });
	}
	return judgeRecord(check, operationId, again);
}

/** @returns whether the service took the change */
async function update(check: Check, noun: Noun, id: string): Promise<boolean> {
	const operationId = `update${nameOf(noun)}`;
	const asked = { id, body: CHANGES[noun] };
	const outcome = await ask(check, operationId, asked);
	const isOtherMethod = outcome.kind === 'answer' && [404, 405, 501].includes(outcome.status);
	const byPut = isOtherMethod
		? await ask(check, operationId, { ...asked, method: 'PUT' })
		: undefined;
	if (!isOtherMethod || byPut === undefined || !isSuccess(byPut)) {
		judgeRecord(check, operationId, outcome);
		return isSuccess(outcome);
	}
	const { method } = operationNamed(operationId);
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
	return true;
}

/** Reads the record after the change: what it did to the parts that were not sent. */
async function lookAtUpdated(check: Check, noun: Noun, id: string): Promise<void> {
	const outcome = await ask(check, `get${nameOf(noun)}`, { id });
	const record = judgeRecord(check, `get${nameOf(noun)}`, outcome);
	if (record === undefined || noun !== 'project') return;
	const { name, address, heatingCircuits } = record;
	const sentences: string[] = [];
	if (name !== NAMES.project.name) {
		sentences.push('The update emptied or changed the name, which was not sent.');
	}
	if (!isJson(address) || address.city !== SECOND_ADDRESS.city) {
		sentences.push('The update did not change the address.');
	} else if (address.addressLine1 === FIRST_ADDRESS.addressLine1) {
		sentences.push('The address was merged with the one before, not replaced. That does no harm.');
	}
	const temperatures = Array.isArray(heatingCircuits)
		? heatingCircuits.map((circuit) => (isJson(circuit) ? circuit.flowTemperature : undefined))
		: [];
	if (
		!isDeepStrictEqual(
			temperatures,
			SECOND_CIRCUITS.map(({ flowTemperature }) => flowTemperature),
		)
	) {
		const words = `The list of heating circuits was not replaced: one was sent, ${temperatures.length} came back.`;
		sentences.push(words);
	}
	const places = placeOf.replaced();
	settle(
		check,
		'ProjectUpdate',
		sentences.map((sentence) => ({ sentence, places })),
	);
}

async function remove(check: Check, cleanup: Cleanup, noun: Noun, id: string): Promise<void> {
	const operationId = `delete${nameOf(noun)}`;
	const outcome = await ask(check, operationId, { id });
	const answer = judgeAddress(check, operationId, outcome);
	if (answer === undefined) return;
	judgeMessage(check, operationId, answer);
	if (await cleanup.isGone(noun, id, true)) return cleanup.deleted(noun, id);
	const sentence = `Nothing shows that the ${noun} is gone after it was deleted.`;
	check.findings.differ(`${operationId} answer`, {
		sentence,
		places: placesOfAddress(operationId),
	});
}

function judgeMessage(check: Check, operationId: string, outcome: Outcome): void {
	if (!isPart(`${operationId} answer`) || outcome.kind === 'failure') return;
	const { schema } = operationNamed(operationId);
	const { body } = outcome;
	const places = placesOfAddress(operationId);
	const differences =
		body.form === 'json'
			? differencesFrom(schema, nounOf(operationId), body.value).map(({ sentence }) => ({
					sentence,
					places,
				}))
			: [{ sentence: `The request was ${wordsOf(outcome)}.`, places }];
	settle(check, `${operationId} answer`, differences);
}
