import type { INodeParameters, INodeProperties, NodeParameterValueType } from 'n8n-workflow';
import { expect } from 'vitest';
import { credentialIds } from '../../../sandbox/n8n/demo.mts';
import { setControlling, settingsOf } from './byHand.mts';
import { SELECTORS, nameOfOption, optionsOf } from './nodeState.mts';
import type { NodeState } from './nodeState.mts';
import { wordsOf } from './panel.mts';
import type { Panel, Place } from './panel.mts';

/** What the walks through all nodes have seen together. */
export interface Seen {
	readonly lines: string[];
	parameters: number;
	choices: number;
	/** The kinds of inputs that were set by hand, and those there are. */
	readonly byHand: Set<string>;
	readonly kinds: Set<string>;
}

export interface SavedNode {
	readonly parameters: INodeParameters;
	readonly credentials?: Record<string, { id: string }>;
}

/** The values that a controlling parameter is set to: of a list of choices, each choice alone. */
function valuesOf(property: INodeProperties): NodeParameterValueType[] {
	if (property.type === 'boolean') return [true, false];
	const values = optionsOf(property);
	return property.type === 'multiOptions'
		? values.map((value) => [value] as NodeParameterValueType)
		: values;
}

const demoCredential: Record<string, string> = {
	energyProjectsApi: credentialIds.apiKey,
	energyProjectsOAuth2Api: credentialIds.oAuth2,
	energyProjectsWebhookApi: credentialIds.webhook,
};

/** One walk through the panel of a node: looks for everything that n8n's rules show, and sets what decides on more. */
export class Walk {
	readonly missing = new Set<string>();
	private readonly panel: Panel;
	private readonly start: NodeState;
	private readonly seen: Seen;
	private readonly saved: () => Promise<SavedNode | undefined>;
	private readonly met = new Set<string>();
	private readonly listed = new Set<string>();
	/** What was added to a collection while another value offered it. */
	private readonly added = new Set<INodeProperties>();

	constructor(
		panel: Panel,
		start: NodeState,
		seen: Seen,
		saved: () => Promise<SavedNode | undefined>,
	) {
		this.panel = panel;
		this.start = start;
		this.seen = seen;
		this.saved = saved;
	}

	/**
	 * Chooses each credential that the node can have, the last one first; those that are a choice of a parameter set it.
	 */
	async credentials(): Promise<void> {
		const chosen = this.start.properties.filter((property) =>
			this.start.isChosenByCredential(property),
		);
		for (const property of chosen) {
			for (const value of optionsOf(property).toReversed()) {
				for (const { name } of this.start.credentialsFor(property, value))
					await this.chooseCredential(name);
				await this.once(`credential for ${String(value)}`, property, [property.name], value);
			}
			this.note(`${wordsOf([property])}: each choice is offered as a credential`);
			this.met.add(property.name);
			this.seen.parameters++;
		}
		if (chosen.length > 0) return;
		for (const { name } of this.start.credentials) await this.chooseCredential(name);
	}

	/** Chooses resource and operation by hand, and sees that the parameters of this operation come. */
	async select(state: NodeState): Promise<void> {
		for (const name of SELECTORS) {
			const property = state.properties.find((one) => one.name === name);
			if (property === undefined) continue;
			await setControlling(this.panel, [property], state.valueOf(name));
		}
		const shown = state.properties.filter((property) => !state.isChosenByCredential(property));
		await this.expectIn(shown.map((property) => [property]));
	}

	/** All parameters, and those that hang on the value of others, with each of their values set by hand. */
	async parameters(
		state = this.start,
		seen: ReadonlySet<string> = new Set([...SELECTORS, ...this.met]),
	): Promise<void> {
		await this.look(state);
		const controlling = state.controlling(seen);
		const known = new Set([...seen, ...controlling.map(({ name }) => name)]);
		for (const property of controlling) {
			const isMissing = (await this.panel.missing([[property]])).length > 0;
			const before = state.valueOf(property.name);
			for (const value of valuesOf(property).filter((one) => one !== before)) {
				if (isMissing) {
					// What hangs on it cannot be reached, and is reported as well.
					await this.look(state.with(property.name, value));
					continue;
				}
				await setControlling(this.panel, [property], value);
				const words = nameOfOption(property, value) || String(value);
				this.note(`${wordsOf([property])} set to ${words}:`);
				await this.once(property.type, property, [property.name], value);
				const next = state.with(property.name, value);
				await this.parameters(next, known);
				await this.addNewlyOffered(next);
			}
			if (!isMissing) await setControlling(this.panel, [property], before);
		}
	}

	/** All that the collections offer, each added, and what stands inside. */
	async collections(): Promise<void> {
		const controlling = this.start.controlling(new Set()).map(({ name }) => name);
		for (const property of this.start.properties) {
			if (controlling.includes(property.name)) continue;
			if ((await this.panel.missing([[property]])).length > 0) continue;
			await this.inside([property], [property.name]);
		}
	}

	/** Adds what the collections offer in this state only. */
	private async addNewlyOffered(state: NodeState): Promise<void> {
		for (const property of state.properties.filter(({ type }) => type === 'collection')) {
			const always = this.start.inside(property).map(({ name }) => name);
			for (const inner of state.inside(property)) {
				if (always.includes(inner.name) || this.added.has(inner)) continue;
				this.added.add(inner);
				await this.panel.add([property], inner.displayName);
				await this.expectIn([[property, inner]]);
				this.seen.choices++;
				this.note(`${wordsOf([property])} added: ${inner.displayName}`);
			}
		}
	}

	private async inside(place: Place, path: readonly string[]): Promise<void> {
		const property = place[place.length - 1];
		if (property.type === 'collection') await this.addAll(place, path);
		else if (property.type === 'fixedCollection') await this.addEntry(place, path);
		else await this.setByHand(place, path);
	}

	private async addAll(place: Place, path: readonly string[]): Promise<void> {
		const property = place[place.length - 1];
		const offered = this.start.inside(property);
		for (const inner of offered) {
			await this.panel.add(place, inner.displayName);
			await this.expectIn([[...place, inner]]);
			// At once: the editor drops an entry without content when the next is added.
			await this.inside([...place, inner], [...path, inner.name]);
		}
		this.seen.choices += offered.length;
		this.note(
			`${wordsOf(place)} added: ${offered.map(({ displayName }) => displayName).join(', ')}`,
		);
		await this.once(property.type, property, path, expect.anything());
	}

	private async addEntry(place: Place, path: readonly string[]): Promise<void> {
		const property = place[place.length - 1];
		await this.panel.addEntry(place);
		const inner = this.start.inside(property);
		await this.expectIn(inner.map((one) => [...place, one]));
		this.seen.choices += inner.length;
		this.note(`${wordsOf(place)} added: ${inner.map(({ displayName }) => displayName).join(', ')}`);
		const [group] = property.options ?? [];
		const at = [
			...path,
			group.name,
			...(property.typeOptions?.multipleValues === true ? ['0'] : []),
		];
		for (const one of inner) await this.setByHand([...place, one], [...at, one.name]);
		await this.once(property.type, property, path, expect.anything());
	}

	/** The first input of each kind is set by hand. */
	private async setByHand(place: Place, path: readonly string[]): Promise<void> {
		for (const { kind, wanted, set } of settingsOf(this.panel, place)) {
			this.seen.kinds.add(kind);
			if (this.seen.byHand.has(kind)) continue;
			await set();
			const isObject = typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted);
			await this.expectSaved(path, isObject ? expect.objectContaining(wanted) : wanted);
			this.seen.byHand.add(kind);
			this.note(`${wordsOf(place)} set by hand (${kind})`);
		}
	}

	/** What the panel shows of a state of the node: its parameters, what its collections offer, its credentials. */
	private async look(state: NodeState): Promise<void> {
		const shown = state.properties.filter(
			({ name, type }) => type !== 'hidden' && !this.met.has(name),
		);
		const missing = (await this.expectIn(shown.map((property) => [property]))).flat();
		const hidden = state.description.properties.filter(
			({ name }) => !state.properties.some((one) => one.name === name),
		);
		for (const place of await this.panel.leftOver(hidden.map((property) => [property]))) {
			this.missing.add(`${wordsOf(place)} is in the page although the description hides it`);
		}
		for (const property of shown.filter(({ type }) => type === 'collection'))
			await this.lookInto(state, property);
		const labels = await this.panel.credentialLabels();
		for (const { name, displayName } of state.credentials) {
			if (displayName === undefined ? labels.length > 0 : labels.includes(displayName)) continue;
			this.missing.add(`the credential "${displayName ?? name}" is not in the page`);
		}
		const present = shown.filter((property) => !missing.includes(property));
		const fresh = present.filter(({ name }) => !this.listed.has(name));
		for (const { name } of fresh) this.listed.add(name);
		this.seen.parameters += fresh.length;
		const words = present.map((property) => wordsOf([property]));
		this.note(`${words.join(', ')}; credentials: ${labels.join(', ')}`);
	}

	private async lookInto(state: NodeState, property: INodeProperties): Promise<void> {
		if ((await this.panel.missing([[property]])).length > 0) return;
		const added = [...this.added].map(({ displayName }) => displayName);
		const offered = (await this.panel.offered([property])).filter((one) => !added.includes(one));
		const inside = state.inside(property).filter((inner) => !this.added.has(inner));
		const wanted = inside.map(({ displayName }) => displayName);
		for (const name of wanted.filter((one) => !offered.includes(one))) {
			this.missing.add(`"${name}" is not offered by ${wordsOf([property])}`);
		}
		for (const name of offered.filter((one) => !wanted.includes(one))) {
			this.missing.add(
				`"${name}" is offered by ${wordsOf([property])} although the description hides it`,
			);
		}
	}

	private async expectIn(places: readonly Place[]): Promise<Place[]> {
		// A locator has one kind for each of its modes.
		const kinds = places
			.map((place) => place[place.length - 1].type)
			.filter((type) => type !== 'resourceLocator');
		for (const kind of kinds) this.seen.kinds.add(kind);
		const missing = await this.panel.missing(places);
		for (const place of missing) {
			const { name, type } = place[place.length - 1];
			this.missing.add(`${wordsOf(place)} (${name}, ${type}) is not in the page`);
		}
		if (kinds.includes('notice')) this.seen.byHand.add('notice');
		return missing;
	}

	private async chooseCredential(type: string): Promise<void> {
		const id = demoCredential[type];
		const { page } = this.panel;
		const select = page.getByTestId('node-credentials-select').first();
		await select.click();
		const item = page.locator(`[data-test-id="node-credentials-select-item-${id}"]:visible`);
		const [name = ''] = (await item.innerText()).split('\n');
		await item.click();
		await expect.poll(async () => await select.locator('input').inputValue()).toBe(name.trim());
		const kind = `credential ${type}`;
		if (this.seen.byHand.has(kind)) return;
		const savedId = async () => (await this.saved())?.credentials?.[type]?.id;
		await expect.poll(savedId, { timeout: 15_000, interval: 300 }).toBe(id);
		this.seen.byHand.add(kind).add('credentials');
	}

	/** Looks into the saved workflow once for each kind of input. */
	private async once(
		kind: string,
		property: INodeProperties,
		path: readonly string[],
		value: unknown,
	): Promise<void> {
		if (this.seen.byHand.has(kind)) return;
		await this.expectSaved(path, value);
		this.seen.byHand.add(kind);
		this.note(`${wordsOf([property])} set by hand (${kind})`);
	}

	private async expectSaved(path: readonly string[], value: unknown): Promise<void> {
		// What is at its default is not saved.
		const read = async () => this.start.savedAs((await this.saved())?.parameters ?? {}, path);
		await expect.poll(read, { timeout: 15_000, interval: 300 }).toEqual(value);
	}

	private note(line: string): void {
		this.seen.lines.push(`  ${line}`);
	}
}
