// A computed value can change while the time of the last change stays the same, and it can come back: A, B, A, B. Each of
// these edits needs an ID of its own, although the record looks exactly as it did two edits before. So an entry counts the
// reported edits of this kind. An edit that was held back does not count: n8n does not save it, so a repeat after a
// restart would have another ID than the first report.
import { inBase64, numberInBase64 } from './fingerprint';

/** No token, key or separator of a state contains it. */
const MARK = '=';
const LENGTH = 4;

/** The end of an entry that counts its reports; empty if there were none. */
export const reportCountIn = (entry: string): string =>
	entry.charAt(entry.length - LENGTH - MARK.length) === MARK
		? entry.slice(-LENGTH - MARK.length)
		: '';

/** The entry after one more report. */
export function withNextReport(entry: string): string {
	const former = reportCountIn(entry);
	const count = numberInBase64(former.slice(MARK.length)) + 1;
	return `${entry.slice(0, entry.length - former.length)}${MARK}${inBase64(count, LENGTH)}`;
}
