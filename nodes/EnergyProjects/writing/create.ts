import type { IDataObject } from 'n8n-workflow';
import { errorKindOf } from '../http/errors';
import { createParameters, createPaths } from '../input/fields';
import { readInput, refuseProblems } from '../input/input';
import type { Input } from '../input/input';
import { companyOfCredential } from '../lists/company';
import { outputParameters, readOutput } from '../reading/output';
import type { Item } from '../run/item';
import type { Operation } from '../run/operation';
import { fieldNamed, labelOf } from '../service/field';
import { fieldOf, requiredFields, writableFields } from '../service/resource';
import type { Resource, StandardResource } from '../service/resource';
import { hasNoKeys, isMissing, isObject } from '../values/objects';
import { simplifiedSchema } from '../values/outputShape';
import { checkOnlyOption, write } from './write';

/** Service document, section Endpoints, "Create project" and "Create customer". */
export const createOperation = (resource: StandardResource): Operation => ({
	name: 'Create',
	value: 'create',
	action: `Create ${resource.noun}`,
	description: `Create a new ${resource.noun} and return it`,
	properties: [...createParameters(resource), ...outputParameters(resource)],
	options: [checkOnlyOption],
	onRerun: 'Running the node again creates the same again: first leave out what was carried out.',
	outputSchema: simplifiedSchema(resource),
	async execute(item) {
		const output = readOutput(item, resource);
		const input = await readInput(item, resource, createPaths(resource));
		const body = await completeForCreate(item, resource, input);
		return [
			(await write(item, resource, { kind: 'create', body, given: input.body, output })).output,
		];
	},
});

/**
 * The body of a create: what was set, and what else the service wants. A new record has nothing to clear. An empty
 * company is the company of the credential, and an empty address is sent as null.
 *
 * @throws NodeOperationError naming everything that is wrong, required fields that are empty among them
 */
export async function completeForCreate(
	item: Item,
	resource: Resource,
	{ body, problems, unrecognised }: Input,
): Promise<IDataObject> {
	const isOther = ([name]: [string, unknown]) => fieldOf(resource, name) === undefined;
	const others = Object.fromEntries(Object.entries(body).filter(isOther));
	const complete = { ...withoutEmpty(body), ...others };
	for (const { name, createdWith } of writableFields(resource)) {
		if (createdWith !== undefined) complete[name] = createdWith;
	}
	const empty = requiredFields(resource).filter(({ name }) => complete[name] === undefined);
	for (const field of empty) {
		if (field.nullable === true || field.defaultsTo !== undefined || problems.has(field.name))
			continue;
		const message = `${labelOf(field)} (${field.name}) is empty, but a new ${resource.noun} must have it`;
		problems.set(field.name, item.error(message, 'Fill in this field, or leave out the item.'));
	}
	refuseProblems(item, { problems, unrecognised });
	for (const { name, defaultsTo } of empty) {
		complete[name] = defaultsTo === undefined ? null : await companyOf(item, resource);
	}
	return complete;
}

/** The company of a new record that names none, found once per execution. @throws NodeOperationError if nothing tells it */
async function companyOf(item: Item, { noun, fields }: Resource): Promise<string> {
	const find = async () => await companyOfCredential(item.run.client, item.index);
	const company = await item.run.once('company', find);
	if ('id' in company) return company.id;
	const { label, name } = fieldNamed(fields, 'companyId');
	throw item.error(
		`${label} (${name}) is empty, and the node could not find out the company of the new ${noun}: no project shows it, and the account cannot be read. ${company.problem.message}`,
		`Add "${label}" under "Additional Fields" and enter the ID of your company. With "Map Automatically", the item needs a field ${name}. If the service only has a problem now, try again later.`,
		errorKindOf(company.problem) === 'temporary' ? 'temporary' : 'value',
	);
}

const withoutEmpty = (given: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(given)
			.map(([name, value]) => [name, isObject(value) ? withoutEmpty(value) : value] as const)
			.filter(([, value]) => !isMissing(value) && !(isObject(value) && hasNoKeys(value))),
	);
