import type { INodeProperties } from 'n8n-workflow';
import type { Item } from '../item';

/** Return All and Limit, with n8n's standard words. */
export const limitParameters: readonly INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		displayOptions: { show: { returnAll: [false] } },
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
	},
];

/** The limit of an item, or undefined where everything is asked for. */
export function limitOf(item: Item): number | undefined {
	if (item.parameter('returnAll', false) === true) return undefined;
	const limit = Number(item.parameter('limit', 50));
	if (Number.isInteger(limit) && limit >= 1) return limit;
	throw item.error('The limit must be a whole number of at least 1');
}
