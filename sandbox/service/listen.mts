import { parse } from 'node:querystring';
import type { FastifyInstance } from 'fastify';

/** Starts to listen on this machine only. @returns the address, without a trailing slash */
export async function listenOn(app: FastifyInstance, port: number): Promise<string> {
	await app.listen({ host: '127.0.0.1', port });
	const address = app.server.address();
	if (address === null || typeof address === 'string') throw new Error('No address to listen on');
	return `http://127.0.0.1:${address.port}`;
}

/** Lets a server accept what an HTML form sends. A name that is there several times has an array of its values. */
export const acceptForms = (app: FastifyInstance): void =>
	void app.addContentTypeParser(
		'application/x-www-form-urlencoded',
		{ parseAs: 'string' },
		(_, body, done) => done(null, parse(String(body))),
	);
