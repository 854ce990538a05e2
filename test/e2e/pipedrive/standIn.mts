import Fastify from 'fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Request } from 'openapi-backend';
import { setTimeout as sleep } from 'node:timers/promises';
import { API_TOKEN, createApi, refusal } from './api.mts';
import type { Answer } from './api.mts';
import { Records } from './records.mts';
import { startTunnel } from './tunnel.mts';

const HOST = 'api.pipedrive.com';

export interface Write {
	method: string;
	path: string;
	body: unknown;
}

/** What the stand-in does out of the ordinary. */
interface Faults {
	/** Of the requests to come, so many are answered before the others get 429. */
	left: number;
	/** Of the writes to come, so many are carried out, but their answers get lost. */
	lost: number;
	/** How long each answer takes. */
	delayMs: number;
}

/**
 * A stand-in for the part of Pipedrive's API that the example uses. n8n's Pipedrive node knows one address only: so the
 * stand-in speaks HTTPS under Pipedrive's name, at the end of a proxy that leads nowhere else.
 */
export async function startPipedrive() {
	const records = new Records();
	const writes: Write[] = [];
	/** How requests broke the description. */
	const problems: string[] = [];
	const faults: Faults = { left: Infinity, lost: 0, delayMs: 0 };
	const api = await createApi(records, (problem) => void problems.push(problem));
	const answerTo = async (request: FastifyRequest): Promise<Answer> => {
		if (faults.left-- <= 0) return refusal(429, 'Too many requests');
		const [path, query] = request.url.split('?');
		const { method, body, headers } = request;
		if (method !== 'GET') writes.push({ method, path, body });
		const asked = { method, path, query, body, headers } as Request;
		const answer = (await api.handleRequest(asked)) as Answer;
		if (method === 'GET' || faults.lost === 0) return answer;
		faults.lost--;
		return refusal(502, 'The answer got lost');
	};
	const tunnel = await startTunnel(HOST, (https) => {
		const app = Fastify({ https });
		app.all('*', async (request: FastifyRequest, reply: FastifyReply) => {
			const { status, body } = await answerTo(request);
			if (faults.delayMs > 0) await sleep(faults.delayMs);
			return await reply.code(status).send(body);
		});
		return app;
	});
	return {
		records,
		writes,
		problems,
		faults,
		/** Settings with which n8n finds the stand-in in place of Pipedrive. */
		env: {
			HTTPS_PROXY: tunnel.proxyUrl,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: tunnel.certificate,
		},
		close: tunnel.close,
	};
}

export type Pipedrive = Awaited<ReturnType<typeof startPipedrive>>;

/** What the stand-in takes, in the form n8n imports. */
export const pipedriveCredential = {
	id: 'PipedriveToken01',
	name: 'Pipedrive (stand-in)',
	type: 'pipedriveApi',
	data: { apiToken: API_TOKEN },
};
