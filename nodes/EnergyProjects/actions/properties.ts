import { updateDisplayOptions } from 'n8n-workflow';
import type { INodeProperties } from 'n8n-workflow';
import { authenticationParameter, optionsCollection, timeoutOption } from '../http/parameters';
import { byLabel } from '../input/fields';
import { searchMethodOf } from '../input/locator';
import type { ListSearch } from '../lists/locatorSearch';
import type { Operation } from '../run/operation';
import type { OfferedResource } from './resources';

const resourceSelector = (resources: readonly OfferedResource[]): INodeProperties => ({
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: resources.map(({ name, value }) => ({ name, value })),
	default: 'project',
});

const operationSelector = ({
	value,
	operations,
	defaultOperation: { value: first },
}: OfferedResource): INodeProperties => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: [value] } },
	options: byName(operations).map(({ name, value, action, description }) => ({
		name,
		value,
		action,
		description,
	})),
	default: first,
});

const byName = (operations: readonly Operation[]) =>
	[...operations].sort((a, b) => a.name.localeCompare(b.name));

const optionsOf = (operation: Operation): INodeProperties => ({
	...optionsCollection,
	placeholder: 'Add option',
	description: 'How requests are sent, and special cases. Most workflows need none.',
	options: byLabel([...(operation.options ?? []), timeoutOption]),
});

/** The searches of these resources, by the names under which their locators ask for them. */
export const listSearchOf = (resources: readonly OfferedResource[]): Record<string, ListSearch> =>
	Object.fromEntries(
		resources.flatMap(({ value, search }) =>
			search === undefined ? [] : [[searchMethodOf(value), search]],
		),
	);

/** All parameters of an action node with these resources. */
export function propertiesOf(resources: readonly OfferedResource[]): INodeProperties[] {
	return [
		authenticationParameter,
		resourceSelector(resources),
		...resources.map(operationSelector),
		...resources.flatMap((resource) =>
			byName(resource.operations).flatMap((operation) => {
				const show = { resource: [resource.value], operation: [operation.value] };
				// Options last, as in n8n's own nodes.
				return updateDisplayOptions({ show }, [...operation.properties, optionsOf(operation)]);
			}),
		),
	];
}
