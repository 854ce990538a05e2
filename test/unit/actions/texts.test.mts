import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { resources } from '../../../nodes/EnergyProjects/actions/resources.ts';
import { customerRecord } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
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
const fieldTypes = new Map(
	[...projectRecord.fields, ...customerRecord.fields].map(({ name, type }) => [name, type]),
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

it('placeholders start with "e.g.", or say what a click does or what an empty value means', () => {
	expect(
		failing(placeholders, (text) => /^(e\.g\. |Add |Select |Leave empty for )/.test(text)),
	).toEqual([]);
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
	expect(placeholdersToMatch('defineBelow')).toMatchObject({
		email: expect.stringContaining('@'),
		id: expect.stringMatching(/-4a9b-/),
		humanId: expect.stringMatching(/^e\.g\. [PC]-\d+$/),
		name: expect.stringContaining('Heat pump'),
	});
});

it('a value to match that may stay empty shows where it comes from, not an example', () => {
	const shown = placeholdersToMatch('autoMapInputData');
	expect(shown).toEqual({
		email: "Leave empty for the item's Email",
		id: "Leave empty for the item's ID",
		humanId: "Leave empty for the item's Human ID",
		name: "Leave empty for the item's Name",
	});
});

/** What the empty Value to Match shows, by the field that is matched on. */
function placeholdersToMatch(dataMode: string): Record<string, string | undefined> {
	const shown = parameters
		.filter(({ parameter }) => parameter.name === 'matchValue')
		.map(({ parameter: { displayOptions, placeholder } }) => ({
			show: displayOptions?.show,
			placeholder,
		}))
		.filter(({ show }) => show?.dataMode?.[0] === dataMode);
	return Object.fromEntries(
		shown.map(({ show, placeholder }) => [String(show?.matchOn?.[0]), placeholder]),
	);
}

it('only what is on or off is described with "Whether"', () => {
	const others = parameters.filter(
		({ parameter }) => parameter.type !== 'boolean' && parameter.type !== 'notice',
	);
	const said = texts(others.map(({ path, parameter }) => ({ path, text: parameter.description })));
	expect(failing(said, (text) => !/^Whether\b/.test(text))).toEqual([]);
	// The choices of a list of fields include those that are on or off.
	const isField = ({ path, value }: (typeof choices)[number]) =>
		/\.(fieldsToClear|outputFields) = /.test(path) && fieldTypes.get(String(value)) === 'boolean';
	const ofChoices = texts(
		choices
			.filter((one) => !isField(one))
			.map(({ path, description }) => ({ path, text: description })),
	);
	expect(failing(ofChoices, (text) => !/^Whether\b/.test(text))).toEqual([]);
});

it('Options is the last parameter of every operation, and Sort is right above it', () => {
	for (const { resource, value } of operations) {
		const names = node.properties
			.filter(
				({ displayOptions: { show } = {} }) =>
					[show?.resource?.[0], show?.operation?.[0]].join() === [resource.value, value].join(),
			)
			.map(({ name }) => name);
		expect(names.at(-1)).toBe('options');
		if (names.includes('sort')) expect(names.at(-2)).toBe('sort');
	}
});

it.each(['project', 'customer'])(
	'a notice says which keys of the item Map Automatically takes for a %s',
	(resource) => {
		for (const operation of ['create', 'update', 'upsert']) {
			const notice = parameters.find(
				({ path }) => path === `${resource}.${operation}.mappingNotice`,
			)?.parameter;
			expect(notice?.type).toBe('notice');
			expect(notice?.displayOptions?.show?.dataMode).toEqual(['autoMapInputData']);
			const [, names = ''] = /such as ([\w, ]+), and/.exec(notice?.displayName ?? '') ?? [];
			for (const name of names.split(', ')) expect(fieldTypes.has(name)).toBe(true);
			expect(notice?.displayName).toMatch(/parts of the address, such as (postalCode and )?city$/);
		}
	},
);

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
