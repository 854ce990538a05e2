import type { Outcome } from '../answers/client.mts';
import { differencesFrom } from '../answers/forms.mts';
import type { Json } from '../answers/unwrap.mts';
import { Cleanup } from './cleanup.mts';
import { placeOf } from '../facts/places.mts';
import { isPart } from '../findings.mts';
import {
	ask,
	isSuccess,
	judgeAddress,
	failAll,
	judgeRecord,
	missAll,
	nounOf,
	operationNamed,
	placesOfAddress,
	settle,
	wordsOf,
} from '../judge.mts';
import type { Check } from '../judge.mts';
import { FIRST } from './fields.mts';
import { nameOf } from './testRecords.mts';
import type { Noun } from './testRecords.mts';
import { checkUpdate } from './updates.mts';

const NOUNS: readonly Noun[] = ['customer', 'project'];
/** Every operation that writes, and what only this operation can show. */
const WRITES = NOUNS.flatMap((noun) =>
	['create', 'update', 'delete'].map((verb) => `${verb}${nameOf(noun)}`),
);
const ONLY_BY_WRITES = ['Address', 'ProjectUpdate'];

/** Notes for everything that only writes can show that it was not seen. */
export function missWrites(check: Check, reason: string): void {
	for (const operationId of WRITES) missAll(check, operationId, reason);
	for (const id of ONLY_BY_WRITES) check.findings.miss(id, reason);
}

/** What became of the test records. */
export interface Written {
	/** What may still be there, in sentences for people. */
	readonly left: readonly string[];
	/** Whether anything was created, or may have been. */
	readonly isCreated: boolean;
}

/**
 * Creates, edits, reads and deletes one customer and one project, and cleans up whatever happens.
 *
 * @param stop ends the check after the request that is under way; then it cleans up
 */
export async function checkWrites(
	check: Check,
	companyId: string,
	stop: AbortSignal,
): Promise<Written> {
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
	return { left: cleanup.left, isCreated: cleanup.isNeeded };
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
		const isRefused = cleanup.isRefused(noun);
		const reason = isRefused
			? `no ${noun} was created`
			: `no ${noun} that was created could be found`;
		const say = isRefused ? missAll : failAll;
		for (const verb of ['update', 'delete']) say(check, `${verb}${nameOf(noun)}`, reason);
		return;
	}
	stop.throwIfAborted();
	await checkUpdate(check, noun, id);
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
	const fields = { companyId, ...FIRST[noun] };
	cleanup.attempted(noun);
	const outcome = await ask(check, operationId, { body: fields });
	cleanup.answered(noun, outcome);
	const isRefused = outcome.kind === 'answer' && [400, 422].includes(outcome.status);
	if (!isRefused) {
		if (isSuccess(outcome)) check.findings.hold('Address');
		return judgeRecord(check, operationId, outcome);
	}
	const again = await ask(check, operationId, { body: { ...fields, address: null } });
	cleanup.answered(noun, again);
	if (isSuccess(again)) {
		const parts = Object.keys(FIRST[noun].address as Json).join(', ');
		const sentence = `An address with ${parts} alone was ${wordsOf(outcome)}; without an address the ${noun} was created.`;
		check.findings.differ('Address', { sentence, places: placeOf.address() });
	}
	return judgeRecord(check, operationId, again);
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
