import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { upsertParameters } from '../input/fields';
import { changeOptions, keepsOtherCircuits } from '../input/options';
import { readRecord } from '../reading/get';
import { outputParameters, readOutput } from '../reading/output';
import type { Output } from '../reading/output';
import type { Item } from '../run/item';
import type { Operation } from '../run/operation';
import { recordIdIn } from '../service/ids';
import type { StandardResource } from '../service/resource';
import { hasNoKeys, isMissing } from '../values/objects';
import { syncedSchema, SYNC_RESULT } from '../values/outputShape';
import { quoted } from '../values/text';
import { changesBetween, needsRecord } from './completing';
import { completeForCreate } from './create';
import { findMatch, matchIndex, turnOfMatch, writeAndLearn } from './matchIndex';
import type { MatchIndex } from './matchIndex';
import { isMatch, matchParameters, readMatched } from './matching';
import type { Matched } from './matching';
import type { Saving } from './plan';
import { notChangedSince, notChangedSinceOption, refuseChanged } from './notChangedSince';
import { checkOnlyOption, checksOnly, turnOf } from './write';

const ifFoundOption: INodeProperties = {
	displayName: 'If Found',
	name: 'ifFound',
	type: 'options',
	options: [
		{ name: 'Update', value: 'update' },
		{ name: 'Leave as It Is', value: 'leave' },
	],
	default: 'update',
	description:
		'What to do with a record that matches: update it, or only return it (find or create)',
};

/**
 * Creates the record if none matches, updates the one that does, and sends nothing if nothing differs. The service has no
 * such operation, so this uses its list, create and update.
 */
export const createOrUpdateOperation = (resource: StandardResource): Operation => ({
	name: 'Create or Update',
	value: 'upsert',
	action: `Create or update ${resource.noun}`,
	description: `Create a new ${resource.noun}, or update the current one if it already exists (upsert)`,
	properties: [
		...matchParameters(resource),
		...upsertParameters(resource),
		...outputParameters(resource),
	],
	options: [...changeOptions(resource), ifFoundOption, notChangedSinceOption, checkOnlyOption],
	onRerun: 'Run the node again: what was carried out is found, and nothing is created twice.',
	outputSchema: syncedSchema(resource),
	execute: async (item) => await createOrUpdate(item, resource),
});

/**
 * One item, from what it asks for to what came of it:
 *
 * 1. What it matches on and what it sets are read; everything that is wrong is said at once (matching).
 * 2. Items with the same value to match go one after the other, in their order, across all executions of this process.
 * 3. The first item reads the whole list, and every item finds its record in it (matchIndex).
 * 4. Several records that match are an error; so is none if the list may lack one, or if an earlier item may have created it.
 * 5. With a match, what differs is planned. If an address or circuits are to be completed, or it must not have changed, the record is read just before.
 * 6. Without a match, a new record is planned, with all that the service asks for.
 * 7. The first create goes alone, until the service has shown that it keeps the value to match.
 * 8. The plan is carried out, or only checked (write).
 * 9. The list learns what was written: a later item with the same value finds it.
 * 10. If the service kept another value, the item fails, and nothing more is created.
 */
async function createOrUpdate(item: Item, resource: StandardResource): Promise<IDataObject[]> {
	const output = readOutput(item, resource);
	const matched = await item.run.inItemOrder(readMatched(item, resource));
	return await item.inTurn(turnOfMatch(resource, matched), async () => {
		const matchable = await matchIndex(item, resource, matched.way);
		const listed = await findMatch(matchable, item, matched);
		const carryOut = async () => {
			const plan =
				listed === undefined
					? await planCreate(item, resource, matched, output)
					: await planUpdate(item, matchable, matched, output, listed);
			return await writeAndLearn(matchable, item, matched, plan, listed);
		};
		const id = recordIdIn(listed);
		const { output: shown, syncResult } =
			id === undefined ? await carryOut() : await item.inTurn(turnOf(resource, id), carryOut);
		return [{ ...shown, [SYNC_RESULT]: syncResult }];
	});
}

async function planCreate(
	item: Item,
	resource: StandardResource,
	matched: Matched,
	output: Output,
): Promise<Saving> {
	const { values, shown, body: given, unrecognised } = matched;
	const input = { body: { ...values, ...given }, problems: new Map(), unrecognised };
	const body = await completeForCreate(item, resource, input).catch((error: unknown) => {
		if (error instanceof NodeOperationError)
			error.message = `No ${resource.noun} has ${shown}, so it would be created. ${error.message}`;
		throw error;
	});
	return { kind: 'create', body, given, output, isRepeatable: true };
}

/** The list may be old by now: what completes an address or circuits is read just before the write. */
async function planUpdate(
	item: Item,
	matchable: MatchIndex,
	matched: Matched,
	output: Output,
	listed: IDataObject,
): Promise<Saving> {
	const { resource } = matchable;
	// With Check Only, an earlier item may "create" what this one updates: it has no ID.
	const id = recordIdIn(listed);
	const about = isMissing(listed.humanId) ? undefined : quoted(listed.humanId).trim();
	const plan = { kind: 'update', id, about, output, given: matched.body } as const;
	if (item.choice(ifFoundOption) === 'leave')
		return { ...plan, before: listed, body: {}, given: {} };
	const keepsOthers = keepsOtherCircuits(item);
	const since = notChangedSince(item);
	const changes = changesBetween(resource, listed, matched.body, keepsOthers);
	const differing = Object.keys(changes).map((name) => [name, matched.body[name]]);
	const isAskedNow = since !== undefined && !hasNoKeys(changes);
	// With Check Only, an earlier item may have changed it: nothing but the index knows that.
	const isOnlyKnown = checksOnly(item) && matchable.written.has(listed);
	const isRead = isAskedNow || needsRecord(resource, Object.fromEntries(differing));
	if (id === undefined || isOnlyKnown || !isRead) return { ...plan, before: listed, body: changes };
	const before = await readRecord(item, resource, id);
	const body = changesBetween(resource, before, matched.body, keepsOthers);
	// If the record already says what is wanted, there is nothing to decide.
	if (!hasNoKeys(body)) refuseChanged(item, resource, since, before);
	if (!isMatch(resource, matched, before))
		throw item.error(
			`The ${resource.noun} with ${matched.shown} has changed since the list was read, and no longer matches`,
			'Nothing was written. Run the item again.',
			'temporary',
		);
	return { ...plan, before, body };
}
