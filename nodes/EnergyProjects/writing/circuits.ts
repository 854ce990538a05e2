import type { IDataObject } from 'n8n-workflow';
import type { Field } from '../service/field';
import { writableFields } from '../service/resource';
import type { Resource } from '../service/resource';
import { areAmong } from './comparing';
import { fieldError } from '../values/fieldError';
import { isEmpty, isObject } from '../values/objects';
import { folded, quoted } from '../values/text';

/**
 * Heating circuits as an update sends them: each one that is given is completed from the stored one that it means, and is new
 * if it means none. A list without entries empties the field.
 *
 * @param stored each without its empty parts
 * @param keepsOthers whether stored circuits that are not given stay
 * @throws FieldError if they stay, and nothing tells which one a given circuit means: it would be added with each run
 */
export function completedCircuits(
	field: Field,
	stored: readonly IDataObject[],
	given: readonly IDataObject[],
	keepsOthers: boolean,
): IDataObject[] {
	if (given.length === 0) return [];
	const partners = partnersOf(stored, given);
	const complete = given.map((entry, at) => {
		const { id } = partners[at] ?? {};
		// The stored ID counts: the given one may be from before, and a service may give new ones with each write.
		return { ...partners[at], ...entry, ...(id !== undefined && { id }) };
	});
	if (!keepsOthers || stored.length === 0) return complete;
	const isOpen = (_: IDataObject, at: number) => partners[at] === undefined;
	const free = stored.filter((one) => !partners.includes(one));
	// What stored circuits hold already adds none, also if nothing tells which one is meant.
	const isThere = areAmong(field, free, given.filter(isOpen));
	const added: IDataObject[] = isThere ? [] : complete.filter(isOpen);
	const unclear = added.find((one) => isEmpty(one.name) || having('name', stored, one).length > 0);
	if (unclear !== undefined) throw fieldError(field, unclearProblem(unclear));
	return [...stored.map((one) => complete[partners.indexOf(one)] ?? one), ...added];
}

/** The stored circuit that each given one means: the one with its ID, else the one with its name if both lists have it once. */
function partnersOf(
	stored: readonly IDataObject[],
	given: readonly IDataObject[],
): Array<IDataObject | undefined> {
	const byId = given.map((entry) => having('id', stored, entry)[0]);
	const free = stored.filter((one) => !byId.includes(one));
	const open = given.filter((_, at) => byId[at] === undefined);
	return given.map((entry, at) => {
		const [named, ...others] = having('name', free, entry);
		const isUnique = others.length === 0 && having('name', open, entry).length === 1;
		return byId[at] ?? (isUnique ? named : undefined);
	});
}

/** The names of the circuits that a record has and that a complete body takes away. */
export const circuitsTakenAway = (
	resource: Resource,
	before: IDataObject,
	body: IDataObject,
): string[] =>
	writableFields(resource).flatMap((field) => {
		const [left, stored] = [body[field.name], before[field.name]];
		if (field.type !== 'list' || !Array.isArray(left) || !Array.isArray(stored)) return [];
		const kept = left.filter(isObject);
		return stored
			.filter(isObject)
			.filter((one) => having(isEmpty(one.id) ? 'name' : 'id', kept, one).length === 0)
			.map(({ name }) => (isEmpty(name) ? 'one without a name' : quoted(name)));
	});

/** The circuits that have what another one has under this name; none if it has nothing there. */
const having = (name: string, circuits: readonly IDataObject[], like: IDataObject) =>
	isEmpty(like[name]) ? [] : circuits.filter((one) => folded(one[name]) === folded(like[name]));

const unclearProblem = ({ name }: IDataObject) =>
	`${isEmpty(name) ? 'one has no name, and no ID that the project has' : `the name "${quoted(name)}" does not tell them apart`}, so the node cannot tell which one is meant. Give each a name of its own or its ID, which Get returns with the output "Raw". If the list is complete, and no AI agent fills it in, you can set "Other Circuits" to "Remove" instead.`;
