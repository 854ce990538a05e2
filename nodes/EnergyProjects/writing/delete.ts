import { chosenRecord, enteredIn, isNoSuchRecord, locator } from '../input/locator';
import { ifNotFoundOption } from '../reading/ifNotFound';
import type { Operation } from '../run/operation';
import type { StandardResource } from '../service/resource';
import { deletedSchema } from '../values/outputShape';
import { checkMark, checkOnlyOption, deletedBefore, turnOf, write } from './write';

const GO_ON = 'goOn';
const ifNotFound = ifNotFoundOption({ name: 'Go On', value: GO_ON });

/** Service document, section Endpoints, "Delete project" and "Delete customer": it cannot be undone. */
export const deleteOperation = (resource: StandardResource): Operation => ({
	name: 'Delete',
	value: 'delete',
	action: `Delete ${resource.noun}`,
	description: `Delete a ${resource.noun} permanently`,
	properties: [
		{
			displayName: `Deleting a ${resource.noun} cannot be undone`,
			name: 'deletionNotice',
			type: 'notice',
			default: '',
		},
		{ ...locator(resource), required: true },
	],
	onRerun:
		'What was deleted is not found again: set the option "If Not Found" to "Go On", then run the node again.',
	outputSchema: deletedSchema,
	options: [ifNotFound, checkOnlyOption],
	async execute(item) {
		const remove = async () => {
			const { id, name: about } = await item.run.inItemOrder(chosenRecord(item, resource));
			return await item.inTurn(
				turnOf(resource, id),
				async () => (await write(item, resource, { kind: 'delete', id, about })).output,
			);
		};
		return [
			await remove().catch((error: unknown) => {
				if (!isNoSuchRecord(error)) throw error;
				const done = deletedBefore(item);
				if (done !== undefined) return done;
				if (item.choice(ifNotFound) !== GO_ON) throw error;
				const id = enteredIn(item.value(locator(resource)));
				return { deleted: false, id, message: (error as Error).message, ...checkMark(item) };
			}),
		];
	},
});
