import type { INodeProperties } from 'n8n-workflow';
import type { Item } from '../run/item';
import type { ListedResource } from '../service/resource';

/** What to do with a list that changed so much while it was read, or was counted so badly, that something may be missing. */
export const ifIncompleteOption: INodeProperties = {
	displayName: 'If Incomplete',
	name: 'ifIncomplete',
	type: 'options',
	options: [
		{ name: 'Fail', value: 'fail' },
		{ name: 'Return What Was Read', value: 'goOn' },
	],
	default: 'fail',
	description:
		'What to do if records may be missing, because they were added or deleted while the list was read, or because the service did not count them correctly or sent only a part of them',
};

const WHY_INCOMPLETE =
	'records were added or deleted while the list was read, or the service did not count them correctly or sent only a part of them';

/**
 * What follows if a list that an item needs whole may lack a record: a hint if the item says so.
 *
 * @throws NodeOperationError otherwise: nobody sees a hint at night
 */
export function refuseIncomplete(
	item: Item,
	{ noun }: ListedResource,
	wayOut = `To get what was read all the same, set the option "${ifIncompleteOption.displayName}".`,
): void {
	if (item.choice(ifIncompleteOption) === 'goOn') return item.run.hint(INCOMPLETE_HINT, 'warning');
	throw item.error(
		`The list of ${noun}s may be incomplete: ${WHY_INCOMPLETE}`,
		`Run it again when the service is less busy. ${wayOut}`,
		'temporary',
	);
}

const INCOMPLETE_HINT = `Some records may be missing: ${WHY_INCOMPLETE}. Run it again when the service is less busy to be sure.`;
