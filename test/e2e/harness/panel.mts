import type { INodeProperties } from 'n8n-workflow';
import type { Locator, Page } from 'playwright-core';
import { openNode } from './browser.mts';

/** A parameter in the panel of a node. */
interface Shown {
	/** Its label, after those of what it stands inside. */
	readonly labels: readonly string[];
	/** Test ids of its inputs. */
	readonly inputs: readonly string[];
}

/** Where a parameter stands: itself, after what it stands inside. */
export type Place = readonly INodeProperties[];

/** The panel of an opened node, as a person sees it. */
export class Panel {
	readonly page: Page;
	private readonly root: Locator;
	private readonly items: Locator;

	constructor(page: Page) {
		this.page = page;
		this.root = page.getByTestId('node-parameters');
		this.items = this.root.locator('[data-test-id="parameter-item"]:visible');
	}

	async open(node: string): Promise<void> {
		await openNode(this.page, node);
	}

	async close(): Promise<void> {
		await this.page.getByTestId('ndv-close-button').click();
		await this.root.waitFor({ state: 'hidden' });
	}

	/** The labels of the credentials that are asked for. */
	async credentialLabels(): Promise<string[]> {
		return await this.root
			.locator('[data-test-id="credentials-label"]:visible')
			.evaluateAll((all) =>
				all.map((label) => label.querySelector('span')?.textContent?.trim() ?? ''),
			);
	}

	/** What is missing of some parameters, with a short while for the editor to draw them. */
	async missing(places: readonly Place[]): Promise<Place[]> {
		for (let attempt = 0; ; attempt++) {
			const shown = await this.shown();
			const text = (await this.root.innerText()).replace(/\s+/g, ' ');
			const missing = places.filter((place) => !isIn(place, shown, text));
			if (missing.length === 0 || attempt === 8) return missing;
			await this.page.waitForTimeout(150);
		}
	}

	/** Parameters that are in the page although they should not be. */
	async leftOver(places: readonly Place[]): Promise<Place[]> {
		const shown = await this.shown();
		return places.filter((place) => isIn(place, shown, ''));
	}

	/** The part of the panel that holds one parameter. */
	async locate(place: Place): Promise<Locator> {
		const index = (await this.shown()).findIndex((item) => isIn(place, [item], ''));
		if (index < 0) throw new Error(`${wordsOf(place)} is not in the page`);
		return this.items.nth(index);
	}

	/** What "Add option" offers. */
	async offered(place: Place): Promise<string[]> {
		await this.openAdding(place);
		const offered = await this.page
			.locator('[data-test-id="collection-parameter-option"]:visible')
			.allInnerTexts();
		await this.closeList();
		return offered.map((text) => text.trim());
	}

	/** Adds one of what "Add option" offers. */
	async add(place: Place, choice: string): Promise<void> {
		await this.openAdding(place);
		await this.choose(choice);
	}

	/** Adds an entry to a fixed collection. */
	async addEntry(place: Place): Promise<void> {
		await (await this.locate(place)).getByTestId('fixed-collection-add').last().click();
	}

	/** Clicks the choice of an open list that has this name. */
	async choose(name: string): Promise<void> {
		const choices = this.page.locator('[role="option"]:visible');
		await choices
			.filter({ has: this.page.getByText(name, { exact: true }) })
			.first()
			.click();
	}

	/** Closes an open list without a choice: Escape would close the whole panel. */
	async closeList(): Promise<void> {
		await this.page.getByTestId('ndv').getByText('Parameters', { exact: true }).first().click();
		await this.page.locator('[role="option"]:visible').first().waitFor({ state: 'hidden' });
	}

	private async openAdding(place: Place): Promise<void> {
		const item = await this.locate(place);
		await item.getByTestId('collection-parameter-add').last().locator('input').click();
		await this.page
			.locator('[data-test-id="collection-parameter-option"]:visible')
			.first()
			.waitFor();
	}

	private async shown(): Promise<Shown[]> {
		return await this.items.evaluateAll((items) => {
			const itemOf = (element: Element) => element.closest('[data-test-id="parameter-item"]');
			const own = (item: Element, selector: string) =>
				Array.from(item.querySelectorAll(selector)).filter((element) => itemOf(element) === item);
			const labelOf = (item: Element) =>
				own(item, '[data-test-id="input-label"]')[0]?.querySelector('span')?.textContent?.trim() ??
				'';
			return items.map((item) => {
				const labels = [labelOf(item)];
				let outer = item.parentElement && itemOf(item.parentElement);
				while (outer) {
					labels.unshift(labelOf(outer));
					outer = outer.parentElement && itemOf(outer.parentElement);
				}
				const inputs = own(item, '[data-test-id]').map(
					(input) => input.getAttribute('data-test-id') ?? '',
				);
				return { labels, inputs };
			});
		});
	}
}

/** The labels, from the outside to the inside. */
export const wordsOf = (place: Place): string =>
	place.map(({ displayName }) => `"${textsOf(displayName)[0]}"`).join(' › ');

function isIn(place: Place, shown: readonly Shown[], text: string): boolean {
	const property = place[place.length - 1];
	if (property.type === 'notice')
		return textsOf(property.displayName).every((part) => text.includes(part));
	if (property.type === 'credentials')
		return shown.some(({ inputs }) => inputs.includes('node-credentials-select'));
	const labels = place.map(({ displayName }) => displayName).join('\n');
	return shown.some(
		(item) => item.labels.join('\n') === labels && item.inputs.includes(inputOf(property)),
	);
}

/** The texts between the HTML of a notice. */
const textsOf = (html: string): string[] =>
	html
		.split(/<[^>]*>/)
		.map((part) => part.replace(/\s+/g, ' ').trim())
		.filter((part) => part !== '');

function inputOf({ type, name }: INodeProperties): string {
	if (type === 'collection') return 'collection-parameter-add';
	return type === 'fixedCollection' ? `fixed-collection-${name}` : `parameter-input-${name}`;
}
