import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';
import { isMissing, isObject } from './objects';
import { quoted, quotedList } from './text';

type Group = INodeProperties & { readonly type: 'collection' | 'fixedCollection' };
/** A parameter, or one of the parts that a fixed collection can have, which has parameters of its own. */
type Described = NonNullable<INodeProperties['options']>[number];

const isGroup = (one: INodeProperties): one is Group =>
	one.type === 'collection' || one.type === 'fixedCollection';

/**
 * Hidden parameters beside groups, with their names. n8n hands a node only those keys of a group that its description
 * has: a misspelt option would be left out without a word. A hidden parameter it hands over as it was saved, and of two
 * parameters with one name the later one counts.
 */
export const keptAsSaved = (parameters: readonly INodeProperties[]): INodeProperties[] =>
	parameters.filter(isGroup).map(({ displayName, name, displayOptions }) => ({
		displayName,
		name,
		type: 'hidden',
		default: {},
		...(displayOptions !== undefined && { displayOptions }),
	}));

/**
 * What is wrong with the keys in the groups of a node: its description must have them. Those of another operation are
 * right, too: the editor keeps them when a person chooses the operation. A whole group that is one expression is not
 * judged.
 *
 * @param saved the parameters as they were saved, with the expressions themselves
 * @returns a text for people that names each key, and the right one if one is alike; undefined if nothing is wrong
 */
export function problemOfSavedKeys(
	parameters: readonly INodeProperties[],
	saved: INodeParameters,
): string | undefined {
	const groups = parameters.filter(isGroup);
	const problems = [...new Set(groups.map(({ name }) => name))].flatMap((name) => {
		const described = groups.filter((group) => group.name === name);
		return problemsIn(described, saved[name]);
	});
	return problems.length === 0 ? undefined : `${problems.join('; ')}. ${ADVICE}`;
}

const ADVICE =
	'If the editor does not show it, correct it in the JSON of the workflow, or delete the node and add it again.';

/** What is wrong with the keys in a saved value. @param described all that has its name in the description */
function problemsIn(described: readonly Described[], saved: unknown): string[] {
	const known = described.flatMap(insideOf);
	if (known.length === 0) return [];
	const [{ displayName: label = '' }] = described as INodeProperties[];
	const isPart = described.some((one) => 'values' in one);
	return [saved].flat().flatMap((entry) => {
		if (isObject(entry)) return problemsInEntry(label, known, entry);
		return isPart && !isMissing(entry) ? [`${label}: ${REPLACED}`] : [];
	});
}

const REPLACED =
	'one expression or text replaces all its parts, and n8n cannot read it. Fill in the parts one by one, or use "Map Automatically"';

const problemsInEntry = (label: string, known: readonly Described[], entry: IDataObject) =>
	Object.entries(entry).flatMap(([key, value]) => {
		const meant = known.filter(({ name }) => name === key);
		return meant.length > 0 ? problemsIn(meant, value) : [unknownKey(label, known, key)];
	});

const insideOf = (one: Described): readonly Described[] => {
	if ('values' in one) return one.values;
	return 'type' in one && isGroup(one) ? (one.options ?? []) : [];
};

function unknownKey(label: string, known: readonly Described[], key: string): string {
	const isAlike = ({ name, ...one }: Described) =>
		[name, 'displayName' in one ? one.displayName : ''].some(
			(text) => letters(text) === letters(key),
		);
	const right = known.find(isAlike);
	const holder = known.find((one) => insideOf(one).some(isAlike));
	const advice =
		right !== undefined
			? `it is called "${right.name}"`
			: holder !== undefined
				? `it belongs in "${holder.name}"`
				: `it can have ${quotedList(known.map(({ name }) => name))}`;
	return `${label} has no "${quoted(key)}": ${advice}`;
}

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
