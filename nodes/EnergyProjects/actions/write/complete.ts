import type { GenericValue, IDataObject } from 'n8n-workflow';
import { labelOf } from '../../service/field';
import type { Field } from '../../service/field';
import { requiredFields, writableFields } from '../../service/record';
import type { RecordType } from '../../service/record';
import { isBlank, isObject } from '../../values/objects';
import type { Item } from '../item';

/**
 * The body of a create: what was set, and what else the service wants. A new record has nothing to clear. An empty
 * company is the company of the credential, and an empty address is sent as null.
 *
 * @throws NodeOperationError naming a required field that is empty
 */
export async function completeForCreate(
	item: Item,
	record: RecordType,
	given: IDataObject,
): Promise<IDataObject> {
	const complete = withoutCleared(given);
	for (const { name, createdWith } of writableFields(record)) {
		if (createdWith !== undefined) complete[name] = createdWith;
	}
	const empty = requiredFields(record).filter(
		({ name }) => complete[name] === undefined || isBlank(complete[name]),
	);
	const missing = empty.find((field) => field.nullable !== true && field.defaultsTo === undefined);
	if (missing !== undefined) {
		throw item.error(
			`${labelOf(missing)} (${missing.name}) is empty, but a new ${record.noun} must have it`,
			'Fill in this field, or leave out the item.',
		);
	}
	for (const { name, defaultsTo } of empty) {
		complete[name] = defaultsTo === undefined ? null : await defaultValues[defaultsTo](item);
	}
	return complete;
}

const defaultValues: Record<
	NonNullable<Field['defaultsTo']>,
	(item: Item) => Promise<GenericValue>
> = {
	companyOfCredential: async (item) => {
		const { id } = await item.account();
		if (typeof id === 'string') return id;
		throw item.error(
			'The service did not say which company the credential belongs to',
			'Add the field "Company ID" and fill it in, or check the credential.',
		);
	},
};

const withoutCleared = (given: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(given)
			.filter(([, value]) => value !== null)
			.map(([name, value]) => [name, isObject(value) ? withoutEmptyParts(value) : value]),
	);

const withoutEmptyParts = (parts: IDataObject) => {
	const filled = Object.entries(parts).filter(([, part]) => part !== '');
	return filled.length === 0 ? null : Object.fromEntries(filled);
};
