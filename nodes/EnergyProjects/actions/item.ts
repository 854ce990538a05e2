import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ApiRequest } from '../http/request';
import type { Endpoint } from '../service/endpoints';
import { accountRecord } from '../service/records/account';
import { toBoolean } from '../values/parse/boolean';
import type { Run } from './run';

/** One incoming item: what it asks for, and how it asks the service. */
export interface Item {
	readonly run: Run;
	readonly index: number;
	readonly json: IDataObject;
	/** A parameter with its expressions worked out for this item. */
	parameter(name: string, fallback?: unknown): unknown;
	/** One of the node's options; undefined where it was not added. */
	option(name: string): unknown;
	/** Whether one of the node's options that is a switch is on; not so where it was not added or is empty. */
	switchOption(option: Pick<INodeProperties, 'name' | 'displayName'>): boolean;
	/**
	 * A switch out of whatever an expression holds; see toSwitch.
	 *
	 * @param displayName what the editor calls it, for the error
	 * @returns undefined where it is empty
	 */
	toSwitch(value: unknown, displayName: string): boolean | undefined;
	/** Sends a request whose errors name this item; see ApiClient. */
	send(endpoint: Endpoint, request?: ApiRequest): Promise<unknown>;
	/** The company behind the credential, read once per execution. */
	account(): Promise<IDataObject>;
	/** An error about what the person entered. */
	error(message: string, description?: string): NodeOperationError;
}

/** @param index of the incoming item, from 0 */
export function createItem(run: Run, index: number): Item {
	const { context, client } = run;
	let options: IDataObject | undefined;
	const item: Item = {
		run,
		index,
		get json() {
			return context.getInputData()[index].json;
		},
		parameter: (name, fallback) => context.getNodeParameter(name, index, fallback),
		option(name) {
			options ??= context.getNodeParameter('options', index, {}) as IDataObject;
			return options[name];
		},
		switchOption: ({ name, displayName }) => item.toSwitch(item.option(name), displayName) ?? false,
		toSwitch(value, displayName) {
			try {
				return toBoolean(value);
			} catch (error) {
				throw item.error(
					`${displayName}: ${(error as Error).message}`,
					'Switch it on or off, or use an expression that yields true or false.',
				);
			}
		},
		send: async (endpoint, request) =>
			await client.send(endpoint, { ...request, itemIndex: index }),
		async account() {
			return await run.once('account', async () => {
				const { get } = accountRecord.endpoints;
				return (await item.send(get, { expect: 'object' })) as IDataObject;
			});
		},
		error: (message, description) =>
			new NodeOperationError(context.getNode(), message, { itemIndex: index, description }),
	};
	return item;
}
