import type { INodeProperties } from 'n8n-workflow';
import { choiceOf, fieldNamed, labelOf } from '../../service/field';
import type { Field } from '../../service/field';
import type { MatchableRecord } from '../../service/record';
import { comparableEmail } from '../../values/parse/email';
import { OMIT, toFieldValue } from '../../values/parse/fieldValue';
import { isMissing } from '../../values/objects';
import { comparableName, comparableText } from '../../values/text';
import type { Item } from '../item';
import { isMapped } from './dataMode';
import { placeholderOf } from './fieldParameter';

/** How a create-or-update finds the record. */
export interface Match {
	/** The field that is compared. */
	readonly on: string;
	/** What the person entered, without surrounding blanks. */
	readonly value: string;
	/** What is compared: in one Unicode form, and in lower case unless it is a name. */
	readonly key: string;
}

/** Match On and Value to Match. */
export function matchParameters(record: MatchableRecord): INodeProperties[] {
	const { noun, fields, matchOn } = record;
	const choices = matchOn.map((name) => choiceOf(fieldNamed(fields, name)));
	const [defaultField] = matchOn;
	return [
		{
			displayName: 'Match On',
			name: 'matchOn',
			type: 'options',
			// The same for all items, so that one list is enough to find them all.
			noDataExpression: true,
			options: choices.sort((a, b) => a.name.localeCompare(b.name)),
			default: defaultField,
			description: `The field to find the ${noun} by. If several match, nothing is changed, and the item fails with an error that names them.`,
		},
		...matchOn.flatMap((name) => valueParameters(record, fieldNamed(fields, name))),
	];
}

/**
 * Value to Match, described for this field. It is required only if the fields are filled in: n8n stops at a required
 * parameter that is empty, and a mapped item has the value among its fields.
 */
function valueParameters({ noun }: MatchableRecord, field: Field): INodeProperties[] {
	const { name } = field;
	const ifNew =
		field.access === 'readOnly'
			? `Only the service can assign it: if no ${noun} has it, the item fails.`
			: `A new ${noun} gets this value.`;
	const parameter = {
		displayName: 'Value to Match',
		name: 'matchValue',
		type: 'string',
		default: '',
	} satisfies INodeProperties;
	const shownFor = (dataMode: string) => ({ show: { matchOn: [name], dataMode: [dataMode] } });
	return [
		{
			...parameter,
			required: true,
			placeholder: placeholderOf(field),
			displayOptions: shownFor('defineBelow'),
			description: `The ${labelOf(field)} of the ${noun}. ${ifNew}`,
		},
		{
			...parameter,
			// No example: the value is usually left to the item.
			placeholder: `Leave empty for the item's ${field.label}`,
			displayOptions: shownFor('autoMapInputData'),
			description: `The ${labelOf(field)} of the ${noun}. Leave empty to take it from the field '${name}' of the item. ${ifNew}`,
		},
	];
}

/**
 * What an item is matched on. If its fields are mapped and the value is empty, its field of that name is used.
 *
 * @throws NodeOperationError if it is empty, FieldError if it cannot be a value of the field
 */
export function readMatch(item: Item, record: MatchableRecord): Match {
	const on = String(item.parameter('matchOn'));
	const field = record.fields.find(({ name }) => name === on);
	const entered = item.parameter('matchValue', '');
	const isLeftToItem = isMapped(item) && isMissing(entered);
	const given = isLeftToItem ? item.json[on] : entered;
	const text = typeof given === 'string' ? given.trim() : given;
	const value = field && text !== '' ? toFieldValue(field, text, item.run.timeZone) : OMIT;
	if (typeof value === 'string') return { on, value, key: matchKey(on, value) };
	throw item.error(
		'The value to match is empty, so the node cannot tell which record is meant',
		isLeftToItem
			? `Add a field "${on}" with the ${on} of the record to the item, fill in "Value to Match", or leave out the item.`
			: `Fill in "Value to Match" with the ${on} of the record, or leave out the item.`,
	);
}

/** What is compared of a value. In email addresses, IDs and human IDs, letter case does not count. */
export function matchKey(on: string, value: unknown): string {
	if (on === 'email') return comparableEmail(value);
	return on === 'id' || on === 'humanId' ? comparableText(value) : comparableName(value);
}
