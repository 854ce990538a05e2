/** How every line begins that our nodes write to n8n's log. */
const OURS = /^"[^\n]*" in workflow "/;

/**
 * What the terminal of the sandbox shows of n8n's log: the warnings of our nodes, such as why a delivery was refused.
 *
 * @returns undefined for any other line
 */
export const warningIn = (line: string): string | undefined =>
	OURS.test(line) ? `${new Date().toLocaleTimeString('sv-SE')}  ${line}` : undefined;
