import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { errorKindOf, isGone } from '../http/errors';
import type { Item } from '../run/item';
import { readWholeListOnce } from '../run/readLists';
import { MAX_PAGE_SIZE } from '../service/endpoints';
import { capitalised } from '../service/field';
import { recordIdIn } from '../service/ids';
import { pathTo } from '../service/resource';
import type { StandardResource } from '../service/resource';
import { isNothing, isObject } from '../values/objects';
import { groupedBy } from '../values/slices';
import { folded, idIn, quoted, quotedList, refuseUnmeant, visible } from '../values/text';

/** The name under which the editor asks for the list of a locator. */
export const searchMethodOf = (noun: string) => `search${capitalised(noun)}s`;

/** A record chosen from a searchable list, or by its human ID, its ID or a link. */
export const locator = (resource: StandardResource): INodeProperties => ({
	displayName: capitalised(resource.noun),
	name: `${resource.noun}Id`,
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: `The ${resource.noun}: choose it from the list, or enter its Human ID, its ID, or a link that contains it`,
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: `Select a ${resource.noun}…`,
			typeOptions: { searchListMethod: searchMethodOf(resource.noun), searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			// n8n cuts longer texts.
			placeholder: 'ID, Human ID or link',
			hint: `Its ID, a link that contains it, or its Human ID, which is looked up in the list of ${resource.noun}s`,
		},
	],
});

/** What was entered in a locator, or what an expression or an AI agent put in its place. */
export const valueIn = (value: unknown): unknown =>
	isObject(value) && 'value' in value ? value.value : value;

/** The same as text; empty if nothing was entered. */
export const enteredIn = (value: unknown): string =>
	isNothing(valueIn(value)) ? '' : visible(String(valueIn(value)));

/**
 * The ID in the value of a locator, see idIn. A text without an ID is a human ID.
 *
 * @returns an empty text if nothing was entered
 * @throws NodeOperationError if it is no text, if there is no such record, or if several have the Human ID
 */
export async function recordId(
	item: Item,
	resource: StandardResource,
	value: unknown,
): Promise<string> {
	const entered = valueIn(value);
	if ((typeof entered === 'object' && entered !== null) || entered === true) {
		throw item.error(
			`"${quoted(entered)}" is not the ID of one ${resource.noun}`,
			'Enter an ID, a Human ID or a link, as text.',
		);
	}
	const text = enteredIn(value);
	if (text === '') return '';
	try {
		// As it was entered: what is not seen shows a wrong encoding.
		refuseUnmeant(entered);
		const id = idIn(text);
		if (id !== undefined) return id;
	} catch (error) {
		throw item.error(
			(error as Error).message,
			`Nothing was sent. Enter the ID, the Human ID or the link of one ${resource.noun} in each item.`,
		);
	}
	return await idByHumanId(item, resource, text);
}

/** The record that an item is about, and what the person called it. @throws NodeOperationError if none was chosen */
export async function chosenRecord(item: Item, resource: StandardResource) {
	const value = item.value(locator(resource));
	const id = await recordId(item, resource, value);
	if (id !== '') return { id, name: enteredIn(value) };
	throw item.error(
		`No ${resource.noun} was chosen`,
		`Choose a ${resource.noun} from the list, or enter its Human ID or its ID.`,
	);
}

async function idByHumanId(item: Item, resource: StandardResource, text: string): Promise<string> {
	const { noun } = resource;
	const known = await idKnownLately(item, resource, text);
	if (known !== undefined) return known;
	const { byHumanId, complete } = await item.run.once(`${noun}s by Human ID`, async () => {
		const whole = await readWholeListOnce(item, { resource });
		const humanIdOf = ({ humanId }: IDataObject) => folded(humanId);
		const byHumanId = await groupedBy(whole.records, humanIdOf);
		const single = [...byHumanId].filter(([, records]) => records.length === 1);
		const ids = new Map(single.map(([key, [one]]) => [key, recordIdIn(one) ?? '']));
		if (whole.complete) item.run.neighbours.noteIds(noun, ids);
		return { ...whole, byHumanId };
	});
	const found = byHumanId.get(folded(text)) ?? [];
	if (found.length === 1 && complete) return recordIdIn(found[0]) ?? '';
	const shown = `"${quoted(text)}"`;
	if (found.length > 1) {
		throw item.error(
			`${found.length} ${noun}s have the Human ID ${shown}: ${quotedList(found.map((one) => recordIdIn(one) ?? ''))}`,
			'Enter the ID instead, or clean up the duplicates in the service.',
		);
	}
	if (!complete) {
		throw item.error(
			`The node cannot tell which ${noun} has the Human ID ${shown}: the list that it read may be incomplete`,
			'Run the item again when the service is less busy, or enter the ID.',
			'temporary',
		);
	}
	throw item.error(
		`No ${noun} has the ID or Human ID ${shown}`,
		`Check it in the service, or choose the ${noun} from the list. A name does not find it: if a column holds names, rename or remove it.`,
		'notFound',
	);
}

/**
 * The ID that a Human ID had in a list of the last minute, if the record still has it: in a loop, each round would read the list.
 * If there are more items than pages, the list is read all the same.
 */
async function idKnownLately(item: Item, resource: StandardResource, text: string) {
	const ids = item.run.neighbours.idsByHumanId(resource.noun);
	const id = ids.get(folded(text));
	const pages = Math.ceil(ids.size / MAX_PAGE_SIZE);
	if (id === undefined || item.run.context.getInputData().length > pages) return undefined;
	const request = { path: pathTo(resource, id), expect: 'record' } as const;
	const record = await item.read(resource.endpoints.get, request).catch((error: unknown) => {
		if (!isGone(error)) throw error;
	});
	const { humanId } = (record ?? {}) as IDataObject;
	return folded(humanId) === folded(text) ? id : undefined;
}

/** Whether an error says that there certainly is no such record: by its ID, or by its human ID. */
export const isNoSuchRecord = (error: unknown): boolean =>
	isGone(error) || (error instanceof NodeOperationError && errorKindOf(error) === 'notFound');
