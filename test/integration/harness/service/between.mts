import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { listening } from '../../../servers.mts';

export type Part = Record<string, unknown>;
export interface Asked {
	method: string;
	/** With the query. */
	path: string;
	body?: Part;
}
export interface Given {
	status: number;
	/** A text is sent as it is. */
	body: unknown;
	headers?: Record<string, string>;
}
/** How requests and answers differ on their way to the local service and back. */
export interface Altered {
	asked?: (asked: Asked, ask: (asked: Asked) => Promise<Given>) => Promise<Asked> | Asked;
	given?: (given: Given, asked: Asked) => Given;
	/** The answer to a request that is not carried out. */
	instead?: (asked: Asked) => Given | undefined;
}

/** Stands between the nodes and the local service. */
export async function startBetween(
	service: string,
	{ asked: change, given: give, instead }: Altered,
) {
	const handle = async (request: IncomingMessage): Promise<Given> => {
		const { method = '', url: path = '', headers } = request;
		const send = async ({ method, path, body }: Asked): Promise<Given> => {
			const type = body && { 'content-type': 'application/json' };
			const answer = await fetch(`${service}${path}`, {
				method,
				headers: { 'x-api-key': String(headers['x-api-key']), ...type },
				...(body && { body: JSON.stringify(body) }),
			});
			const text = await answer.text();
			return { status: answer.status, body: text.startsWith('<') ? text : JSON.parse(text) };
		};
		const text = (await request.toArray()).join('');
		const asked = { method, path, ...(text && { body: JSON.parse(text) as Part }) };
		const refused = instead?.(asked);
		if (refused) return refused;
		const given = await send((await change?.(asked, send)) ?? asked);
		return give?.(given, asked) ?? given;
	};
	const server = createServer((request, response) => {
		void handle(request).then(({ status, headers, body }) => {
			const type = typeof body === 'string' ? 'text/html' : 'application/json';
			response.writeHead(status, { 'content-type': type, ...headers });
			response.end(typeof body === 'string' ? body : JSON.stringify(body));
		}, response.destroy.bind(response));
	});
	return await listening(server);
}
