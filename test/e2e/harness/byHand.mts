import type { Locator, Page } from 'playwright-core';

// What a person does in the panel of an open node. Parameters are found by their names.

export const panelOf = (page: Page): Locator => page.getByTestId('node-parameters');

export const inputOf = (page: Page, name: string): Locator =>
	panelOf(page).getByTestId(`parameter-input-${name}`).first();

/** Turns an input to "Expression" and types a text there, which the node gets as text, whatever the parameter is. */
export async function typeAsText(page: Page, name: string, text: string): Promise<void> {
	const item = panelOf(page)
		.getByTestId('parameter-item')
		.filter({ has: page.getByTestId(`parameter-input-${name}`) })
		.last();
	await item.hover();
	await item.getByTestId('radio-button-expression').first().click();
	await typeJson(page, name, text);
}

/** Types a text into an input for JSON or for an expression. */
export async function typeJson(page: Page, name: string, text: string): Promise<void> {
	await inputOf(page, name).locator('.cm-content').click();
	await page.keyboard.press('ControlOrMeta+A');
	// At once: typed one by one, the editor would complete brackets and quotes.
	await page.keyboard.insertText(text);
	await page.getByTestId('ndv').getByText('Parameters', { exact: true }).first().click();
	await page.waitForTimeout(400);
}

/** Chooses one of the entries of a list. Their descriptions are a part of their names here. */
export async function choose(page: Page, name: string, entry: string): Promise<void> {
	await inputOf(page, name).click();
	await page.getByRole('option', { name: entry }).first().click();
}

/** Adds a field, a filter or an option. If there is one alone, n8n shows a button that adds it at once. */
export async function add(page: Page, placeholder: string, entry: string): Promise<void> {
	const list = panelOf(page).getByPlaceholder(placeholder);
	const button = panelOf(page).getByRole('button', { name: placeholder, exact: true });
	await list.or(button).first().click();
	if ((await list.count()) > 0)
		await page.getByRole('option', { name: entry, exact: true }).click();
	await panelOf(page).getByText(entry).first().waitFor();
}

/** Enters a text in a locator, By ID. */
export async function enterId(page: Page, name: string, text: string): Promise<void> {
	const locator = inputOf(page, name);
	await locator.getByTestId('rlc-mode-selector').click();
	await page.locator('[data-test-id="mode-id"]:visible').click();
	const field = locator.getByTestId('rlc-input');
	await field.fill(text);
	await field.blur();
	// The editor takes a text over a moment after it was typed.
	await page.waitForTimeout(400);
}

/** Drags a field of the input to a parameter. The editor follows the mouse only if it moves in steps. */
export async function drag(page: Page, field: Locator, target: Locator): Promise<void> {
	await field.hover();
	await page.mouse.down();
	const box = await target.boundingBox();
	if (box === null) throw new Error('There is nothing to drag the field to');
	await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 20 });
	await page.waitForTimeout(300);
	await page.mouse.up();
	await page.waitForTimeout(400);
}
