import type { IDataObject } from 'n8n-workflow';
import { listedRecordOf } from '../../../service/records/byNoun';
import type { RecordType, WritableRecord } from '../../../service/record';
import { inField } from '../../../values/parse/fieldError';
import type { Item } from '../../item';
import { idByHumanId, unknownHumanId } from './humanId';
import { chosenIn, isByHumanId, LocatorError } from './locator';

/** The record an item is about. */
export interface ChosenRecord {
	readonly id: string;
	/** As the person called it: its human ID or its ID. */
	readonly name: string;
}

/**
 * The record chosen in the locator of an item.
 *
 * @throws NodeOperationError where none was chosen, or what was chosen is none
 */
export async function chosenRecord(item: Item, record: WritableRecord): Promise<ChosenRecord> {
	const chosen = await chosenRecordIfAny(item, record);
	if (chosen !== undefined) return chosen;
	const { text } = chosenIn(item.parameter(`${record.noun}Id`));
	throw asItemError(item, unknownHumanId(record, text));
}

/** The same, or undefined where it is certain that no record has the human ID that was given. */
export async function chosenRecordIfAny(
	item: Item,
	record: WritableRecord,
): Promise<ChosenRecord | undefined> {
	const { noun } = record;
	try {
		const { by, text } = chosenIn(item.parameter(`${noun}Id`), noun);
		if (text === '') {
			throw new LocatorError(
				`No ${noun} was chosen`,
				`Choose a ${noun} from the list, or give its human ID, its ID, or a link that contains it.`,
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
 * The ID in the value of a locator, such as a filter's or a field's, for which a human ID is looked up.
 *
 * @returns an empty text where nothing was chosen
 * @throws LocatorError
 */
export async function resolveId(item: Item, noun: string, value: unknown): Promise<string> {
	const { by, text } = chosenIn(value, noun);
	const record = listedRecordOf(noun);
	if (by === 'id' || record === undefined) return text;
	const id = await idByHumanId(item, record, text);
	if (id === undefined) throw unknownHumanId(record, text);
	return id;
}

/**
 * The values of a record's fields, in which records that were chosen by their human IDs are named by their IDs.
 *
 * @throws FieldError naming the field whose human ID is that of no record
 */
export async function withIdsFound(
	item: Item,
	record: RecordType,
	given: IDataObject,
): Promise<IDataObject> {
	const found = { ...given };
	for (const field of record.fields) {
		const value = given[field.name];
		if (field.refersTo === undefined || !isByHumanId(value)) continue;
		try {
			found[field.name] = await resolveId(item, field.refersTo, value);
		} catch (error) {
			throw error instanceof LocatorError ? inField(field, error) : error;
		}
	}
	return found;
}
