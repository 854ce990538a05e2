import { eventKinds } from '../../../nodes/EnergyProjects/service/eventKinds.ts';
import type { EventKind } from '../../../nodes/EnergyProjects/service/eventKinds.ts';

/** The kind of event that has this value. */
export function kindNamed(value: string): EventKind {
	const kind = eventKinds.find((candidate) => candidate.value === value);
	if (kind === undefined) throw new Error(`There is no kind of event ${value}`);
	return kind;
}
