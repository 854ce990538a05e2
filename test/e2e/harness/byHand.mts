import type { INodeProperties } from 'n8n-workflow';
import type { Locator } from 'playwright-core';
import { optionsOf, nameOfOption } from './nodeState.mts';
import type { Panel, Place } from './panel.mts';

const UUID = '0d9f1c1e-7c1e-4a5b-9d42-00000000beef';

/** What a parameter is set to by hand, and what then stands in the saved workflow. */
export interface Setting {
	/** What was set, for the list of what was seen. */
	readonly kind: string;
	readonly wanted: unknown;
	set(): Promise<void>;
}

/** Sets an options field, a list of choices or a switch, by hand. */
export async function setControlling(panel: Panel, place: Place, value: unknown): Promise<void> {
	const property = place[place.length - 1];
	const input = await inputOf(panel, property, place);
	if (property.type === 'boolean') {
		if ((await input.locator('input').isChecked()) !== value)
			await input.locator('.el-switch').click();
		return;
	}
	if (property.type === 'multiOptions') {
		await chooseOnly(panel, input, property, value as readonly unknown[]);
		return;
	}
	await input.click();
	await panel.choose(nameOfOption(property, value));
}

/** Clicks each choice of a list that is chosen and should not be, or the other way round. */
async function chooseOnly(
	panel: Panel,
	input: Locator,
	property: INodeProperties,
	wanted: readonly unknown[],
): Promise<void> {
	const texts = await input.locator('.el-tag').allInnerTexts();
	const chosen = new Set(texts.map((text) => text.trim()));
	await input.locator('.el-select__input').click({ force: true });
	for (const value of optionsOf(property)) {
		const name = nameOfOption(property, value);
		if (chosen.has(name) !== wanted.includes(value)) await panel.choose(name);
	}
	await panel.closeList();
}

/** The ways to set a parameter by hand: one, or one for each mode of a locator. */
export function settingsOf(panel: Panel, place: Place): Setting[] {
	const property = place[place.length - 1];
	const { type, typeOptions = {} } = property;
	const input = async () => await inputOf(panel, property, place);
	const fill = async (text: string) => {
		const field = (await input()).locator('input, textarea').first();
		await field.fill(text);
		await field.blur();
	};
	switch (type) {
		case 'string':
			return [{ kind: type, wanted: 'by hand', set: async () => await fill('by hand') }];
		case 'number': {
			const number = Math.max(7, typeOptions.minValue ?? 7);
			return [{ kind: type, wanted: number, set: async () => await fill(String(number)) }];
		}
		case 'dateTime':
			return [
				{
					kind: type,
					wanted: '2026-03-01T10:00:00',
					set: async () => {
						const field = (await input()).locator('input').first();
						await field.fill('2026-03-01 10:00:00');
						await field.press('Enter');
					},
				},
			];
		case 'boolean': {
			const wanted = property.default !== true;
			return [{ kind: type, wanted, set: async () => await setControlling(panel, place, wanted) }];
		}
		case 'options': {
			const wanted = optionsOf(property).find((value) => value !== property.default);
			return [{ kind: type, wanted, set: async () => await setControlling(panel, place, wanted) }];
		}
		case 'multiOptions': {
			const preset = [property.default].flat();
			const added = optionsOf(property).find((value) => !preset.includes(value as never));
			const toggled = added ?? optionsOf(property)[0];
			const wanted =
				added === undefined ? preset.filter((value) => value !== toggled) : [...preset, added];
			return [
				{
					kind: type,
					wanted,
					set: async () => {
						await (await input()).locator('.el-select__input').click({ force: true });
						await panel.choose(nameOfOption(property, toggled));
						await panel.closeList();
					},
				},
			];
		}
		case 'resourceLocator':
			return (property.modes ?? []).map((mode) => ({
				kind: `${type} (${mode.name})`,
				wanted: mode.type === 'list' ? { mode: mode.name } : { mode: mode.name, value: UUID },
				set: async () => {
					const locator = await input();
					await chooseMode(panel, locator, mode.name);
					if (mode.type !== 'list') return await fillLocator(locator);
					await locator.getByTestId('rlc-input').click();
					await panel.page.locator('[data-test-id="rlc-item"]:visible').first().click();
				},
			}));
		default:
			return [];
	}
}

async function inputOf(panel: Panel, { name }: INodeProperties, place: Place): Promise<Locator> {
	return (await panel.locate(place)).getByTestId(`parameter-input-${name}`).first();
}

async function chooseMode(panel: Panel, locator: Locator, mode: string): Promise<void> {
	const selector = locator.getByTestId('rlc-mode-selector');
	// A locator with one mode offers no choice.
	if ((await selector.count()) === 0) return;
	await selector.click();
	await panel.page.locator(`[data-test-id="mode-${mode}"]:visible`).click();
}

async function fillLocator(locator: Locator): Promise<void> {
	const field = locator.getByTestId('rlc-input');
	await field.fill(UUID);
	await field.blur();
}
