import type { INodeProperties } from 'n8n-workflow';
import { choiceOf, fieldNamed, labelOf } from '../../service/field';
import type { Field } from '../../service/field';
import type { WritableRecord } from '../../service/record';
import { OMIT, toFieldValue } from '../../values/parse/fieldValue';
import { isMissing } from '../../values/objects';
import { comparableName, comparableText } from '../../values/text';
import type { Item } from '../item';
import { isMapped } from './dataMode';
import { placeholderOf } from './fieldParameter';

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
export function matchParameters(record: WritableRecord): INodeProperties[] {
	const { noun, fields, matchOn } = record;
	const choices = matchOn.map((name) => choiceOf(fieldNamed(fields, name)));
	const [defaultField] = matchOn;
	return [
		{
			displayName: 'Match On',
			name: 'matchOn',
			type: 'options',
			// The same for all items, so that there is one list to find them in.
			noDataExpression: true,
			options: choices.sort((a, b) => a.name.localeCompare(b.name)),
			default: defaultField,
			description: `The field that tells which ${noun} is meant. Where several match, nothing is changed, and the item fails and names them.`,
		},
		...matchOn.flatMap((name) => valueParameters(record, fieldNamed(fields, name))),
	];
}

/**
 * The value is asked for with words that fit the field. It is required only where it is filled in: n8n stops at an
 * empty required parameter, and a mapped item has the value in a field of its own.
 */
function valueParameters({ noun }: WritableRecord, field: Field): INodeProperties[] {
	const { name } = field;
	const ofNew =
		field.access === 'readOnly'
			? `The service gives it itself: where no ${noun} has it, the item fails.`
			: `A new ${noun} gets it.`;
	const parameter = {
		displayName: 'Value to Match',
		name: 'matchValue',
		type: 'string',
		default: '',
		placeholder: placeholderOf(field),
	} satisfies INodeProperties;
	const shownFor = (dataMode: string) => ({ show: { matchOn: [name], dataMode: [dataMode] } });
	return [
		{
			...parameter,
			required: true,
			displayOptions: shownFor('defineBelow'),
			description: `The ${labelOf(field)} of the ${noun}. ${ofNew}`,
		},
		{
			...parameter,
			displayOptions: shownFor('autoMapInputData'),
			description: `The ${labelOf(field)} of the ${noun}. Leave empty to take it from the field '${name}' of the item. ${ofNew}`,
		},
	];
}

/**
 * What an item is matched on. Where its fields are mapped, its own field of that name stands in for an empty value.
 *
 * @throws NodeOperationError where it is empty, FieldError where it cannot be a value of the field
 */
export function readMatch(item: Item, record: WritableRecord): Match {
	const on = String(item.parameter('matchOn'));
	const field = record.fields.find(({ name }) => name === on);
	const entered = item.parameter('matchValue', '');
	const isLeftToItem = isMapped(item) && isMissing(entered);
	const given = isLeftToItem ? item.json[on] : entered;
	const text = typeof given === 'string' ? given.trim() : given;
	const value = field && text !== '' ? toFieldValue(field, text, item.run.timeZone) : OMIT;
	if (typeof value === 'string') return { on, value, key: matchKey(on, value) };
	throw item.error(
		'The value to match is empty, so it cannot be told which record is meant',
		isLeftToItem
			? `Give the item a field "${on}" with the ${on} of the record, fill in "Value to Match", or leave out the item.`
			: `Fill in "Value to Match" with the ${on} of the record, or leave out the item.`,
	);
}

/** What is compared of a value: of email addresses and IDs without regard to letter case. */
export const matchKey = (on: string, value: unknown): string =>
	on === 'email' || on === 'id' ? comparableText(value) : comparableName(value);
