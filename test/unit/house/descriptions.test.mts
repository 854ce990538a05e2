import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { credentials, nodes } from '../../integration/savedNames/descriptions.mts';

/**
 * A person who hovers over the question mark beside a parameter has not understood its name. So everything they can set
 * or choose has a description that says more than its name. Checked for what n8n loads: three nodes, three credentials.
 */
interface Described {
	readonly path: string;
	readonly name: string;
	readonly description: string | undefined;
	readonly type: string;
}

/** What needs no description, and why. */
const WITHOUT: ReadonlyArray<{ readonly reason: string; fits(one: Described): boolean }> = [
	{
		reason: 'n8n itself fills in and hides fixed values of OAuth2',
		fits: ({ type }) => type === 'hidden',
	},
	{ reason: 'a notice is only text', fits: ({ type }) => type === 'notice' },
	{
		reason: 'the place of the credentials has no name that the editor shows',
		fits: ({ type }) => type === 'credentials',
	},
	{
		reason: "n8n's convention: the selectors at the top of a node have no description",
		fits: ({ path }) => /\.(resource|operation)$/.test(path),
	},
	{
		reason: "n8n's convention: a resource is a noun, described by its operations",
		fits: ({ path }) => /\.resource = \w+$/.test(path),
	},
	{
		reason: 'a span of years says all there is to say',
		fits: ({ type, name }) =>
			type === 'choice' && /^(Before |After )?\d{4}( to \d{4}| or Later)?$/.test(name),
	},
];

/** Words that say nothing by themselves. A plural counts as the same word as its singular. */
const FILLERS = new Set(
	'a an and as at by for from in is it its of on only or that the this to with which whether value values field fields name select choose chosen enter'.split(
		' ',
	),
);
const wordsOf = (text: string) =>
	text
		.toLowerCase()
		.split(/[^\p{L}\p{N}]+/u)
		.map((word) => word.replace(/s$/, ''))
		.filter((word) => word !== '' && !FILLERS.has(word));

/** Whether the description says something that the name and the resource or node do not. */
const saysMore = ({ name, description = '' }: Described, place: string): boolean => {
	const known = new Set([...wordsOf(name), ...wordsOf(place)]);
	return wordsOf(description).some((word) => !known.has(word));
};

function within(parameter: INodeProperties, place: string): Described[] {
	const path = `${place}.${parameter.name}`;
	const { displayName: name, description, type } = parameter;
	const inside = (parameter.options ?? []).flatMap((option): Described[] => {
		if ('values' in option) return option.values.flatMap((one) => within(one, path));
		if ('type' in option) return within(option, path);
		const { name, value, description } = option as INodePropertyOptions;
		return [{ path: `${path} = ${String(value)}`, name, description, type: 'choice' }];
	});
	return [{ path, name, description, type }, ...inside];
}

const placeOf = (type: string, { displayOptions }: INodeProperties) =>
	[
		type,
		...(displayOptions?.show?.resource ?? []),
		...(displayOptions?.show?.operation ?? []),
	].join('.');

const everything = [
	...nodes.flatMap(({ description }) =>
		description.properties.flatMap((one) => within(one, placeOf(description.name, one))),
	),
	...credentials.flatMap(({ name, properties }) => properties.flatMap((one) => within(one, name))),
];
const described = everything.filter((one) => !WITHOUT.some(({ fits }) => fits(one)));

it('covers three nodes and three credentials', () => {
	expect(new Set(everything.map(({ path }) => path.split('.')[0])).size).toBe(6);
	expect(described.length).toBeGreaterThan(600);
});

it('everything a person can set or choose has a description', () => {
	const without = described.filter(({ description }) => (description ?? '').trim() === '');
	expect(without.map(({ path }) => path)).toEqual([]);
});

it('no description only repeats the name', () => {
	const place = (path: string) => (path.split('.')[1] ?? '').replace(/=.*/, '');
	const repeated = described
		.filter(({ description }) => description !== undefined)
		.filter((one) => !saysMore(one, place(one.path)));
	expect(
		repeated.map(({ path, name, description }) => `${path}: ${name} – ${description}`),
	).toEqual([]);
});

it('"Whether" begins the description of a boolean, and of nothing else that a person sets', () => {
	const misleading = described
		.filter(({ type, description }) => !['boolean', 'choice'].includes(type) && description)
		.filter(({ description }) => description?.startsWith('Whether'));
	expect(misleading.map(({ path }) => path)).toEqual([]);
});

it('every exception is still needed', () => {
	const unused = WITHOUT.filter(({ fits }) => !everything.some(fits));
	expect(unused.map(({ reason }) => reason)).toEqual([]);
});
