/** An event that an execution began with. */
export interface Come {
	eventId: string;
	executionId: string;
}

/** What one workflow should have got, and what it got. */
export interface Received {
	id: string;
	/** Of the changes that its settings let through. */
	wanted: readonly string[];
	/** Oldest first. */
	come: readonly Come[];
}

/** What became of the changes in one workflow. */
export interface Tally {
	workflow: string;
	wanted: number;
	lost: string[];
	/** Events of which no change was ever made. */
	invented: string[];
	/** Of changes that were made, but that the settings hold back. */
	notAskedFor: string[];
	repeatedInOneProcess: number;
	repeatedAfterARestart: number;
	mostTimes: number;
	/** Repeats of events that did not belong to the last execution before the restart. */
	repeatedOfOlder: number;
}

/**
 * Counts what was lost, invented and repeated.
 *
 * @param happened the events of all changes that were made
 * @param nights the ID of the newest execution at each restart, ascending
 */
export function tallyOf(
	{ id, wanted, come }: Received,
	happened: ReadonlySet<string>,
	nights: readonly number[],
): Tally {
	const processOf = ({ executionId }: Come) =>
		nights.filter((night) => Number(executionId) > night).length;
	const byEvent = new Map<string, Come[]>();
	for (const one of come) byEvent.set(one.eventId, [...(byEvent.get(one.eventId) ?? []), one]);
	const ids = [...byEvent.keys()];
	const allWanted = new Set(wanted);
	const repeats = [...byEvent.values()].flatMap((times) =>
		times.slice(1).map((again, index) => ({ before: times[index], again })),
	);
	const isInOne = ({ before, again }: (typeof repeats)[number]) =>
		processOf(before) === processOf(again);
	/** The last execution with events that each process made. */
	const lastOf = new Map(come.map((one) => [processOf(one), one.executionId]));
	const overRestart = repeats.filter((repeat) => !isInOne(repeat));
	return {
		workflow: id,
		wanted: wanted.length,
		lost: wanted.filter((eventId) => !byEvent.has(eventId)),
		invented: ids.filter((eventId) => !happened.has(eventId)),
		notAskedFor: ids.filter((eventId) => happened.has(eventId) && !allWanted.has(eventId)),
		repeatedInOneProcess: repeats.length - overRestart.length,
		repeatedAfterARestart: overRestart.length,
		mostTimes: Math.max(0, ...[...byEvent.values()].map(({ length }) => length)),
		repeatedOfOlder: overRestart.filter(
			({ before }) => lastOf.get(processOf(before)) !== before.executionId,
		).length,
	};
}
