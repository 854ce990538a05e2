import { shortText } from '../values/shortText';
import { instantIn } from '../values/parse/instant';
import { utcText } from './eventTime';

/** What tells one event from another. */
export interface EventIdentity {
	readonly kind: string;
	/** ID of the project or customer. */
	readonly id: unknown;
	readonly updatedAt: unknown;
	/** The record changed although its `updatedAt` is as it was: only its content tells this edit from the former one. */
	readonly isSameTime?: boolean;
	/** Stands for what is missing or unreadable. */
	readonly digest: () => string;
}

/**
 * Names an event the same way whichever trigger brings it, so that what one has brought can be told from what the other
 * brings: a creation or deletion by its record, an edit also by the time of it.
 */
export function eventIdOf({ kind, id, updatedAt, isSameTime, digest }: EventIdentity): string {
	const about = shortText(id).toLowerCase();
	if (about === '') return `${kind}:${digest()}`;
	if (!kind.endsWith('.edited')) return `${kind}:${about}`;
	const instant = instantIn(updatedAt);
	if (instant === undefined) return `${kind}:${about}:${digest()}`;
	const content = isSameTime === true ? `:${digest()}` : '';
	return `${kind}:${about}:${utcText(instant)}${content}`;
}
