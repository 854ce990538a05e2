// The one way in which anything is created, changed or deleted. Only here it is known that an item may only want to check,
// that a write may stay unclear, and what n8n's Retry On Fail must not do again.
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { GONE_WHEN_ASKED_AGAIN } from '../http/client';
import { isRefusedContent, isUnclear } from '../http/errors';
import { optionsCollection } from '../http/parameters';
import { readRecord } from '../reading/get';
import type { CollectedHint } from '../run/hints';
import type { Item } from '../run/item';
import { comparableId } from '../service/ids';
import { pathTo } from '../service/resource';
import type { StandardResource } from '../service/resource';
import { hasNoKeys, isMissing } from '../values/objects';
import { CHECK_ONLY, SYNC_RESULT } from '../values/outputShape';
import { afterWrite, fieldsSet, pastOf } from './afterWrite';
import { circuitsTakenAway } from './circuits';
import { withoutUnknownParts } from './completing';
import { noteOwnChange } from './notChangedSince';
import type { Plan, Saving, Written } from './plan';

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
	if (checksOnly(item)) return await check(item, resource, plan);
	if (plan.kind === 'delete') return deleted(plan.id, await send(item, resource, plan));
	if (plan.kind === 'update' && hasNoKeys(plan.body)) return unchanged(item, resource, plan);
	const { answer, body } = await sendBody(item, resource, plan);
	nameTakenAway(item, resource, plan, plan.before);
	const written = await afterWrite(item, resource, { ...plan, body }, answer);
	noteOwnChange(item, resource, plan.before, written.after);
	return written;
}

/** The key of the turns in which a record is changed: each reads what the one before it has written. */
export const turnOf = ({ noun }: StandardResource, id: string): string =>
	`${noun} ${comparableId(id)}`;

const NOTHING_WRITTEN =
	'Check Only is on: nothing was written. The output shows what would be done.';

const PARTS_REFUSED =
	'The service refused parts of an address or of circuits that it has itself and this node does not know. The change was sent without them: check in the service that they are still there.';

const TAKEN_AWAY: CollectedHint = {
	type: 'warning',
	words: (names) =>
		`Heating circuits that are removed, because no item names them: ${names}. To keep such circuits, set "Other Circuits" to "Keep", and do not clear the field.`,
};

/** Names the circuits that go, with the project that has them. */
function nameTakenAway(
	item: Item,
	resource: StandardResource,
	{ body, id, about = id }: Saving,
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
export function checksOnly(item: Item): boolean {
	const options = item.added(optionsCollection);
	if (CHECK_ONLY in options && isMissing(options[CHECK_ONLY]))
		throw item.error(
			`${checkOnlyOption.displayName} is empty, so the changes would really be made`,
			'Correct its expression.',
		);
	return item.isOn(checkOnlyOption);
}

/** What marks an output as not done: nothing if it was done. */
export const checkMark = (item: Item): IDataObject => (checksOnly(item) ? CHECKED : {});

async function send(
	item: Item,
	{ endpoints, noun }: StandardResource,
	plan: Plan,
): Promise<unknown> {
	const { client, carriedOut } = item.run;
	const { kind, id, about } = plan;
	const { body, isRepeatable } = plan.kind === 'delete' ? {} : plan;
	const sending = client.send(endpoints[kind], {
		path: id === undefined ? {} : pathTo({ noun }, id),
		body,
		about,
		expect: kind === 'delete' ? 'deleted' : 'written',
		isRepeatable,
		itemIndex: item.index,
	});
	const answer = await sending.catch((error: unknown) => {
		if (isUnclear(error)) carriedOut.unclear.set(item.index, plan);
		throw error;
	});
	carriedOut.written.add(item.index);
	return answer;
}

/** What a plan would do. Reading the record takes the place of writing it. */
async function check(item: Item, resource: StandardResource, plan: Plan): Promise<Written> {
	const { kind, id, about } = plan;
	const known = plan.kind === 'delete' ? undefined : plan.before;
	const before =
		known === undefined && id !== undefined
			? await readRecord(item, resource, id, about, resource.endpoints[kind])
			: known;
	item.run.hint(NOTHING_WRITTEN);
	if (plan.kind === 'delete') {
		const output = { deleted: false, id, ...namesIn(resource, before), ...CHECKED };
		return { syncResult: 'deleted', after: {}, output };
	}
	nameTakenAway(item, resource, plan, before);
	return wouldBe(resource, plan, before);
}

const CHECKED = { [CHECK_ONLY]: true };

/** What tells people which record it is, as far as it is known. */
function namesIn({ namedBy }: StandardResource, record: IDataObject = {}): IDataObject {
	const names = ['id', ...namedBy].filter((name) => !isMissing(record[name]));
	return Object.fromEntries(names.map((name) => [name, record[name]]));
}

/** A record as it would be after a create or an update. */
function wouldBe(
	resource: StandardResource,
	{ kind, body }: Saving,
	before: IDataObject = {},
): Written {
	const syncResult = kind === 'create' ? 'created' : hasNoKeys(body) ? 'unchanged' : 'updated';
	return {
		syncResult,
		after: { ...before, ...body },
		output: { ...namesIn(resource, before), ...body, [SYNC_RESULT]: syncResult, ...CHECKED },
	};
}

/** Nothing differs, so nothing is sent. But an earlier try of the node may have written it. */
function unchanged(item: Item, resource: StandardResource, plan: Saving): Written {
	const { before = {}, output } = plan;
	const earlier = item.run.carriedOut.unclear.get(item.index);
	return {
		syncResult: earlier === undefined ? 'unchanged' : pastOf(earlier.kind),
		after: before,
		output: { ...output.show(before), ...fieldsSet(resource, plan, before) },
	};
}

/** Returns `deleted: true`, as n8n's own nodes do, with the record's ID and the message of the service. */
function deleted(id: string, answer: unknown): Written {
	const message = (answer as { message?: unknown } | undefined)?.message;
	const output = { deleted: true, id, ...(typeof message === 'string' && { message }) };
	return { syncResult: 'deleted', after: {}, output };
}

/**
 * What an earlier try of the node has deleted, although no answer came: now there is no such record.
 *
 * @returns undefined if no earlier try may have deleted it
 */
export function deletedBefore({ run: { carriedOut }, index }: Item): IDataObject | undefined {
	const earlier = carriedOut.unclear.get(index);
	if (earlier?.id === undefined) return undefined;
	carriedOut.written.add(index);
	return deleted(earlier.id, { message: GONE_WHEN_ASKED_AGAIN }).output;
}
