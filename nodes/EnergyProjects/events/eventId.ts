import { createHash } from 'crypto';
import type { EventKind } from '../service/eventKinds';
import { comparableId } from '../service/ids';
import { instantIn, inUtc } from '../values/dates';
import { visible } from '../values/text';

/** A short digest of some content, long enough that two contents never have the same one by chance. */
export const contentDigest = (content: string | Uint8Array): string =>
	createHash('sha256').update(content).digest('base64url').slice(0, 16);

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
	const about = comparableId(visible(id));
	if (about === undefined) return `${kind.value}:${digest()}`;
	const event = `${kind.value}:${about}`;
	if (kind.change !== 'edited') return event;
	if (instantIn(updatedAt) === undefined) return `${event}:${digest()}`;
	return `${event}:${String(inUtc(updatedAt))}${isSameTime === true ? `:${digest()}` : ''}`;
}
