import { createHash } from 'crypto';

/** The length of a digest, in characters. */
export const DIGEST_LENGTH = 16;

/** Short, and told apart by it are more contents than will ever come. */
export const contentDigest = (...parts: ReadonlyArray<string | Uint8Array>): string =>
	parts
		.reduce((hash, part) => hash.update(part), createHash('sha256'))
		.digest('base64url')
		.slice(0, DIGEST_LENGTH);
