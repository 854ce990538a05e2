import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Endpoint } from '../../service/endpoints';
import type { Run } from '../run';
import { requiredId } from '../parameters/locator';
import type { Located } from '../parameters/locator';
import { updateRecord } from './upsert';
import type { Upsertable } from './upsert';
import { updateBody } from './body';

/** Option of an update: compare first, send only what differs. */
export const skipUnchangedOption: INodeProperties = {
	displayName: 'Skip Unchanged',
	name: 'skipUnchanged',
	type: 'boolean',
	default: false,
	description:
		'Whether to read the record first and send only what differs, or nothing where nothing does. The output then tells in "syncResult" whether it was updated or unchanged. This stops two systems from updating each other for ever.',
};

/** Updates the record an item has chosen. Items about the same record go one after the other: the last one counts. */
export async function updateItem(
	run: Run,
	itemIndex: number,
	located: Located,
	target: Pick<Upsertable, 'record' | 'update' | 'idName'> & { readonly get: Endpoint },
): Promise<IDataObject[]> {
	const id = requiredId(run, itemIndex, located);
	const path = { [target.idName]: id };
	const body = updateBody(run, itemIndex, target.record);
	const options = run.context.getNodeParameter('options', itemIndex, {}) as IDataObject;
	return await run.oneByOne(id.toLowerCase(), async () => {
		if (options.skipUnchanged !== true) {
			const updated = await run.client.send(target.update, { path, body, itemIndex });
			return [(updated ?? {}) as IDataObject];
		}
		const current = await run.client.send(target.get, { path, expect: 'object', itemIndex });
		const result = await updateRecord(run, itemIndex, target, current as IDataObject, body);
		return [{ ...result.record, syncResult: result.syncResult }];
	});
}
