import { resources } from './resources';

const names = Object.fromEntries(
	resources.flatMap(({ operations }) => operations.map(({ name, value }) => [value, name])),
);
const nouns = Object.fromEntries(resources.map(({ name, value }) => [value, name]));

/**
 * An expression that looks a parameter up, and shows its value where an expression of its own made it something else.
 */
const nameOf = (parameter: string, byValue: Readonly<Record<string, string>>) =>
	`((${JSON.stringify(byValue)})[$parameter["${parameter}"]] ?? $parameter["${parameter}"])`;

/** What the editor shows below the name of the node, in the words of its own lists: "Get Many: Project". */
export const subtitle = `={{ ${nameOf('operation', names)} + ": " + ${nameOf('resource', nouns)} }}`;
