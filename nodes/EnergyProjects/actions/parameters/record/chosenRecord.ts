import type { IDataObject } from 'n8n-workflow';
import type { ReadableRecord, RecordType } from '../../../service/record';
import { referredRecord } from '../../../service/records/referredRecord';
import { inField } from '../../../values/parse/fieldError';
import type { Item } from '../../item';
import { idByHumanId, unknownHumanId } from './humanId';
import { isByHumanId, locatorChoiceIn, LocatorError, waysToName } from './locator';

/** The record that an item is about. */
export interface ChosenRecord {
	readonly id: string;
	/** What the person called it: its human ID or its ID. */
	readonly name: string;
}

/**
 * The record chosen in the locator of an item.
 *
 * @throws NodeOperationError if none was chosen, or if there is no such record
 */
export async function chosenRecord(item: Item, record: ReadableRecord): Promise<ChosenRecord> {
	const chosen = await chosenRecordIfAny(item, record);
	if (chosen !== undefined) return chosen;
	const { text } = locatorChoiceIn(item.parameter(`${record.noun}Id`));
	throw asItemError(item, unknownHumanId(record, text));
}

/** The same, or undefined if it is certain that no record has the human ID that was given. */
export async function chosenRecordIfAny(
	item: Item,
	record: ReadableRecord,
): Promise<ChosenRecord | undefined> {
	const { noun } = record;
	try {
		const { by, text } = locatorChoiceIn(item.parameter(`${noun}Id`), record);
		if (text === '') {
			throw new LocatorError(
				`No ${noun} was chosen`,
				`Choose a ${noun} from the list, or enter ${waysToName(record)}.`,
			);
		}
		const id = by === 'id' ? text : await idByHumanId(item, record, text);
		return id === undefined ? undefined : { id, name: text };
	} catch (error) {
		throw asItemError(item, error);
	}
}

const asItemError = (item: Item, error: unknown): unknown =>
	error instanceof LocatorError ? item.error(error.message, error.advice) : error;

/**
 * The ID in the value of a locator, such as that of a filter or a field. A human ID is looked up.
 *
 * @param record left out if there is no list of such records
 * @returns an empty text if nothing was chosen
 * @throws LocatorError
 */
export async function resolveId(
	item: Item,
	value: unknown,
	record?: ReadableRecord,
): Promise<string> {
	const { by, text } = locatorChoiceIn(value, record);
	if (by === 'id' || record === undefined) return text;
	const id = await idByHumanId(item, record, text);
	if (id === undefined) throw unknownHumanId(record, text);
	return id;
}

/**
 * The values of a record's fields, with IDs in place of the human IDs by which other records were chosen. All else
 * is left out: an item can have many more keys than a record has fields.
 *
 * @throws FieldError naming the field if no record has the human ID
 */
export async function withHumanIdsResolved(
	item: Item,
	record: RecordType,
	given: IDataObject,
): Promise<IDataObject> {
	const resolved: IDataObject = {};
	for (const field of record.fields) {
		if (!(field.name in given)) continue;
		const value = given[field.name];
		resolved[field.name] = value;
		const referred = referredRecord(field);
		if (referred === undefined || !isByHumanId(value)) continue;
		try {
			resolved[field.name] = await resolveId(item, value, referred);
		} catch (error) {
			throw error instanceof LocatorError ? inField(field, error) : error;
		}
	}
	return resolved;
}
