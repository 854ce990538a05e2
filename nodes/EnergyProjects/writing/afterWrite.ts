import type { IDataObject } from 'n8n-workflow';
import type { CollectedHint } from '../run/hints';
import type { Item } from '../run/item';
import { isSameId, recordIdIn } from '../service/ids';
import { fieldOf, fieldsToAskFor, followsWrites, pathTo } from '../service/resource';
import type { StandardResource } from '../service/resource';
import { hasOwn, isEmpty, isMissing, isObject } from '../values/objects';
import { NOT_KEPT } from '../values/outputShape';
import { areAsBefore, notKept } from './comparing';
import type { Plan, Saving, Written } from './plan';

/**
 * The record after a create or an update, and what the person is shown of it. Never throws, since people would then run the
 * item again and write twice.
 *
 * @param answer what the service answered; undefined if nothing
 */
export async function afterWrite(
	item: Item,
	resource: StandardResource,
	plan: Saving,
	answer: unknown,
): Promise<Written> {
	const { kind, before = {}, body, output } = plan;
	const id = plan.id ?? recordIdIn(answer);
	const syncResult = pastOf(kind);
	const { returned, isWhole } = await returnedAfter(item, resource, plan, answer);
	// Computed fields and the time of the change follow from a write: their earlier values are out of date.
	const kept = Object.entries(before).filter(([name]) => !followsWrites(resource, name));
	// What the whole record leaves out is empty.
	const emptied = isWhole ? Object.fromEntries(Object.keys(body).map((name) => [name, null])) : {};
	const held = returned && { ...emptied, ...returned };
	const after = { ...Object.fromEntries(kept), ...body, ...(id && { id }), ...held };
	if (held === undefined) {
		item.run.hint(hintAbout(resource, id), 'warning');
		const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
		return { syncResult, after, output: { ...(id && { id }), ...sent } };
	}
	if (!isWhole) item.run.hint(hintAboutComputed(resource), 'warning');
	// A field of which nobody knows what it holds would come out as null.
	const isKnown = (key: string) =>
		fieldBehind(resource, key) in after ||
		(isWhole && !alwaysThere(resource).includes(fieldBehind(resource, key)));
	const shown = Object.entries({
		...output.show(after, returned),
		...fieldsSet(resource, plan, after),
	}).filter(([key]) => isKnown(key));
	const lost = notKept(resource, held, body);
	for (const name of lost) item.run.collect(LOST, fieldOf(resource, name)?.label ?? name);
	const isAsBefore = kind === 'update' && areAsBefore(resource, before, held, Object.keys(body));
	return {
		syncResult: isAsBefore ? 'unchanged' : syncResult,
		after,
		output: { ...Object.fromEntries(shown), ...(lost.length > 0 && { [NOT_KEPT]: lost }) },
	};
}

/**
 * What counts as the service's record after a write: its answer or, if that is not the whole record or lacks computed
 * fields that were chosen, the record read once. Undefined if neither is a record.
 */
async function returnedAfter(
	item: Item,
	resource: StandardResource,
	{ id: known, body, output }: Saving,
	answer: unknown,
): Promise<{ readonly returned?: IDataObject; readonly isWhole: boolean }> {
	const id = known ?? recordIdIn(answer);
	const answered = isRecord(resource, answer, id) ? answer : undefined;
	// A service may leave out what it does not hold: whether it has kept a value, only the whole record shows.
	const expected = Object.keys(body).filter((name) => !isEmpty(body[name]));
	const isWhole =
		[...alwaysThere(resource), ...expected].every(
			(name) => answered !== undefined && hasOwn(answered, name),
		) && output.computed.every((name) => answered?.[name] !== undefined);
	if (id === undefined || isWhole) return { returned: answered, isWhole };
	const request = { path: pathTo(resource, id), expect: 'record' } as const;
	const found = await item.read(resource.endpoints.get, request).catch(() => undefined);
	return isRecord(resource, found, id)
		? { returned: found, isWhole: true }
		: { returned: answered, isWhole: false };
}

/** What a write was, in a word of its output. */
export const pastOf = (kind: Plan['kind']) =>
	(({ create: 'created', update: 'updated', delete: 'deleted' }) as const)[kind];

/**
 * What the person set, as the service holds it now: in the simplified output too, so that one sees what is stored, also if it
 * was there before.
 */
export function fieldsSet(
	resource: StandardResource,
	{ kind, body, given, output }: Saving,
	after: IDataObject,
): IDataObject {
	if (output.mode !== 'simplified') return {};
	const set = { ...given, ...body };
	const isSet = (name: string) => {
		const { createdWith, defaultsTo } = fieldOf(resource, name) ?? {};
		const isOwn = createdWith === undefined && defaultsTo === undefined;
		// A new record has null in the place of what it need not have.
		return isOwn && !(kind === 'create' && isMissing(set[name]));
	};
	return Object.fromEntries(
		Object.keys(set)
			.filter(isSet)
			.map((name) => [name, after[name] ?? null]),
	);
}

/** The field that a key of the simplified output comes from; any other key is the name of its field. */
const fieldBehind = ({ simplified }: StandardResource, key: string): string =>
	(simplified.find((path) => path.endsWith(`.${key}`)) ?? key).split('.')[0];

const LOST: CollectedHint = {
	type: 'warning',
	words: (names) =>
		`The service did not keep everything as it was sent: ${names}. The items name these fields in "${NOT_KEPT}", and show what the service has instead.`,
};

/** The fields of the simplified output without which an answer is only a part of the record. */
const alwaysThere = (resource: StandardResource): string[] =>
	resource.simplified.filter((name) => {
		const field = fieldOf(resource, name);
		return field !== undefined && field.nullable !== true;
	});

/** Whether an answer is the record with this ID, and not only its ID or a message. */
const isRecord = (
	resource: StandardResource,
	answer: unknown,
	id: string | undefined,
): answer is IDataObject =>
	isObject(answer) &&
	isSameId(recordIdIn(answer), id) &&
	fieldsToAskFor(resource).every(({ name, nullable }) => nullable === true || name in answer);

const hintAbout = ({ noun }: StandardResource, id: string | undefined) =>
	id === undefined
		? `A ${noun} was created, but the service did not tell its ID. The output shows what was sent: look for the ${noun} in the service.`
		: `A ${noun} was written, but the service did not return it, and the node could not read it afterwards. The output shows its ID and what was sent.`;

const hintAboutComputed = ({ noun }: StandardResource) =>
	`A ${noun} was written, but the node could not read it afterwards. The output does not include what the service did not return, such as the fields that it computes. To get it, read the ${noun} with "Get".`;
