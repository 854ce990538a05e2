import { mapInSlices } from '../../values/slices';
import { ID_ONLY } from '../entries/entry';
import type { ByNoun, Snapshot, State } from '../state/state';

/**
 * What stays known about the types of which no kind of event is chosen now: the IDs of their records. If a kind is chosen
 * again and the service hides a record at first, the record must not look new later: its events would come again.
 *
 * @param former what earlier polls know; undefined if the node starts over
 * @param chosen nouns of the types of which a kind of event is chosen
 */
export async function unchosenSnapshots(
	former: State | undefined,
	chosen: readonly string[],
): Promise<ByNoun<Snapshot>> {
	const kept: Record<string, Snapshot> = {};
	for (const [noun, snapshot] of Object.entries(former?.snapshots ?? {})) {
		if (chosen.includes(noun)) continue;
		const ids = await mapInSlices(snapshot.entries.keys(), (key) => [key, ID_ONLY] as const);
		kept[noun] = { ...snapshot, covers: [], entries: new Map(ids) };
	}
	return kept;
}
