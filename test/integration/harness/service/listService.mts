import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { afterEach } from 'vitest';
import { listening } from '../../../servers.mts';

/** One request as it came. */
export interface Asked {
	readonly method: string;
	readonly path: string;
	readonly query: URLSearchParams;
	/** Where it was sent, with the port. */
	readonly host: string;
	readonly apiKey: unknown;
	/** As text. */
	body: string;
}

/**
 * Services that answer in ways the local one does not: each test says what comes back, and may set headers. They end with their test.
 *
 * @returns starts one; gives the credential to reach it, and the requests so far
 */
export function useListServices() {
	const ends: Array<() => void> = [];
	afterEach(() => {
		for (const end of ends.splice(0)) end();
	});
	return async (answer: (asked: Asked, response: ServerResponse) => unknown) => {
		const requests: Asked[] = [];
		const server = createServer((request, response) => {
			const { pathname: path, searchParams: query } = new URL(
				request.url ?? '',
				'http://localhost',
			);
			const { host = '', 'x-api-key': apiKey } = request.headers;
			const asked = { method: request.method ?? '', path, query, host, apiKey, body: '' };
			requests.push(asked);
			request.on('data', (chunk: Buffer) => (asked.body += chunk.toString()));
			request.on('end', () => {
				response.setHeader('content-type', 'application/json');
				response.end(JSON.stringify(answer(asked, response)));
			});
		});
		const { url: baseUrl, close } = await listening(server);
		ends.push(close);
		const energyProjectsApi = { baseUrl, apiKey: 'key' };
		return { credentials: { energyProjectsApi }, requests };
	};
}

/** Records with IDs and times of creation in the order of their numbers, from 0. */
export const numbered = (count: number, fields: object = {}) =>
	Array.from({ length: count }, (_, number) => ({
		id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
		name: `Haus ${number}`,
		createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, number)).toISOString(),
		...fields,
	}));
