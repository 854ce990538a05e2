/** The beginning of every line that our nodes write to n8n's log. */
const OURS = /^"[^\n]*" in workflow "/;

/**
 * A line of n8n's log as the terminal of the sandbox shows it, if it is a warning of our nodes, such as why they
 * refused a delivery.
 *
 * @returns undefined for any other line
 */
export const warningIn = (line: string): string | undefined =>
	OURS.test(line) ? `${new Date().toLocaleTimeString('sv-SE')}  ${line}` : undefined;
