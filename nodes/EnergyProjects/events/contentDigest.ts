import { createHash } from 'crypto';

/** The length of a digest, in characters. */
export const DIGEST_LENGTH = 16;

/** A short digest of some content, long enough that two contents never have the same one by chance. */
export const contentDigest = (...parts: ReadonlyArray<string | Uint8Array>): string =>
	parts
		.reduce((hash, part) => hash.update(part), createHash('sha256'))
		.digest('base64url')
		.slice(0, DIGEST_LENGTH);
