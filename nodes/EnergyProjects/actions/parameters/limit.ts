import type { INodeProperties } from 'n8n-workflow';
import { numberIn } from '../../values/parse/scalarValue';
import { quoted } from '../../values/quoted';
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
		displayOptions: { show: { returnAll: [false, 'false', 0] } },
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
	},
];

/**
 * The limit of an item, or undefined if everything is wanted.
 *
 * @throws NodeOperationError if the parameters do not say which
 */
export function limitOf(item: Item): number | undefined {
	const isAll = item.toBoolean(item.parameter('returnAll', false), 'Return All');
	if (isAll === undefined) {
		throw item.error(
			'Return All: its expression returns nothing, so it is neither on nor off',
			'Turn it on or off, or correct its expression.',
		);
	}
	if (isAll) return undefined;
	const asked = item.parameter('limit', 50);
	const limit = numberIn(asked);
	if (limit !== undefined && Number.isInteger(limit) && limit >= 1) return limit;
	throw item.error(
		`Limit: "${quoted(asked ?? '')}" is not a whole number of at least 1`,
		'Enter such a number, correct its expression, or turn on "Return All".',
	);
}
