import type { FastifyInstance } from 'fastify';

/** Starts to listen on this machine only. @returns the address, without a trailing slash */
export async function listenOn(app: FastifyInstance, port: number): Promise<string> {
	await app.listen({ host: '127.0.0.1', port });
	const address = app.server.address();
	if (address === null || typeof address === 'string') throw new Error('No address to listen on');
	return `http://127.0.0.1:${address.port}`;
}
