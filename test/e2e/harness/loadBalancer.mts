import { createServer, request } from 'node:http';
import type { Server } from 'node:http';

/**
 * Hands requests to the ports in turn, as a load balancer in front of n8n does: 502 where one does not answer. By hand,
 * since proxy libraries keep connections and may send a request again, which would hide what the drill is to show.
 */
export async function startLoadBalancer(
	ports: () => readonly number[],
): Promise<{ url: string; close: () => void }> {
	let turn = 0;
	const server: Server = createServer((incoming, outgoing) => {
		const choice = ports();
		const upstream = request(
			{
				host: '127.0.0.1',
				port: choice[turn++ % choice.length],
				method: incoming.method,
				path: incoming.url,
				headers: incoming.headers,
			},
			(answer) => {
				outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
				answer.pipe(outgoing);
			},
		);
		upstream.once('error', () => {
			if (!outgoing.headersSent) outgoing.writeHead(502);
			outgoing.end();
		});
		incoming.pipe(upstream);
	}).listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('No address');
	return {
		url: `http://127.0.0.1:${address.port}`,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}
