import type { INodeProperties } from 'n8n-workflow';
import { updateParameters, updatePaths } from '../input/fields';
import { readInput, refuseProblems } from '../input/input';
import { chosenRecord, locator } from '../input/locator';
import { changeOptions, keepsOtherCircuits } from '../input/options';
import { readRecord } from '../reading/get';
import { outputParameters, readOutput } from '../reading/output';
import type { Item } from '../run/item';
import type { Operation } from '../run/operation';
import type { StandardResource } from '../service/resource';
import { hasNoKeys } from '../values/objects';
import { simplifiedSchema, SYNC_RESULT } from '../values/outputShape';
import { differences } from './comparing';
import { completeBody, needsRecord } from './completing';
import { notChangedSince, notChangedSinceOption, refuseChanged } from './notChangedSince';
import { checkOnlyOption, turnOf, write } from './write';

/** Option of an update: compare first, then send only what differs. */
const skipUnchangedOption: INodeProperties = {
	displayName: 'Skip Unchanged',
	name: 'skipUnchanged',
	type: 'boolean',
	default: false,
	description:
		'Whether to read the record first and send only what differs, or nothing if nothing differs. The output then has "syncResult": "updated" or "unchanged". This stops two systems from updating each other endlessly.',
};

/**
 * Sends only the fields to change. A partial address and circuits that lack something are completed from the record
 * first, since the service may replace what it has. Items about the same record run one after the other, so the last
 * one counts. Service document, section Endpoints, "Update project" and "Update customer".
 */
export const updateOperation = (resource: StandardResource): Operation => ({
	name: 'Update',
	value: 'update',
	action: `Update ${resource.noun}`,
	description: `Change some fields of a ${resource.noun} and return it; all other fields stay as they are`,
	properties: [
		{ ...locator(resource), required: true },
		...updateParameters(resource),
		...outputParameters(resource),
	],
	options: [
		...changeOptions(resource),
		skipUnchangedOption,
		notChangedSinceOption,
		checkOnlyOption,
	],
	onRerun: 'Run the node again: the same change twice does no harm.',
	outputSchema: simplifiedSchema(resource),
	async execute(item) {
		const output = readOutput(item, resource);
		const { id, name: about, body: given } = await item.run.inItemOrder(prepare(item, resource));
		return await item.inTurn(turnOf(resource, id), async () => {
			const skipsUnchanged = item.isOn(skipUnchangedOption);
			const keepsOthers = keepsOtherCircuits(item);
			const since = notChangedSince(item);
			const isRead = skipsUnchanged || since !== undefined || needsRecord(resource, given);
			const before = isRead ? await readRecord(item, resource, id, about) : undefined;
			const whole = completeBody(resource, before ?? {}, given, keepsOthers);
			const changes = differences(resource, before ?? {}, whole);
			// An earlier try of the node may have made the change: then nothing differs, and nothing is overwritten.
			if (before !== undefined && !hasNoKeys(changes)) refuseChanged(item, resource, since, before);
			// If the record already says what is wanted, there is nothing to decide.
			const isDone = since !== undefined && hasNoKeys(changes);
			const body = skipsUnchanged || isDone ? changes : whole;
			const plan = { kind: 'update', id, before, body, given, about, output } as const;
			const { syncResult, output: shown } = await write(item, resource, plan);
			return [skipsUnchanged || isDone ? { ...shown, [SYNC_RESULT]: syncResult } : shown];
		});
	},
});

/**
 * The record, and what was set, null for what is to be cleared. It looks up the record last, so that no request is sent
 * if there is nothing to change.
 *
 * @throws NodeOperationError if there is nothing to update, or naming everything that is wrong with the values
 */
async function prepare(item: Item, resource: StandardResource) {
	const input = await readInput(item, resource, updatePaths(resource));
	refuseProblems(item, input);
	if (hasNoKeys(input.body)) {
		throw item.error(
			`There is nothing to update: no field of the ${resource.noun} was set or cleared`,
			'Fill in at least one field, or choose one under "Fields to Clear". An empty value leaves a field as it is; with the option "Empty Values" it empties those that "Fields to Clear" offers.',
		);
	}
	return { body: input.body, ...(await chosenRecord(item, resource)) };
}
