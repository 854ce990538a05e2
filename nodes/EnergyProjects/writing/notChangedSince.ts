import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { optionsCollection } from '../http/parameters';
import { DATE_HINT } from '../input/fields';
import type { Item } from '../run/item';
import { recordKeyOf } from '../service/ids';
import type { StandardResource } from '../service/resource';
import { changedAtOf, isLater, toInstant } from '../values/dates';
import { isMissing } from '../values/objects';
import { quoted } from '../values/text';

/** Option of a change that was decided on before, by what was read then. */
export const notChangedSinceOption: INodeProperties = {
	displayName: 'Only If Not Changed Since',
	name: 'notChangedSince',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. {{ $json.updatedAt }}',
	hint: DATE_HINT,
	description:
		'Change nothing if the record was changed after this time, such as the "updatedAt" that the workflow read before it decided. The item then fails with the kind "changed", unless nothing would change.',
};

/**
 * The time after which a record must not have changed, in milliseconds since 1970; undefined if the item sets none.
 *
 * @throws NodeOperationError if it was added and comes out empty, since newer values could then be overwritten
 */
export function notChangedSince(item: Item): number | undefined {
	const { displayName, name } = notChangedSinceOption;
	const options = item.added(optionsCollection);
	if (!(name in options)) return undefined;
	const given = options[name];
	if (isMissing(given) && item.isFilledInByModel(optionsCollection.name, name)) return undefined;
	if (isMissing(given))
		throw item.error(
			`${displayName} is empty, so newer changes could be overwritten`,
			'Correct its expression, or remove the option.',
		);
	try {
		return toInstant(given, item.run.timeZone);
	} catch (error) {
		throw item.errorAbout(displayName, error as Error);
	}
}

/**
 * Refuses to change a record that somebody has changed since.
 *
 * @param since in milliseconds since 1970; undefined if the item does not ask
 * @param before the record as it is now
 * @throws NodeOperationError of the kind "changed"; of the kind "value" if the record does not say when it was changed
 */
export function refuseChanged(
	item: Item,
	resource: StandardResource,
	since: number | undefined,
	before: IDataObject,
): void {
	if (since === undefined) return;
	const { noun } = resource;
	if (changedAtOf(before) === undefined)
		throw item.error(
			`The ${noun} does not say when it was changed, so "${notChangedSinceOption.displayName}" cannot be judged`,
			'Nothing was written. Remove the option to write all the same.',
		);
	if (!isLater(changedByOthersAt(item, resource, before) ?? -Infinity, since)) return;
	throw item.error(
		`The ${noun} was changed at ${quoted(before.updatedAt)}, after the time in "${notChangedSinceOption.displayName}"`,
		'Nothing was written. Read the record again, and decide by what it holds now.',
		'changed',
	);
}

/** A change that this execution made itself: the time that the record then had, and the one before it, if that is known. */
interface OwnChange {
	readonly at: number;
	readonly before?: number;
}

/** The last one of each record, in any try of the node. */
const ownChanges = (item: Item) =>
	item.run.remembered('own changes', () => new Map<string, OwnChange>());

const nameOfRecord = ({ noun }: StandardResource, record: IDataObject) =>
	`${noun} ${recordKeyOf(record)}`;

/** When a record was last changed by somebody else, as far as it is known; in milliseconds since 1970. */
function changedByOthersAt(item: Item, resource: StandardResource, record: IDataObject) {
	const at = changedAtOf(record) ?? NaN;
	const own = ownChanges(item).get(nameOfRecord(resource, record));
	return own === undefined || isLater(at, own.at) ? at : own.before;
}

/** Remembers a change of this execution, so that its later items do not take it for one of somebody else. */
export function noteOwnChange(
	item: Item,
	resource: StandardResource,
	before: IDataObject | undefined,
	after: IDataObject,
): void {
	const at = changedAtOf(after);
	if (at === undefined) return;
	const since = before && changedByOthersAt(item, resource, before);
	ownChanges(item).set(nameOfRecord(resource, after), { at, before: since });
}
