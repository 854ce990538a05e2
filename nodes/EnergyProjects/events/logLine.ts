import type { IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

/** In characters. */
const LONGEST_NAME = 100;
const LONGEST_TEXT = 500;

/**
 * Writes one line to n8n's log. It starts with the names of the node and the workflow.
 *
 * @param text what follows the names; a long text is cut
 * @param end what follows the text and is never cut
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
 * The text as one line without surprises. Names and the words of others can contain characters that move the cursor,
 * change the direction of reading, or are invisible.
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
