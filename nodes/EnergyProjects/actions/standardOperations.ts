import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Item } from '../items/item';
import { chosenRecord, enteredIn, isNoSuchRecord, locator, noSuchRecord } from '../items/locator';
import { checkOnlyOption, checksOnly } from '../items/options';
import { outputParameters, readOutput } from '../items/output';
import { comparableId } from '../service/ids';
import { pathTo } from '../service/record';
import type { StandardRecord } from '../service/record';
import { deletedSchema, simplifiedSchema } from '../values/output';
import { CHECKED, simulate, simulatedRecord } from './checkOnly';
import { emptyItemChoice } from './getMany';
import type { includeCustomer } from './includeCustomer';
import type { Operation } from './operation';
import { upsertOperation } from './upsert';
import { createOperation, inTurn, readRecord, updateOperation } from './write';

/**
 * The operations that work the same for every record.
 *
 * @param described what Get returns besides the record; continues its description
 */
export const standardOperations = (
	record: StandardRecord,
	described = '',
	addition?: typeof includeCustomer,
): Operation[] => [
	createOperation(record),
	upsertOperation(record),
	deleteOperation(record),
	getOperation(record, described, addition),
	updateOperation(record),
];

const ifNotFoundOption = (...choices: INodePropertyOptions[]): INodeProperties => ({
	displayName: 'If Not Found',
	name: 'ifNotFound',
	type: 'options',
	options: choices,
	default: 'fail',
	description: 'What to do if no record has the ID or Human ID',
});

const FAIL = { name: 'Fail', value: 'fail' };
const GO_ON = 'goOn';
const getOption = ifNotFoundOption(FAIL, emptyItemChoice);
const deleteOption = ifNotFoundOption(FAIL, { name: 'Go On', value: GO_ON });

/** Service document, section Endpoints, "Get project by id" and "Get customer by id". */
const getOperation = (
	record: StandardRecord,
	described: string,
	addition?: typeof includeCustomer,
): Operation => ({
	name: 'Get',
	value: 'get',
	action: `Get ${record.noun}`,
	description: `Retrieve a ${record.noun} by its ID or Human ID${described}`,
	properties: [{ ...locator(record), required: true }, ...outputParameters(record)],
	options: [...(addition === undefined ? [] : [addition.option]), getOption],
	outputSchema: simplifiedSchema(record),
	async execute(item) {
		const { show } = readOutput(item, record);
		const read = async () => {
			const { id, name: about } = await chosenRecord(item, record);
			const request = { path: pathTo(record, id), about, expect: 'record' } as const;
			return (await item.send(record.endpoints.get, request)) as IDataObject;
		};
		const json = await read().catch((error: unknown) => {
			const isAsked = item.choice(getOption) === emptyItemChoice.value;
			if (isAsked && isNoSuchRecord(error)) return undefined;
			throw error;
		});
		if (json === undefined) return [{}];
		return (await addition?.addTo(item, [json], [show(json)])) ?? [show(json)];
	},
});

/** Service document, section Endpoints, "Delete project" and "Delete customer": it cannot be undone. */
const deleteOperation = (record: StandardRecord): Operation => ({
	name: 'Delete',
	value: 'delete',
	action: `Delete ${record.noun}`,
	description: `Delete a ${record.noun} permanently`,
	properties: [
		{
			displayName: `Deleting a ${record.noun} cannot be undone`,
			name: 'deletionNotice',
			type: 'notice',
			default: '',
		},
		{ ...locator(record), required: true },
	],
	outputSchema: deletedSchema,
	options: [deleteOption, checkOnlyOption],
	async execute(item) {
		const deleteOrCheck = async () => {
			const { id, name: about } = await inTurn(item, chosenRecord(item, record));
			return await item.run.oneByOne(`record ${comparableId(id)}`, async () =>
				checksOnly(item)
					? await checkDeletion(item, record, id, about)
					: await deleteRecord(item, record, id, about),
			);
		};
		return [
			await deleteOrCheck().catch((error: unknown) => {
				// An earlier try of the node may have deleted it: that it is gone says nothing then.
				const isUnclear = item.run.unclear.has(item.index);
				if (isUnclear || !isNoSuchRecord(error) || item.choice(deleteOption) !== GO_ON) throw error;
				const id = enteredIn(item.parameter(`${record.noun}Id`));
				const { message } = error as Error;
				return { deleted: false, id, message, ...(checksOnly(item) && CHECKED) };
			}),
		];
	},
});

/** Returns `deleted: true`, as n8n's own nodes do, with the record's ID and the message of the service. */
async function deleteRecord(item: Item, record: StandardRecord, id: string, about: string) {
	const request = { path: pathTo(record, id), about, expect: 'deleted' } as const;
	const answer = await item.send(record.endpoints.delete, request);
	const message = (answer as { message?: unknown } | undefined)?.message;
	return { deleted: true, id, ...(typeof message === 'string' && { message }) };
}

/** Whether the record can be deleted: it exists, and no earlier item would delete it. */
async function checkDeletion(item: Item, record: StandardRecord, id: string, about: string) {
	if ((await simulatedRecord(item, id)) === null) {
		const message = `Could not delete ${record.noun} ${about}: an earlier item deletes it`;
		throw noSuchRecord(item, message);
	}
	await readRecord(item, record, id, about, record.endpoints.delete);
	await simulate(item, id, null);
	return { deleted: false, id, ...CHECKED };
}
