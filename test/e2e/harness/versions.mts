export { versionAskedFor } from '../../../sandbox/n8n/versions.mts';
export { pinnedVersion } from '../../../scripts/n8n.mjs';

/** The oldest n8n that is supported, and two up to the pinned one. A drill tests each of them. */
export const olderVersions = ['2.0.3', '2.20.12', '2.30.8'] as const;

/** Whether a version, such as 2.0.3, is older than another. */
export function isBefore(version: string, other: string): boolean {
	const [numbers, others] = [version, other].map((text) => text.split('.').map(Number));
	const at = numbers.findIndex((number, index) => number !== others[index]);
	return at >= 0 && numbers[at] < others[at];
}
