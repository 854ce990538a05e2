import type { INodeProperties } from 'n8n-workflow';
import { numberIn } from '../../values/scalarValue';
import { shown } from '../../values/shown';
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
	const [{ name, displayName }] = limitParameters;
	if (item.toSwitch(item.parameter(name, false), displayName) === true) return undefined;
	const given = item.parameter('limit', 50);
	const limit = numberIn(given);
	if (limit !== undefined && Number.isInteger(limit) && limit >= 1) return limit;
	throw item.error(`The limit must be a whole number of at least 1, not "${shown(given)}"`);
}
