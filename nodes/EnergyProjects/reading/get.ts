import type { IDataObject } from 'n8n-workflow';
import { chosenRecord, isNoSuchRecord, locator } from '../input/locator';
import type { Item } from '../run/item';
import type { Operation } from '../run/operation';
import type { Endpoint } from '../service/endpoints';
import { pathTo } from '../service/resource';
import type { StandardResource } from '../service/resource';
import { accountResource } from '../service/records/account';
import { recordSchema, simplifiedSchema } from '../values/outputShape';
import { emptyItemChoice, ifNotFoundOption } from './ifNotFound';
import type { includeCustomer } from './includeCustomer';
import { outputParameters, readOutput } from './output';

/**
 * Reads one record.
 *
 * @param about what the person called it; by default its ID
 * @param endpoint the one whose words an error uses: "Could not update …" although it was read
 */
export async function readRecord(
	item: Item,
	{ endpoints, noun }: StandardResource,
	id: string,
	about?: string,
	endpoint: Endpoint = endpoints.get,
): Promise<IDataObject> {
	const request = { path: pathTo({ noun }, id), about, expect: 'record' } as const;
	const { operation, operationOn } = endpoint;
	return (await item.read({ ...endpoints.get, operation, operationOn }, request)) as IDataObject;
}

const ifNotFound = ifNotFoundOption(emptyItemChoice);

/**
 * Service document, section Endpoints, "Get project by id" and "Get customer by id".
 *
 * @param described what it returns besides the record; continues its description
 */
export const getOperation = (
	resource: StandardResource,
	described = '',
	addition?: typeof includeCustomer,
): Operation => ({
	name: 'Get',
	value: 'get',
	action: `Get ${resource.noun}`,
	description: `Retrieve a ${resource.noun} by its ID or Human ID${described}`,
	properties: [{ ...locator(resource), required: true }, ...outputParameters(resource)],
	options: [...(addition === undefined ? [] : [addition.option]), ifNotFound],
	outputSchema: simplifiedSchema(resource),
	async execute(item) {
		const { show } = readOutput(item, resource);
		const read = async () => {
			const { id, name } = await chosenRecord(item, resource);
			return await readRecord(item, resource, id, name);
		};
		const json = await read().catch((error: unknown) => {
			const isAsked = item.choice(ifNotFound) === emptyItemChoice.value;
			if (isAsked && isNoSuchRecord(error)) return undefined;
			throw error;
		});
		if (json === undefined) return [{}];
		return (await addition?.addTo(item, [json], [show(json)])) ?? [show(json)];
	},
});

/** Service document, section Endpoints, "Get account". */
export const getAccountOperation: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get account',
	description:
		'Retrieve the account of the company that the credential belongs to: name, contact details and address',
	properties: [],
	outputSchema: recordSchema(accountResource),
	async execute(item) {
		const request = { expect: 'record' } as const;
		const read = async () => await item.read(accountResource.endpoints.get, request);
		return [{ ...((await item.run.once('account', read)) as IDataObject) }];
	},
};
