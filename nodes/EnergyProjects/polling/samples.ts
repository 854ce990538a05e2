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
import type { RecordEvent } from '../events/recordItem';
import { subjectsOf } from '../service/eventKinds';
import type { EventKind } from '../service/eventKinds';
import { recordIdIn } from '../service/ids';
import { isMissing } from '../values/objects';
import { changedAtOf, createdAtOf } from '../values/dates';
import { wasEdited } from './compare';
import { comparedFields } from './entries';
import { itemsOf } from './items';
import { readPollSettings } from './settings';
import type { PollSettings } from './settings';
import { withSource } from './source';

const DELETED = { id: '00000000-0000-4000-8000-000000000000', humanId: 'SAMPLE', record: null };

/**
 * The items of Fetch Test Event, by output, in the form in which the events would bring them.
 *
 * @throws NodeOperationError if no record passes the filters and no deletion is chosen
 */
export async function sampleOutputs(
	context: IPollFunctions,
	budgetMs: number,
): Promise<INodeExecutionData[][]> {
	const settings = readPollSettings(context);
	return await withSource(context, settings.authentication, budgetMs, async (source) => {
		const events: RecordEvent[] = [];
		for (const resource of subjectsOf(settings.kinds)) {
			const kinds = settings.kinds.filter(({ subject }) => subject === resource);
			// Also if only deletions are chosen: then a wrong credential shows.
			const records = kinds.some(({ change }) => change === 'edited')
				? (await source.readAll(resource)).records
				: await source.readSome(resource);
			events.push(...kinds.flatMap((kind) => sampleOf(kind, records, settings) ?? []));
		}
		if (events.length === 0) {
			throw new NodeOperationError(context.getNode(), 'There is nothing to show yet', {
				description:
					'None of the newest projects and customers passes the filters. Create one in the service, or choose other events or filters.',
			});
		}
		const outputs = await itemsOf(events, source, settings, () => undefined);
		// One item for each event, in the same order.
		outputs.flat().forEach(({ json }, index) => Object.assign(json, noteOn(events[index])));
		return outputs;
	});
}

function sampleOf(
	kind: EventKind,
	records: readonly IDataObject[],
	{ passes, watchedFields }: PollSettings,
): RecordEvent | undefined {
	const sample = { kind, at: Date.now(), digest: () => 'sample' };
	if (kind.change === 'deleted') return { ...sample, ...DELETED };
	const fitting = records
		.map((record) => ({ ...sample, id: recordIdIn(record) ?? '', record }))
		.filter((event) => passes(event, event.record.status as string | undefined));
	const newest = latest(fitting, createdAtOf);
	if (kind.change === 'created' || newest === undefined) return newest;
	const wereEdited = fitting.filter(({ record }) => wasEdited(record));
	const edited = latest(wereEdited, changedAtOf) ?? newest;
	const watched = watchedFields(kind);
	const filled = comparedFields(kind.subject, [])
		.map(({ name }) => name)
		.filter((name) => !isMissing(edited.record[name]));
	return { ...edited, changedFields: watched.length > 0 ? watched : filled };
}

function latest<Sample extends { readonly record: IDataObject }>(
	samples: readonly Sample[],
	timeOf: (record: IDataObject) => number | undefined,
): Sample | undefined {
	const times = samples.map(({ record }) => timeOf(record) ?? 0);
	return samples[times.indexOf(times.reduce((a, b) => Math.max(a, b), 0))];
}

/** What a sample is, if it is not just what the event would bring. */
function noteOn({ kind, record }: RecordEvent): IDataObject {
	const { noun } = kind.subject;
	if (kind.change === 'created') return {};
	if (record === null) {
		return { sample: `This is only a sample: no ${noun} was deleted, and its ID is made up.` };
	}
	const what = wasEdited(record)
		? `the ${noun} that was edited last`
		: `the newest ${noun}, because none has been edited yet`;
	return {
		sample: `This is only a sample: ${what}. The fields in "changedFields" are examples.`,
	};
}
