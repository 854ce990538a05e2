// The one way in which anything is created, changed or deleted. Only here it is known that an item may only want to check,
// that a write may stay unclear, and what n8n's Retry On Fail must not do again.
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isRefusedContent, isUnclear } from '../http/errors';
import { readRecord } from '../reading/get';
import type { CollectedHint } from '../run/hints';
import type { Item } from '../run/item';
import { pathTo } from '../service/resource';
import type { StandardResource } from '../service/resource';
import { hasNoKeys, isMissing } from '../values/objects';
import { CHECK_ONLY, SYNC_RESULT } from '../values/output';
import { afterWrite } from './afterWrite';
import { circuitsTakenAway } from './circuits';
import { withoutUnknownParts } from './completing';
import type { Deletion, Plan, Saving, Written } from './plan';

export const checkOnlyOption: INodeProperties = {
	displayName: 'Check Only',
	name: CHECK_ONLY,
	type: 'boolean',
	default: false,
	description:
		'Whether to only say what would be done. Everything is read and checked as usual, but nothing is changed. Each item then has "checkOnly": true.',
};

/**
 * Carries out a plan, if the item does not only ask what would be done. It fails only if the service did not carry out the
 * write, or may not have.
 *
 * @throws the error of the request
 */
export async function write(item: Item, resource: StandardResource, plan: Plan): Promise<Written> {
	if (checksOnly(item)) {
		const before = await readForCheck(item, resource, plan);
		nameTakenAway(item, resource, plan, before);
		item.run.hint(NOTHING_WRITTEN);
		return checked(resource, plan, before);
	}
	if (plan.kind === 'update' && hasNoKeys(plan.body)) return unchanged(item, plan);
	if (plan.kind === 'delete') return deleted(plan, await send(item, resource, plan));
	const { answer, body } = await sendBody(item, resource, plan);
	nameTakenAway(item, resource, plan, plan.before);
	return await afterWrite(item, resource, { ...plan, body }, answer);
}

const NOTHING_WRITTEN =
	'Check Only is on: nothing was written. The output shows what would be done.';

const PARTS_REFUSED =
	'The service refused parts of an address or of circuits that it has itself and this node does not know. The change was sent without them: check in the service that they are still there.';

const TAKEN_AWAY: CollectedHint = {
	type: 'warning',
	words: (names) =>
		`Heating circuits that are removed, because no item names them: ${names}. To keep such circuits, set "Other Circuits" to "Keep".`,
};

/** Names the circuits that go, with the project that has them. */
function nameTakenAway(
	item: Item,
	resource: StandardResource,
	{ body = {}, id, about = id }: Plan,
	before: IDataObject = {},
): void {
	const names = circuitsTakenAway(resource, before, body);
	if (names.length > 0) item.run.collect(TAKEN_AWAY, `${names.join(' and ')} of ${about}`);
}

/**
 * Sends a create or an update. A service may refuse parts of an address or circuit that it has itself and this package does
 * not know: then once more without them.
 *
 * @returns the answer, and what was sent in the end
 */
async function sendBody(item: Item, resource: StandardResource, plan: Saving) {
	const attempt = async (body: IDataObject) => ({
		answer: await send(item, resource, { ...plan, body }),
		body,
	});
	return await attempt(plan.body).catch(async (error: unknown) => {
		const known = withoutUnknownParts(resource, plan.body);
		const isWhole = JSON.stringify(known) === JSON.stringify(plan.body);
		if (isWhole || plan.kind === 'create' || !isRefusedContent(error)) throw error;
		const written = await attempt(known);
		item.run.hint(PARTS_REFUSED, 'warning');
		return written;
	});
}

/**
 * Whether an item only asks what would be done.
 *
 * @throws NodeOperationError if the switch was added and comes out empty, also from a model: it would really be done
 */
function checksOnly(item: Item): boolean {
	const options = item.parameter('options', {}) as IDataObject;
	if (CHECK_ONLY in options && isMissing(options[CHECK_ONLY]))
		throw item.error(
			`${checkOnlyOption.displayName} is empty, so the changes would really be made`,
			'Correct its expression.',
		);
	return item.isOn(checkOnlyOption);
}

/** What marks an output as not done: nothing if it was done. */
export const checkMark = (item: Item): IDataObject =>
	checksOnly(item) ? { [CHECK_ONLY]: true } : {};

async function send(
	item: Item,
	{ endpoints, noun }: StandardResource,
	plan: Plan,
): Promise<unknown> {
	const { client, carriedOut } = item.run;
	const { kind, id, about, body, find } = plan;
	const sending = client.send(endpoints[kind], {
		path: id === undefined ? {} : pathTo({ noun }, id),
		body,
		about,
		expect: kind === 'delete' ? 'deleted' : 'written',
		isRepeatable: find !== undefined,
		itemIndex: item.index,
	});
	const answer = await sending.catch((error: unknown) => {
		if (isUnclear(error)) carriedOut.unclear.add(item.index);
		throw error;
	});
	carriedOut.written.add(item.index);
	return answer;
}

/** With Check Only, reading a record takes the place of writing it. */
const readForCheck = async (
	item: Item,
	resource: StandardResource,
	{ kind, id, about, before }: Plan,
): Promise<IDataObject | undefined> =>
	before !== undefined || id === undefined
		? before
		: await readRecord(item, resource, id, about, resource.endpoints[kind]);

/** What a plan would do, and the record as it would be. */
function checked({ namedBy }: StandardResource, plan: Plan, before: IDataObject = {}): Written {
	const mark = { [CHECK_ONLY]: true };
	if (plan.kind === 'delete')
		return { syncResult: 'deleted', after: {}, output: { deleted: false, id: plan.id, ...mark } };
	const { kind, body } = plan;
	const syncResult = kind === 'create' ? 'created' : hasNoKeys(body) ? 'unchanged' : 'updated';
	// What tells people which record it is, as far as it is known.
	const names = ['id', ...namedBy].filter((name) => !isMissing(before[name]));
	const named = Object.fromEntries(names.map((name) => [name, before[name]]));
	return {
		syncResult,
		after: { ...before, ...body },
		output: { ...named, ...body, [SYNC_RESULT]: syncResult, ...mark },
	};
}

/** Nothing differs, so nothing is sent. But an earlier try of the node may have changed it. */
function unchanged(item: Item, { before = {}, output }: Saving): Written {
	const syncResult = item.run.carriedOut.unclear.has(item.index) ? 'updated' : 'unchanged';
	return { syncResult, after: before, output: output.show(before) };
}

/** Returns `deleted: true`, as n8n's own nodes do, with the record's ID and the message of the service. */
function deleted({ id }: Deletion, answer: unknown): Written {
	const message = (answer as { message?: unknown } | undefined)?.message;
	const output = { deleted: true, id, ...(typeof message === 'string' && { message }) };
	return { syncResult: 'deleted', after: {}, output };
}
