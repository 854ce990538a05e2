import type { IPollFunctions, IWebhookFunctions } from 'n8n-workflow';
import { NewestEntries } from './memory';

/** In characters. */
const LONGEST_NAME = 100;
const LONGEST_TEXT = 500;

/**
 * Writes one line to n8n's log. It begins with the names of the node and the workflow.
 *
 * @param text what follows the names; cut if it is too long
 * @param ending what follows the text; never cut
 */
export function warn(context: IWebhookFunctions | IPollFunctions, text: string, ending = ''): void {
	const { id, name } = context.getWorkflow();
	const nodeName = oneLine(context.getNode().name, LONGEST_NAME);
	const workflowName = oneLine(String(name ?? id), LONGEST_NAME);
	context.logger.warn(
		`"${nodeName}" in workflow "${workflowName}" ${oneLine(text, LONGEST_TEXT)}${ending}`,
		{ workflowId: id, nodeName },
	);
}

/**
 * Makes a text safe for one line of a log: names and texts from outside can contain characters that start a new line,
 * move the cursor, reverse the reading direction or are invisible.
 */
function oneLine(text: string, longest: number): string {
	const characters = [
		...text
			.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
			.replace(/[\p{Cf}\p{Cs}]/gu, '')
			.replace(/\s+/g, ' ')
			.trim(),
	];
	return characters.length > longest
		? `${characters.slice(0, longest).join('')} …`
		: characters.join('');
}

const MOST_SUBJECTS = 1_000;
const last = new NewestEntries<{ readonly at: number; leftOut: number }>(MOST_SUBJECTS);

/**
 * Lets one of each subject pass in an interval, until the process ends.
 *
 * @param subject all nodes share these subjects, so it begins with the key of the node
 * @returns how many were left out since the last one passed; undefined if this one is left out too
 */
export function leftOutSince(subject: string, intervalMs: number): number | undefined {
	const before = last.get(subject);
	const now = performance.now();
	if (before !== undefined && now - before.at < intervalMs) {
		before.leftOut++;
		return undefined;
	}
	last.set(subject, { at: now, leftOut: 0 });
	return before?.leftOut ?? 0;
}
