import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { isMissing, isObject } from './objects';
import { quoted, quotedList } from './text';

/** A parameter, or one of the parts that a fixed collection can have, which has parameters of its own. */
type Described = NonNullable<INodeProperties['options']>[number];

const isGroup = ({ type }: INodeProperties) => ['collection', 'fixedCollection'].includes(type);

/**
 * Hidden parameters with the names of groups, and of what belongs in groups only. n8n hands a node only those keys that
 * its description has: an option that is misspelt, or that stands beside its group, would be left out without a word. A
 * hidden parameter it hands over as it was saved, and of two parameters with one name the later one counts.
 */
export function keptAsSaved(parameters: readonly INodeProperties[]): INodeProperties[] {
	const groups = parameters.filter(isGroup);
	const inside = new Map(entriesOnlyIn(groups, parameters).map((one) => [one.name, one]));
	return [
		...groups.map(({ displayName, name, displayOptions = {} }): INodeProperties => {
			return { displayName, name, type: 'hidden', default: {}, displayOptions };
		}),
		...[...inside.values()].map(({ label, name }): INodeProperties => {
			return { displayName: label, name, type: 'hidden', default: '' };
		}),
	];
}

/** What is inside groups and has no parameter of its name: the editor keeps the parameters of another operation. */
function entriesOnlyIn(groups: readonly INodeProperties[], parameters: readonly INodeProperties[]) {
	const own = new Set(parameters.filter(({ type }) => type !== 'hidden').map(({ name }) => name));
	return groups.flatMap((group) =>
		insideOf(group)
			.flatMap((one) => ('values' in one ? one.values : [one]))
			.filter(({ name }) => !own.has(name))
			.map((one) => ({ name: one.name, label: labelOf(one), group: group.name })),
	);
}

/**
 * What is wrong with the keys in the groups of a node, and with those that stand beside their group: its description must
 * have them there. Those of another operation are right, too: the editor keeps them when a person chooses the operation.
 * A whole group that is one expression is not judged.
 *
 * @param saved the parameters as they were saved, with the expressions themselves
 * @returns a text for people that names each key, and the right one if one is alike; undefined if nothing is wrong
 */
export function problemOfSavedKeys(
	parameters: readonly INodeProperties[],
	saved: INodeParameters,
): string | undefined {
	const groups = parameters.filter(isGroup);
	const isShown = ({ displayOptions: { show = {} } = {} }: INodeProperties) =>
		['resource', 'operation'].every((by) => show[by]?.includes(saved[by] as string) ?? true);
	const beside = entriesOnlyIn(groups.filter(isShown), parameters)
		.filter(({ name }) => !isMissing(saved[name]))
		.map(({ name, group }) => `"${name}" is no parameter of its own: it belongs in "${group}"`);
	const within = [...new Set(groups.map(({ name }) => name))].flatMap((group) =>
		problemsIn(
			groups.filter(({ name }) => name === group),
			groups.filter((one) => one.name === group && isShown(one)),
			saved[group],
		),
	);
	const problems = [...beside, ...within];
	return problems.length === 0 ? undefined : `${problems.join('; ')}. ${ADVICE}`;
}

const ADVICE =
	'If the editor does not show it, correct it in the JSON of the workflow, or delete the node and add it again.';
const REPLACED =
	'one expression or text replaces all its parts, and n8n cannot read it. Fill in the parts one by one, or use "Map Automatically"';

/**
 * @param described all that has the name of the saved value in the description
 * @param shown those of the chosen operation; a wrong key is compared with what is in them
 */
function problemsIn(
	described: readonly Described[],
	shown: readonly Described[],
	saved: unknown,
): string[] {
	const known = described.flatMap(insideOf);
	if (known.length === 0) return [];
	const offered = shown.length === 0 ? known : shown.flatMap(insideOf);
	const isPart = 'values' in described[0];
	return [saved].flat().flatMap((entry) => {
		if (!isObject(entry))
			return isPart && !isMissing(entry) ? [`${labelOf(described[0])}: ${REPLACED}`] : [];
		return Object.entries(entry).flatMap(([key, value]) => {
			const isMeant = ({ name }: Described) => name === key;
			const meant = known.filter(isMeant);
			if (meant.length > 0) return problemsIn(meant, offered.filter(isMeant), value);
			return [`${labelOf(described[0])} has no "${quoted(key)}": ${rightKey(offered, key)}`];
		});
	});
}

const insideOf = (one: Described): readonly Described[] => {
	if ('values' in one) return one.values;
	return 'type' in one && isGroup(one) ? (one.options ?? []) : [];
};

const labelOf = (one: Described) => ('displayName' in one ? one.displayName : one.name);

function rightKey(known: readonly Described[], key: string): string {
	const isAlike = (one: Described) =>
		[one.name, labelOf(one)].some((text) => letters(text) === letters(key));
	const right = known.find(isAlike);
	if (right !== undefined) return `it is called "${right.name}"`;
	const holder = known.find((one) => insideOf(one).some(isAlike));
	if (holder !== undefined) return `it belongs in "${holder.name}"`;
	return `it can have ${quotedList([...new Set(known.map(({ name }) => name))])}`;
}

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
