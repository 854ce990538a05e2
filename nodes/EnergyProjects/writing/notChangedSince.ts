import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { DATE_HINT } from '../input/fields';
import type { Item } from '../run/item';
import type { StandardResource } from '../service/resource';
import { instantIn, toInstant } from '../values/dates';
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
		'Change nothing if the record was changed after this time, such as the "updatedAt" that the workflow read before it decided. The item then fails, and its error has the kind "changed".',
};

/**
 * The time after which a record must not have changed, in milliseconds since 1970; undefined if the item sets none.
 *
 * @throws NodeOperationError if it was added and comes out empty, since newer values could then be overwritten
 */
export function notChangedSince(item: Item): number | undefined {
	const { displayName, name } = notChangedSinceOption;
	const options = item.parameter('options', {}) as IDataObject;
	if (!(name in options)) return undefined;
	const given = options[name];
	if (isMissing(given) && item.isFilledInByModel('options', name)) return undefined;
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
	{ noun }: StandardResource,
	since: number | undefined,
	before: IDataObject,
): void {
	if (since === undefined) return;
	const changedAt = instantIn(before.updatedAt);
	if (changedAt === undefined)
		throw item.error(
			`The ${noun} does not say when it was changed, so "${notChangedSinceOption.displayName}" cannot be judged`,
			'Nothing was written. Remove the option to write all the same.',
		);
	if (changedAt <= since) return;
	throw item.error(
		`The ${noun} was changed at ${quoted(before.updatedAt)}, after the time in "${notChangedSinceOption.displayName}"`,
		'Nothing was written. Read the record again, and decide by what it holds now.',
		'changed',
	);
}
