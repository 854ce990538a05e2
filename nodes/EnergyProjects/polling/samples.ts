// What Fetch Test Event shows: one sample for each chosen kind of event. Nothing is remembered.
//
// - Of a creation: the newest record that passes the filters.
// - Of an edit: the record that was edited last. The service cannot sort by that time, so the whole list is read, as each
//   poll does. Which fields changed is not known: the sample names those of Only If Changed, or else all that are filled.
// - Of a deletion: a made-up record. With the ID of a real one, a test of the workflow could remove that record elsewhere.
//
// The samples of edits and deletions say in `sample` what they are.
import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { contentDigest } from '../events/contentDigest';
import type { RecordEvent } from '../events/recordItem';
import type { ApiClient } from '../http/client';
import { readerOf } from '../lists/forms/readers';
import { subjectsOf } from '../service/eventKinds';
import type { EventKind } from '../service/eventKinds';
import type { ListedRecord } from '../service/record';
import { instantIn } from '../values/parse/instant';
import { forEachInSlices } from '../values/slices';
import { statusOf } from './comparing/compareList';
import { filledFields, wasEdited } from './comparing/compareRecords';
import { entryMaker } from './entries/entry';
import { layoutOf } from './entries/layout';
import { itemsOf } from './items';
import { pollBudgetMs } from './reading/budget';
import { pollClient, serviceSource } from './reading/serviceSource';
import type { Source } from './reading/source';
import { readPollSettings } from './settings';
import type { PollSettings } from './settings';

const SAMPLE_ID = '00000000-0000-4000-8000-000000000000';
const SAMPLE_HUMAN_ID = 'SAMPLE';

/**
 * The items of Fetch Test Event, by output, in the form in which the events would bring them.
 *
 * @throws NodeOperationError if no record passes the filters and no deletion is chosen
 */
export async function sampleOutputs(context: IPollFunctions): Promise<INodeExecutionData[][]> {
	const settings = readPollSettings(context);
	const budgetMs = pollBudgetMs(context);
	const client = pollClient(context, settings.client, budgetMs);
	const source = await serviceSource(context, client, settings.client.authentication, budgetMs);
	const nowMs = Date.now();
	const events: RecordEvent[] = [];
	for (const type of subjectsOf(settings.kinds)) {
		const kinds = settings.kinds.filter(({ subject }) => subject === type);
		// Also if only deletions are chosen: then a wrong credential shows.
		const records = await readRecords(type, kinds, source, client);
		for (const kind of kinds) {
			const event = await sampleOf(kind, records, settings, nowMs);
			if (event !== undefined) events.push(event);
		}
	}
	if (events.length === 0) {
		throw new NodeOperationError(context.getNode(), 'There is nothing to show yet', {
			description:
				'No project or customer passes the filters. Create one in the service, or choose other events or filters.',
		});
	}
	const { outputs } = await itemsOf(events, source, settings);
	for (const { json } of outputs.flat()) Object.assign(json, noteOn(json, settings));
	return outputs;
}

/** The whole list if an edit is chosen, else what one answer holds: of a paged list, the newest records. */
const readRecords = async (
	type: ListedRecord,
	kinds: readonly EventKind[],
	source: Source,
	client: ApiClient,
): Promise<readonly IDataObject[]> =>
	kinds.some(({ change }) => change === 'edited')
		? (await source.readAll(type)).records
		: await readerOf(type).sample(client, { record: type });

async function sampleOf(
	kind: EventKind,
	records: readonly IDataObject[],
	settings: PollSettings,
	at: number,
): Promise<RecordEvent | undefined> {
	if (kind.change === 'deleted') return deletionSample(kind, at);
	const fitting: IDataObject[] = [];
	await forEachInSlices(records, (record) => {
		const event = { kind, id: String(record.id), record, at, digest: () => '' };
		if (settings.passes(event, statusOf(record))) fitting.push(record);
	});
	const newest = await latest(fitting, 'createdAt');
	if (kind.change === 'created') return newest && recordSample(kind, newest, at);
	const record = (await latest(fitting.filter(wasEdited), 'updatedAt')) ?? newest;
	if (record === undefined) return undefined;
	return { ...recordSample(kind, record, at), changedFields: sampleFields(kind, record, settings) };
}

/** The record with the latest time. */
async function latest(
	records: readonly IDataObject[],
	time: 'createdAt' | 'updatedAt',
): Promise<IDataObject | undefined> {
	let found: { readonly record: IDataObject; readonly at: number } | undefined;
	await forEachInSlices(records, (record) => {
		const at = instantIn(record[time]) ?? 0;
		if (found === undefined || at > found.at) found = { record, at };
	});
	return found?.record;
}

const recordSample = (kind: EventKind, record: IDataObject, at: number): RecordEvent => ({
	...{ kind, id: String(record.id), record, at },
	digest: () => contentDigest(entryMaker(kind.subject, layoutOf(kind.subject))(record)),
});

const deletionSample = (kind: EventKind, at: number): RecordEvent => ({
	...{ kind, id: SAMPLE_ID, record: null, at, humanId: SAMPLE_HUMAN_ID },
	digest: () => contentDigest(SAMPLE_ID),
});

function sampleFields(
	kind: EventKind,
	record: IDataObject,
	{ watchedFields }: PollSettings,
): readonly string[] {
	const watched = watchedFields(kind);
	const layout = layoutOf(kind.subject);
	return watched.length > 0
		? watched
		: filledFields(entryMaker(kind.subject, layout)(record), layout);
}

/** What a sample is, if it is not just what the event would bring. */
function noteOn({ event, record }: IDataObject, { kinds }: PollSettings): IDataObject {
	const kind = kinds.find(({ value }) => value === event);
	if (kind === undefined || kind.change === 'created') return {};
	const { noun } = kind.subject;
	if (kind.change === 'deleted') {
		return { sample: `This is only a sample: no ${noun} was deleted, and its ID is made up.` };
	}
	const what = wasEdited(record as IDataObject)
		? `the ${noun} that was edited last`
		: `the newest ${noun}, because none has been edited yet`;
	return {
		sample: `This is only a sample: ${what}. The fields in "changedFields" are examples.`,
	};
}
