import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { resources } from '../../../nodes/EnergyProjects/actions/resources.ts';
import { EnergyProjects } from '../../../nodes/EnergyProjects/EnergyProjects.node.ts';

/**
 * What n8n asks of the texts of a node, read off its page "UX guidelines" and its page about the design of a node's
 * interface; held against every parameter, option and operation of the action node.
 */
const { description: node } = new EnergyProjects();

interface Found {
	readonly path: string;
	readonly parameter: INodeProperties;
}

/** A parameter with all that are inside it, each under its path. */
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

const failing = (found: readonly Text[], isFine: (text: string) => boolean) =>
	found.filter(({ text }) => !isFine(text)).map(({ path, text }) => `${path}: ${text}`);

it('looks at the whole node', () => {
	expect(parameters.length).toBeGreaterThan(300);
	for (const list of [labels, sentences, placeholders, modes, groups]) {
		expect(list.length).toBeGreaterThan(5);
	}
});

it('labels and choices are in title case', () => {
	expect(failing(labels, isTitleCase)).toEqual([]);
});

it('descriptions, hints and notices begin with a capital, and end with a full stop only where there are several sentences', () => {
	const isFine = (text: string) => {
		const isSeveral = /[.!?]\s+\p{Lu}/u.test(text);
		return /^[\p{Lu}"]/u.test(text) && text.endsWith('.') === isSeveral;
	};
	expect(failing(sentences, isFine)).toEqual([]);
});

it('a switch says with "Whether" what it does', () => {
	const switches = parameters.filter(({ parameter }) => parameter.type === 'boolean');
	expect(switches.length).toBeGreaterThan(5);
	const said = texts(
		switches.map(({ path, parameter }) => ({ path, text: parameter.description ?? '-' })),
	);
	expect(failing(said, (text) => text.startsWith('Whether '))).toEqual([]);
});

it('placeholders begin with "e.g.", or with what a click does', () => {
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

describe.each(operations)('$resource.name: $name', ({ name, action, description, resource }) => {
	const noun = resource.name.toLowerCase();

	it('has an action in sentence case, with the resource and without articles', () => {
		const many = name === 'Get Many';
		expect(action).toBe(`${name[0]}${name.slice(1).toLowerCase()} ${noun}${many ? 's' : ''}`);
	});

	it('is described in a sentence without a full stop that names the resource', () => {
		expect(description).toMatch(/^\p{Lu}/u);
		expect(description).toContain(noun);
		expect(description).not.toMatch(/\.$/);
	});
});

it('Create or Update and Delete are described in n8n’s own words', () => {
	const words = (value: string) =>
		operations.filter((one) => one.value === value).map(({ description }) => description);
	expect(words('upsert')).toEqual(
		['customer', 'project'].map(
			(noun) => `Create a new ${noun}, or update the current one if it already exists (upsert)`,
		),
	);
	expect(words('delete')).toEqual(
		['customer', 'project'].map((noun) => `Delete a ${noun} permanently`),
	);
});
