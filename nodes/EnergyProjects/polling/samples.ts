import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { contentDigest } from '../events/contentDigest';
import type { RecordEvent } from '../events/recordItem';
import type { ApiClient } from '../http/client';
import { readerOf } from '../lists/forms/readers';
import type { EventKind } from '../service/eventKinds';
import type { ListedRecord } from '../service/record';
import { instantIn } from '../values/parse/instant';
import { statusOf } from './comparing/compareList';
import { filledFields } from './comparing/compareRecords';
import { entryMaker } from './entries/entry';
import { layoutOf } from './entries/layout';
import { itemsOf } from './items';
import { pollClient, serviceSource } from './reading/serviceSource';
import { readPollSettings } from './settings';
import type { PollSettings } from './settings';

/**
 * The items that a manual execution shows: for each chosen kind of event the newest record that passes the filters, in
 * the form in which the event would bring it. Nothing is remembered.
 *
 * @throws NodeOperationError if no record passes
 */
export async function sampleOutputs(context: IPollFunctions): Promise<INodeExecutionData[][]> {
	const settings = readPollSettings(context);
	const client = pollClient(context, settings.client);
	const source = await serviceSource(context, client, settings.client.authentication);
	const nowMs = Date.now();
	const events: RecordEvent[] = [];
	const newest = new Map<ListedRecord, IDataObject[]>();
	for (const kind of settings.kinds) {
		const type = kind.subject;
		const records = newest.get(type) ?? (await readNewestFirst(client, type));
		newest.set(type, records);
		const event = sampleOf(kind, records, settings, nowMs);
		if (event !== undefined) events.push(event);
	}
	if (events.length > 0) return (await itemsOf(events, source, settings)).outputs;
	throw new NodeOperationError(context.getNode(), 'There is nothing to show yet', {
		description:
			'No project or customer passes the filters. Create one in the service, or choose other events or filters.',
	});
}

/** Of a paged list, only the records of the first page. */
async function readNewestFirst(client: ApiClient, type: ListedRecord): Promise<IDataObject[]> {
	const records = await readerOf(type).sample(client, { record: type });
	return [...records].sort((a, b) => createdAt(b) - createdAt(a));
}

const createdAt = (record: IDataObject) => instantIn(record.createdAt) ?? 0;

function sampleOf(
	kind: EventKind,
	records: readonly IDataObject[],
	{ passes, watchedFields }: PollSettings,
	at: number,
): RecordEvent | undefined {
	const samples = records.map((record): RecordEvent => {
		const layout = layoutOf(kind.subject);
		const entry = entryMaker(kind.subject, layout)(record);
		const watched = watchedFields(kind);
		const changed = watched.length > 0 ? watched : filledFields(entry, layout);
		return {
			...{ kind, id: String(record.id), record, at, digest: () => contentDigest(entry) },
			...(kind.change === 'deleted' && {
				record: null,
				...(typeof record.humanId === 'string' && { humanId: record.humanId }),
			}),
			...(kind.change === 'edited' && { changedFields: changed }),
		};
	});
	return samples.find((event, index) => passes(event, statusOf(records[index])));
}
