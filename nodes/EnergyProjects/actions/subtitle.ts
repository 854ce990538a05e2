import type { Resource } from './operation';

/**
 * An expression for the name of a parameter's value. It shows the value itself if that has no name, as an expression in
 * the parameter can lead to any value.
 */
const nameOf = (parameter: string, byValue: Readonly<Record<string, string>>) =>
	`((${JSON.stringify(byValue)})[$parameter["${parameter}"]] ?? $parameter["${parameter}"])`;

/** What the editor shows below the name of the node, in the words of its lists: "Get Many: Project". */
export function subtitleOf(resources: readonly Resource[]): string {
	const operations = resources.flatMap((resource) => resource.operations);
	const namesIn = (list: ReadonlyArray<{ readonly name: string; readonly value: string }>) =>
		Object.fromEntries(list.map(({ name, value }) => [value, name]));
	return `={{ ${nameOf('operation', namesIn(operations))} + ": " + ${nameOf('resource', namesIn(resources))} }}`;
}
