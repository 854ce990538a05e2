import type { IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

/** In characters. */
const LONGEST_NAME = 100;
const LONGEST_TEXT = 500;

/**
 * Writes one line to n8n's log, which begins with the names of node and workflow.
 *
 * @param text what follows them; cut where it is long
 * @param end what is never cut away
 */
export function warn(context: IWebhookFunctions | IPollFunctions, text: string, end = ''): void {
	const { id, name } = context.getWorkflow();
	const nodeName = oneLine(context.getNode().name, LONGEST_NAME);
	const workflowName = oneLine(String(name ?? id), LONGEST_NAME);
	context.logger.warn(
		`"${nodeName}" in workflow "${workflowName}" ${oneLine(text, LONGEST_TEXT)}${end}`,
		{ workflowId: id, nodeName },
	);
}

/**
 * A text that stays one line and reads as it is written: names and the words of others can hold characters that move
 * the cursor, turn the direction of reading around or are not seen.
 */
function oneLine(text: string, longest: number): string {
	const characters = [
		...text
			.slice(0, 4 * longest)
			.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
			.replace(/[\p{Cf}\p{Cs}]/gu, '')
			.replace(/\s+/g, ' ')
			.trim(),
	];
	return characters.length > longest
		? `${characters.slice(0, longest).join('')} …`
		: characters.join('');
}
