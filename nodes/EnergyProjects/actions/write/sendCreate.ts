import type { IDataObject } from 'n8n-workflow';
import { recordIdIn } from '../../http/answers/recordId';
import type { RecordWith } from '../../service/record';
import { lastUuidIn } from '../../values/uuid';
import type { Item } from '../item';

/**
 * Creates a record. A service may answer with nothing but a Location header: the ID is the last UUID in it. Nothing else
 * of that address is used, so that no answer can send a request elsewhere.
 *
 * @returns the answer; if it has no ID, the ID from the header, if there is one
 */
export async function sendCreate(
	item: Item,
	record: RecordWith<'create'>,
	body: IDataObject,
): Promise<unknown> {
	let id: string | undefined;
	const answer = await item.send(record.endpoints.create, {
		body,
		expect: 'written',
		onLocation: (address) => (id = lastUuidIn(address)),
	});
	return recordIdIn(answer) === undefined ? { id } : answer;
}
