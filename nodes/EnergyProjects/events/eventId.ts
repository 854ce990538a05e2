import type { EventKind } from '../service/eventKinds';
import { instantIn } from '../values/parse/instant';
import { shortText } from '../values/shortText';
import { utcText } from './eventTime';

/** What the ID of an event is made of. */
export interface EventIdentity {
	readonly kind: EventKind;
	/** ID of the record. */
	readonly id: unknown;
	readonly updatedAt: unknown;
	/** The record changed, but its `updatedAt` did not. Only the content tells this edit from the one before. */
	readonly isSameTime?: boolean;
	/** Used in place of what is missing or unreadable. */
	readonly digest: () => string;
}

/**
 * The ID of an event, which is the same no matter which trigger brings it. So a workflow with both triggers can see that
 * an event came twice. A creation or deletion is named by its record, an edit also by its time.
 */
export function eventIdOf({ kind, id, updatedAt, isSameTime, digest }: EventIdentity): string {
	const about = shortText(id).toLowerCase();
	if (about === '') return `${kind.value}:${digest()}`;
	const event = `${kind.value}:${about}`;
	if (kind.change !== 'edited') return event;
	const instant = instantIn(updatedAt);
	if (instant === undefined) return `${event}:${digest()}`;
	const content = isSameTime === true ? `:${digest()}` : '';
	return `${event}:${utcText(instant)}${content}`;
}
