import type { INodeProperties } from 'n8n-workflow';
import { fieldNamed, labelOf } from '../../service/field';
import type { WritableRecord } from '../../service/record';
import { OMIT, toFieldValue } from '../../values/fieldValue';
import { comparableName, comparableText } from '../../values/text';
import type { Item } from '../item';

/** How a create-or-update finds the record that is meant. */
export interface Match {
	/** The field that is compared. */
	readonly on: string;
	/** What the person entered, without surrounding blanks. */
	readonly value: string;
	/** What is compared: in one Unicode form, of email addresses and IDs without regard to letter case. */
	readonly key: string;
}

/** Match On and Value to Match. */
export function matchParameters({ noun, fields, matchOn }: WritableRecord): INodeProperties[] {
	const labels = matchOn.map((name) => ({ name: labelOf(fieldNamed(fields, name)), value: name }));
	const [preset] = matchOn;
	return [
		{
			displayName: 'Match On',
			name: 'matchOn',
			type: 'options',
			// The same for all items, so that there is one list to find them in.
			noDataExpression: true,
			options: labels.sort((a, b) => a.name.localeCompare(b.name)),
			default: preset,
			description: `The field that tells which ${noun} is meant. Where several match, nothing is changed and an error lists them.`,
		},
		{
			displayName: 'Value to Match',
			name: 'matchValue',
			type: 'string',
			required: true,
			default: '',
			description: `The value of that field. A new ${noun} gets it.`,
		},
	];
}

/**
 * What an item is matched on.
 *
 * @throws NodeOperationError where it is empty, FieldError where it cannot be a value of the field
 */
export function readMatch(item: Item, record: WritableRecord): Match {
	const on = String(item.parameter('matchOn'));
	const given = item.parameter('matchValue', '');
	const text = typeof given === 'string' ? given.trim() : given;
	const field = record.fields.find(({ name }) => name === on);
	const value = field && text !== '' ? toFieldValue(field, text, item.run.timeZone) : OMIT;
	if (typeof value === 'string') return { on, value, key: matchKey(on, value) };
	throw item.error(
		'The value to match is empty, so it cannot be told which record is meant',
		`Fill in "Value to Match" with the ${on} of the record, or leave out the item.`,
	);
}

/** What is compared of a value: of email addresses and IDs without regard to letter case. */
export const matchKey = (on: string, value: unknown): string =>
	on === 'email' || on === 'id' ? comparableText(value) : comparableName(value);
