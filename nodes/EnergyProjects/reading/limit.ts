import type { INodeProperties } from 'n8n-workflow';
import type { Item } from '../run/item';
import { numberIn } from '../values/numbers';
import { isMissing } from '../values/objects';
import { quoted } from '../values/text';

const limitParameter: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	// n8n leaves out what it does not show: with the text "false" for Return All, the limit would not count.
	displayOptions: { hide: { returnAll: [true] } },
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
};

const returnAllParameter: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

/** Return All and Limit, with n8n's standard words. */
export const limitParameters: readonly INodeProperties[] = [returnAllParameter, limitParameter];

/** The limit of an item, or undefined if everything is wanted. @throws NodeOperationError if it is not a number */
export function limitOf(item: Item): number | undefined {
	if (item.isOn(returnAllParameter, item.value(returnAllParameter))) return undefined;
	const given = item.value(limitParameter);
	// n8n gives a number that a model left empty as 0.
	const isLeftOut = item.run.isTool && (isMissing(given) || given === 0);
	const asked = isLeftOut ? limitParameter.default : given;
	const limit = numberIn(asked);
	if (limit !== undefined && Number.isInteger(limit) && limit >= 1) return limit;
	throw item.error(
		`Limit: "${quoted(asked)}" is not a whole number of at least 1`,
		'Enter such a number, correct its expression, or turn on "Return All".',
	);
}
