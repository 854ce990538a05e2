import { updateDisplayOptions } from 'n8n-workflow';
import type { INodeProperties } from 'n8n-workflow';
import type { Operation, Resource } from './operation';
import { resources } from './resources';
import { requestOptions } from './parameters/sending';

const authentication: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	options: [
		{ name: 'API Key', value: 'apiKey' },
		{ name: 'OAuth2', value: 'oAuth2' },
	],
	default: 'apiKey',
	description: 'How the node proves to the service who it is',
};

const resourceSelector: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: resources.map(({ name, value }) => ({ name, value })),
	default: 'project',
};

/** Reading many is what people try first; where there is none, the first operation it is. */
const operationSelector = (resource: Resource): INodeProperties => {
	const values = resource.operations.map(({ value }) => value);
	const first = values.includes('getAll') ? 'getAll' : values[0];
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource.value] } },
		options: resource.operations.map(({ name, value, action, description }) => ({
			name,
			value,
			action,
			description,
		})),
		default: first,
	};
};

const optionsOf = (operation: Operation): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [...(operation.options ?? []), ...requestOptions].sort((a, b) =>
		a.displayName.localeCompare(b.displayName),
	),
});

/** All parameters of the action node, derived from the list of resources. */
export const properties: INodeProperties[] = [
	authentication,
	resourceSelector,
	...resources.map(operationSelector),
	...resources.flatMap((resource) =>
		resource.operations.flatMap((operation) =>
			updateDisplayOptions({ show: { resource: [resource.value], operation: [operation.value] } }, [
				...operation.properties,
				optionsOf(operation),
			]),
		),
	),
];
