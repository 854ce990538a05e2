import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { resources } from '../../../nodes/EnergyProjects/actions/resources.ts';
import { EnergyProjects } from '../../../nodes/EnergyProjects/EnergyProjects.node.ts';

/**
 * What n8n's pages "UX guidelines" and "Node UI design" ask of the texts of a node, checked for every parameter, option
 * and operation of the action node.
 */
const { description: node } = new EnergyProjects();

interface Found {
	readonly path: string;
	readonly parameter: INodeProperties;
}

/** A parameter and all parameters inside it, each with its path. */
function within(parameter: INodeProperties, place: string): Found[] {
	const path = `${place}.${parameter.name}`;
	const inside = (parameter.options ?? []).flatMap((option) => {
		if ('values' in option) return option.values.flatMap((one) => within(one, path));
		return 'type' in option ? within(option, path) : [];
	});
	return [{ path, parameter }, ...inside];
}

const placeOf = ({ displayOptions }: INodeProperties) =>
	[...(displayOptions?.show?.resource ?? []), ...(displayOptions?.show?.operation ?? [])].join('.');

const parameters = node.properties.flatMap((one) => within(one, placeOf(one)));
const choices = parameters.flatMap(({ path, parameter }) =>
	(parameter.options ?? [])
		.filter(
			(option): option is INodePropertyOptions => !('type' in option) && !('values' in option),
		)
		.map((option) => ({ path: `${path} = ${String(option.value)}`, ...option })),
);
const groups = parameters.flatMap(({ path, parameter }) =>
	(parameter.options ?? [])
		.filter((option): option is INodePropertyCollection => 'values' in option)
		.map(({ displayName }) => ({ path, text: displayName })),
);
const modes = parameters.flatMap(({ path, parameter }) =>
	(parameter.modes ?? []).map((mode) => ({ path: `${path}, ${mode.name}`, ...mode })),
);
const operations = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({ ...operation, resource })),
);

interface Text {
	readonly path: string;
	readonly text: string;
}

const texts = (
	found: ReadonlyArray<{ readonly path: string; readonly text: string | undefined }>,
): Text[] => found.filter((one): one is Text => one.text !== undefined && one.text !== '');

const sentences = texts([
	...parameters.map(({ path, parameter }) => ({ path, text: parameter.description })),
	...parameters.map(({ path, parameter }) => ({ path, text: parameter.hint })),
	...parameters
		.filter(({ parameter }) => parameter.type === 'notice')
		.map(({ path, parameter }) => ({ path, text: parameter.displayName })),
	...choices.map(({ path, description }) => ({ path, text: description })),
	...modes.map(({ path, hint }) => ({ path, text: hint })),
	{ path: 'node', text: node.description },
]);
const labels = texts([
	...parameters
		.filter(({ parameter }) => parameter.type !== 'notice')
		.map(({ path, parameter }) => ({ path, text: parameter.displayName })),
	...choices.map(({ path, name }) => ({ path, text: name })),
	...groups,
	...modes.map(({ path, displayName }) => ({ path, text: displayName })),
	{ path: 'node', text: node.displayName },
]);
const placeholders = texts([
	...parameters.map(({ path, parameter }) => ({ path, text: parameter.placeholder })),
	...modes.map(({ path, placeholder }) => ({ path, text: placeholder })),
]);

const SMALL_WORDS = 'a an and as at but by for from in into of on or per the to with it'.split(' ');

function isTitleCase(label: string): boolean {
	const words = label.replace(/\(.*?\)/g, '').split(/[\s-]+/);
	return words.every(
		(word, index) => !/^\p{Ll}/u.test(word) || (index > 0 && SMALL_WORDS.includes(word)),
	);
}

/** Sentence case: one capital at the beginning, except for words such as "ID", and no full stop. */
const SENTENCE = /^\p{Lu}\p{Ll}*( (\p{Ll}+|\p{Lu}{2,}))*$/u;

const failing = (found: readonly Text[], isRight: (text: string) => boolean) =>
	found.filter(({ text }) => !isRight(text)).map(({ path, text }) => `${path}: ${text}`);

it('these tests look at the whole node', () => {
	expect(parameters.length).toBeGreaterThan(300);
	for (const list of [labels, sentences, placeholders, modes, groups]) {
		expect(list.length).toBeGreaterThan(5);
	}
});

it('labels and choices are in title case', () => {
	expect(failing(labels, isTitleCase)).toEqual([]);
});

it('descriptions, hints and notices start with a capital, and end with a full stop only if they have several sentences', () => {
	const isRight = (text: string) => {
		const isSeveral = /[.!?]\s+\p{Lu}/u.test(text);
		return /^[\p{Lu}"]/u.test(text) && text.endsWith('.') === isSeveral;
	};
	expect(failing(sentences, isRight)).toEqual([]);
});

it('the description of a boolean starts with "Whether"', () => {
	const booleans = parameters.filter(({ parameter }) => parameter.type === 'boolean');
	expect(booleans.length).toBeGreaterThan(5);
	const said = texts(
		booleans.map(({ path, parameter }) => ({ path, text: parameter.description ?? '-' })),
	);
	expect(failing(said, (text) => text.startsWith('Whether '))).toEqual([]);
});

it('placeholders start with "e.g.", or with what a click does', () => {
	expect(failing(placeholders, (text) => /^(e\.g\. |Add |Select )/.test(text))).toEqual([]);
});

it('every text and number that a person types in shows an example', () => {
	const without = parameters
		.filter(({ parameter }) => ['string', 'number'].includes(parameter.type))
		.filter(({ parameter }) => parameter.default === '' && parameter.placeholder === undefined)
		.map(({ path }) => path);
	expect(without).toEqual([]);
});

it('examples fit: an email address for an email address, an ID for an ID, a number for a number', () => {
	const named = (name: string) =>
		parameters.filter(({ parameter }) => parameter.name === name).map((one) => one.parameter);
	for (const { placeholder } of [...named('email'), ...named('invoiceEmail')]) {
		expect(placeholder).toMatch(/^e\.g\. \S+@\S+\.\w+$/);
	}
	for (const { placeholder } of named('companyId')) {
		expect(placeholder).toMatch(/^e\.g\. [\da-f]{8}-/);
	}
	for (const { parameter } of parameters) {
		if (parameter.type !== 'number' || parameter.placeholder === undefined) continue;
		expect(parameter.placeholder).toMatch(/^e\.g\. \d+(\.\d+)?$/);
	}
	const toMatch = named('matchValue').map(({ displayOptions, placeholder }) => [
		displayOptions?.show?.matchOn?.[0],
		placeholder,
	]);
	expect(Object.fromEntries(toMatch)).toMatchObject({
		email: expect.stringContaining('@'),
		id: expect.stringMatching(/-4a9b-/),
		humanId: expect.stringMatching(/^e\.g\. [PC]-\d+$/),
		name: expect.stringContaining('Heat pump'),
	});
});

const STANDARD = ['create', 'delete', 'get', 'getAll', 'update', 'upsert'];

describe.each(operations)('$resource.name: $name', (operation) => {
	const { name, value, action, description, resource } = operation;
	const noun = resource.name.toLowerCase();

	it('has an action in sentence case that says what it does, without articles', () => {
		const ofStandard = `${name[0]}${name.slice(1).toLowerCase()} ${noun}${value === 'getAll' ? 's' : ''}`;
		// Any other operation finds its own words: "Get rooms" of a project need not name the project.
		expect(action).toMatch(STANDARD.includes(value) ? new RegExp(`^${ofStandard}$`) : SENTENCE);
		expect(action).not.toMatch(/\b(an?|the)\b/i);
	});

	it('is described in a sentence without a full stop that names the resource', () => {
		expect(description).toMatch(/^\p{Lu}/u);
		expect(description).toContain(noun);
		expect(description).not.toMatch(/\.$/);
	});
});

it.each<[string, (noun: string) => string]>([
	[
		'upsert',
		(noun) => `Create a new ${noun}, or update the current one if it already exists (upsert)`,
	],
	['delete', (noun) => `Delete a ${noun} permanently`],
])('%s is described in n8n’s own words', (value, inWordsOfN8n) => {
	const found = operations.filter((one) => one.value === value);
	expect(found.length).toBeGreaterThan(1);
	for (const { description, resource } of found) {
		expect(description).toBe(inWordsOfN8n(resource.name.toLowerCase()));
	}
});
