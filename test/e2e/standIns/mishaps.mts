import type { FastifyInstance } from 'fastify';

/** What goes wrong on purpose. */
export interface Mishap {
	/** How the request begins, as method and path; without it, any request. */
	request?: string;
	/** How many requests it hits; without it, all. */
	times?: number;
	status: number;
	/** Whether the request is carried out first, and only its answer is lost. */
	isCarriedOut?: boolean;
}

/** Makes an app answer with the mishaps in the list, the first that fits. @param form the error as that system writes it */
export function withMishaps(app: FastifyInstance, form: (message: string) => object): Mishap[] {
	const mishaps: Mishap[] = [];
	const hit = (request: string, isCarriedOut: boolean) => {
		const found = mishaps.find(
			(one) =>
				(one.isCarriedOut ?? false) === isCarriedOut && request.startsWith(one.request ?? ''),
		);
		if (found?.times !== undefined && --found.times <= 0) mishaps.splice(mishaps.indexOf(found), 1);
		return found;
	};
	app.addHook('preHandler', async ({ method, url }, reply) => {
		const found = hit(`${method} ${url}`, false);
		if (found !== undefined) await reply.code(found.status).send(form(`A mishap: ${found.status}`));
	});
	app.addHook('preSerialization', async ({ method, url }, reply, payload) => {
		const found = reply.statusCode < 300 ? hit(`${method} ${url}`, true) : undefined;
		if (found === undefined) return payload;
		reply.code(found.status);
		return form('The answer got lost');
	});
	return mishaps;
}
