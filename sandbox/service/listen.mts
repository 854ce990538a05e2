import type { FastifyInstance } from 'fastify';

/** Starts to listen on this machine only. @returns the address, without a trailing slash */
export async function listenOn(app: FastifyInstance, port: number): Promise<string> {
	await app.listen({ host: '127.0.0.1', port });
	const address = app.server.address();
	if (address === null || typeof address === 'string') throw new Error('No address to listen on');
	return `http://127.0.0.1:${address.port}`;
}

/** Lets a server accept what an HTML form sends. */
export const acceptForms = (app: FastifyInstance): void =>
	void app.addContentTypeParser(
		'application/x-www-form-urlencoded',
		{ parseAs: 'string' },
		(_, body, done) => done(null, formValues(String(body))),
	);

/** A name that is there several times has an array of its values. */
function formValues(body: string): Record<string, string | string[]> {
	const form = new URLSearchParams(body);
	return Object.fromEntries(
		[...form.keys()].map((name) => {
			const all = form.getAll(name);
			return [name, all.length === 1 ? all[0] : all];
		}),
	);
}
