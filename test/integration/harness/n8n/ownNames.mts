import type { INodeParameters } from 'n8n-workflow';

/** What each resource has under a name of its own, by the name that tests of both resources write. */
const PARTS = {
	...{ additionalFields: 'Fields', updateFields: 'UpdateFields' },
	...{ fieldsToClear: 'FieldsToClear', address: 'Address' },
};

/** The parameters of a node, under the names of its resource: `updateFields` of a project is `projectUpdateFields`. */
export function underOwnNames(parameters: INodeParameters): INodeParameters {
	const { resource = 'project' } = parameters;
	const nameOf = (name: string) =>
		name in PARTS ? `${String(resource)}${PARTS[name as keyof typeof PARTS]}` : name;
	return Object.fromEntries(
		Object.entries(parameters).map(([name, value]) => [nameOf(name), value]),
	);
}
