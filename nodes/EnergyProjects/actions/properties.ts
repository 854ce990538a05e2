import { updateDisplayOptions } from 'n8n-workflow';
import type { INodeProperties } from 'n8n-workflow';
import { authenticationParameter } from '../http/authentication';
import type { ListSearch } from '../lists/search';
import { sendingOptions } from '../http/sendingOptions';
import type { Operation, Resource } from './operation';
import { searchMethodOf } from './parameters/record/locator';
import { resources } from './resources';

const resourceSelector: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: resources.map(({ name, value }) => ({ name, value })),
	default: 'project',
};

const operationSelector = ({ value, operations, defaultOperation }: Resource): INodeProperties => {
	const { value: first } = defaultOperation;
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [value] } },
		options: inOrder(operations).map(({ name, value, action, description }) => ({
			name,
			value,
			action,
			description,
		})),
		default: first,
	};
};

const inOrder = (operations: readonly Operation[]) =>
	[...operations].sort((a, b) => a.name.localeCompare(b.name));

const optionsOf = (operation: Operation): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	description: 'Pace, repeats and special cases; most workflows need none',
	options: [...(operation.options ?? []), ...sendingOptions].sort((a, b) =>
		a.displayName.localeCompare(b.displayName),
	),
});

/** The searches by the names under which the locators ask for them. */
export const listSearch: Record<string, ListSearch> = Object.fromEntries(
	resources.flatMap(({ value, search }) =>
		search === undefined ? [] : [[searchMethodOf(value), search]],
	),
);

/** All parameters of the action node, derived from the list of resources. */
export const properties: INodeProperties[] = [
	authenticationParameter,
	resourceSelector,
	...resources.map(operationSelector),
	...resources.flatMap((resource) =>
		inOrder(resource.operations).flatMap((operation) =>
			updateDisplayOptions({ show: { resource: [resource.value], operation: [operation.value] } }, [
				...operation.properties,
				optionsOf(operation),
				...(operation.belowOptions ?? []),
			]),
		),
	),
];
