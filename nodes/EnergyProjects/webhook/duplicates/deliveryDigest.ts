import type { IDataObject } from 'n8n-workflow';
import { contentDigest, DIGEST_LENGTH } from '../../events/contentDigest';
import { inUtc } from '../../events/eventTime';
import type { EventKind } from '../../service/eventKinds';
import { isObject } from '../../values/objects';

const SEPARATOR = '~';
/** In characters. Two changes with the same digest by chance only make the memory forget a delivery too early. */
const CHANGE_LENGTH = 5;
/** It only has to tell apart bodies about the same change. */
const BODY_LENGTH = DIGEST_LENGTH - CHANGE_LENGTH - SEPARATOR.length;

/**
 * Stands for a delivery: a digest of the change that it is about, and one of its body. Deliveries about the same change
 * have the same kind, record and `updated_at`. The service does not say that each change gets an `updated_at` of its own,
 * so their bodies can differ.
 *
 * @param data of the event; if it has no ID or no time, all events of its kind without them count as one change
 * @param bodyDigest of the raw body, exactly as received
 */
export function deliveryDigest(
	{ value, subject }: EventKind,
	data: IDataObject,
	bodyDigest: string,
): string {
	const about = data[subject.noun];
	const { id, updated_at: updatedAt } = isObject(about) ? about : {};
	const record = typeof id === 'string' ? id.toLowerCase() : id;
	const change = contentDigest(JSON.stringify([value, record, inUtc(updatedAt)]));
	return `${change.slice(0, CHANGE_LENGTH)}${SEPARATOR}${bodyDigest.slice(0, BODY_LENGTH)}`;
}

/** The form of a digest: of a delivery, or (in an earlier version) of its body alone. */
export const DIGEST_FORM = `[\\w-]{${CHANGE_LENGTH}}${SEPARATOR}[\\w-]{${BODY_LENGTH}}|[\\w-]{${DIGEST_LENGTH}}`;

/** Whether two digests stand for different bodies about the same change. */
export const isOtherBody = (digest: string, other: string): boolean =>
	digest !== other &&
	digest[CHANGE_LENGTH] === SEPARATOR &&
	digest.slice(0, CHANGE_LENGTH + 1) === other.slice(0, CHANGE_LENGTH + 1);
