import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import type { Operation } from '../../../../nodes/EnergyProjects/actions/operation.ts';
import { resources } from '../../../../nodes/EnergyProjects/actions/resources.ts';
import { execute } from '../../../../nodes/EnergyProjects/actions/router.ts';
import { node } from '../../http/requestInfo.mts';

/** The company that the credential belongs to. */
export const COMPANY = 'aaaaaaaa-5d47-4a9b-8e21-6c0d9f7a1b34';

/** The ID of record number 1, 2, … */
export const id = (number: number) => `abcdef00-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Fields come from the item, by their names. */
export const mapped = { dataMode: 'autoMapInputData' };

/** An operation of the node, as the editor shows it. */
export function operationOf(resource: string, operation: string): Operation {
	const found = resources
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === operation);
	if (found === undefined) throw new Error(`There is no ${operation} of a ${resource}`);
	return found;
}

type Resource = 'project' | 'customer';

/** Of the node, by their names. One that is a function is an expression, evaluated for each item. */
interface Parameters {
	readonly resource: Resource;
	readonly options?: object;
	readonly [name: string]: unknown;
}

/** A request as the service sees it. */
interface Seen {
	readonly method: string;
	/** Below the prefix of all paths, without the query. */
	readonly path: string;
	readonly body?: IDataObject;
}

/** What the service answers; `lost` if the connection breaks off. */
type Answer =
	| { readonly statusCode?: number; readonly headers?: object; readonly body?: unknown }
	| 'lost';

interface Setting {
	/** The incoming items. */
	readonly items?: readonly object[];
	/** What the service holds. What a record lacks that each has is added: `id(1)`, `id(2)`, … and a name. */
	readonly held?: readonly object[];
	/**
	 * An answer in place of the usual one; undefined for the usual one.
	 *
	 * @param usual carries the request out, and returns the usual answer
	 */
	readonly answer?: Answering;
}

export type Answering = (seen: Seen, usual: () => Answer) => Answer | undefined;

/** What became of a run. */
interface Outcome {
	/** One for each item; a failed item has `error`: the message and the advice. */
	readonly outputs: readonly IDataObject[];
	/** All requests, such as `PATCH /projects/<ID>`, in their order. */
	readonly requests: readonly string[];
	/** The bodies of the requests that create or update. */
	readonly bodies: readonly IDataObject[];
	/** Each with its type before it: `warning: Not sent: …`. */
	readonly hints: readonly string[];
	/** What the service holds after the run. */
	readonly held: readonly IDataObject[];
}

/**
 * Runs the action node with the real client against a service in memory.
 *
 * @param parameters without an output format, the output is raw; without a number of retries, there are none
 */
export async function runNode(
	parameters: Parameters,
	{ items = [{}], held = [], answer = () => undefined }: Setting = {},
): Promise<Outcome> {
	const service = serviceHolding(parameters.resource, held);
	const seen: Seen[] = [];
	const hints: string[] = [];
	const given: Record<string, unknown> = {
		...{ authentication: 'apiKey', output: 'raw', ...parameters },
		options: { maxRetries: 0, ...parameters.options },
	};
	const context = {
		getNode: () => node,
		getInputData: () => items.map((json) => ({ json })),
		getNodeParameter(name: string, index: number, fallback?: unknown) {
			const value = given[name];
			return (typeof value === 'function' ? value(items[index]) : value) ?? fallback;
		},
		getTimezone: () => 'Europe/Berlin',
		getCredentials: async () => ({ baseUrl: 'https://api.example', apiKey: 'key-of-the-test' }),
		continueOnFail: () => true,
		addExecutionHints: ({ type, message }: Record<string, string>) =>
			hints.push(`${type}: ${message}`),
		helpers: {
			async httpRequestWithAuthentication(_: string, options: IHttpRequestOptions) {
				const request = seenOf(options);
				seen.push(request);
				const usual = () => service.handle(request);
				const answered = answer(request, usual) ?? usual();
				if (answered === 'lost') {
					throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
				}
				return { statusCode: 200, headers: {}, body: '', ...answered };
			},
		},
	};
	const outputs = await execute(context as never);
	return {
		outputs: outputs.map(({ json }) => json),
		requests: seen.map(({ method, path }) => `${method} ${path}`),
		bodies: seen.flatMap(({ body }) => (body === undefined ? [] : [body])),
		hints,
		held: service.records,
	};
}

const seenOf = ({ method = 'GET', url, body }: IHttpRequestOptions): Seen => ({
	method,
	path: new URL(url).pathname.replace('/api/v1', ''),
	...(body !== undefined && { body: structuredClone(body) as IDataObject }),
});

const names = {
	project: { name: 'Haus Weber' },
	customer: { firstName: 'Ada', lastName: 'Weber' },
};

/** The service, as far as a write needs it. A written record is answered as it is held then. */
function serviceHolding(resource: Resource, held: readonly object[]) {
	const records: IDataObject[] = held.map((record, place) => ({
		...{ id: id(place + 1), ...names[resource] },
		...record,
	}));
	const listed = () => {
		if (resource === 'customer') return [...records];
		const metadata = { page: 1, limit: 100, total: String(records.length), nextCursor: null };
		return { items: [...records], metadata };
	};
	const onOne = ({ method, path, body }: Seen): Answer => {
		const wanted = path.toLowerCase();
		const place = records.findIndex((record) => wanted.endsWith(`/${String(record.id)}`));
		if (place < 0) return { statusCode: 404, body: { message: 'Not found' } };
		if (method === 'DELETE') {
			records.splice(place, 1);
			return { body: { message: 'Deleted' } };
		}
		return { body: { ...Object.assign(records[place], body) } };
	};
	const handle = (seen: Seen): Answer => {
		if (seen.path === '/account') return { body: { id: COMPANY, companyName: 'Installer' } };
		if (seen.path !== `/${resource}s`) return onOne(seen);
		if (seen.method === 'GET') return { body: listed() };
		const created = { id: id(records.length + 1), ...seen.body };
		records.push(created);
		return { statusCode: 201, body: { ...created } };
	};
	return { records, handle };
}
