/**
 * Steps with their numbers as text, since n8n shows an ordered list without its numbers.
 *
 * @param steps for a panel; n8n removes line breaks from a notice
 */
export const numberedLines = (steps: readonly string[]): string => numbered(steps).join('<br>');

/** The same for a notice, which keeps no HTML but links and bulleted lists. */
export const numberedList = (steps: readonly string[]): string =>
	`<ul>${numbered(steps)
		.map((step) => `<li>${step}</li>`)
		.join('')}</ul>`;

const numbered = (steps: readonly string[]): string[] =>
	steps.map((step, index) => `${index + 1}. ${step}`);
