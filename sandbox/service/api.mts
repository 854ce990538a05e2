import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OpenAPIBackend } from 'openapi-backend';
import type { Context } from 'openapi-backend';
import { addFormats, apiPrefix } from './description.mts';
import { asShown, describe, errorBody, unknownRoute } from './differences.mts';
import type { Differences } from './differences.mts';
import { carryOut } from './faults.mts';
import type { Faults } from './faults.mts';
import { createHandlers, Refused } from './handlers.mts';
import type { Answer } from './handlers.mts';
import type { RateLimiter } from './rateLimit.mts';
import type { Company } from './records.mts';
import type { Store } from './store.mts';

/** An API request, and how it was answered. */
export interface RecordedRequest {
	method: string;
	/** With the query. */
	path: string;
	headers: FastifyRequest['headers'];
	body: unknown;
	status: number;
	/** How it breaks openapi.yaml, if it does. */
	problem?: string;
	at: number;
}

export interface ApiOptions {
	store: Store;
	differences: Differences;
	faults: Faults;
	rateLimiter: RateLimiter;
	/** How many requests to remember; older ones are forgotten. */
	keepRequests: number;
	/** The company that an access token stands for; undefined if the token is not valid, or no longer. */
	companyOfToken: (token: string) => Promise<Company | undefined>;
}

/** Serves openapi.yaml strictly: a request that breaks the description, with its differences, is answered with 400. */
export async function serveApi(
	app: FastifyInstance,
	{ store, differences, faults, rateLimiter, keepRequests, companyOfToken }: ApiOptions,
): Promise<RecordedRequest[]> {
	const requests: RecordedRequest[] = [];
	const { errors: form, moved } = differences;
	const error = (status: number, message: string, problems?: string[]): Answer => ({
		status,
		body: errorBody(form, status, message, problems),
	});
	const backend = new OpenAPIBackend({
		definition: describe(differences),
		coerceTypes: true,
		// This library can check definitions of OpenAPI 3.0 only.
		quick: true,
		ajvOpts: { strict: false, allErrors: true },
		customizeAjv: addFormats,
	});
	for (const [name, handler] of Object.entries(createHandlers(store, differences))) {
		if (moved?.[name] === '') continue;
		backend.register(name, (context: Context) => {
			const { apiKeyAuth, oAuth2 } = context.security as Record<string, Company | undefined>;
			const company = apiKeyAuth ?? oAuth2;
			return company === undefined ? error(401, 'Unauthorized') : handler(context, company);
		});
	}
	backend.registerSecurityHandler('apiKeyAuth', ({ request: { headers } }: Context) =>
		store.companies.find(({ apiKey }) => apiKey === headers['x-api-key']),
	);
	backend.registerSecurityHandler('oAuth2', async ({ request: { headers } }: Context) => {
		const token = /^Bearer (\S+)$/.exec(String(headers.authorization ?? ''))?.[1];
		return token === undefined ? undefined : await companyOfToken(token);
	});
	backend.register({
		unauthorizedHandler: () => error(401, 'Unauthorized'),
		notFound: (_: Context, { method, url }: FastifyRequest) => unknownRoute(form, method, url),
		// Frameworks know routes, not paths.
		methodNotAllowed: (_: Context, { method, url }: FastifyRequest) =>
			form || moved ? unknownRoute(form, method, url) : error(405, 'Method not allowed'),
		validationFail: ({ validation }: Context) => {
			const problems = Array.isArray(validation.errors) ? validation.errors : [];
			const texts = problems.map(({ instancePath, message, params }) =>
				[instancePath.split('/').slice(2).join('.'), message, named(params)]
					.filter(Boolean)
					.join(' '),
			);
			return error(400, 'Validation failed', [...new Set(texts)]);
		},
		postResponseHandler: (context: Context) => {
			const answer = context.response as Answer;
			if (answer.status >= 400 || context.operation === undefined) return answer;
			const result = context.api.validateResponse(answer.body, context.operation, answer.status);
			if (!result.errors) return { ...answer, body: asShown(answer.body, differences) };
			return error(500, `The sandbox broke its own description: ${JSON.stringify(result.errors)}`);
		},
	});
	await backend.init();

	const answerFor = async (request: FastifyRequest): Promise<Answer> => {
		const [path, query = ''] = request.url.split('?');
		try {
			const { method, body } = request;
			const headers = request.headers as Record<string, string | string[]>;
			return await backend.handleRequest({ method, path, query, body, headers }, request);
		} catch (problem) {
			if (problem instanceof Refused) return error(problem.status, problem.message);
			throw problem;
		}
	};

	app.all(`${apiPrefix}/*`, async (request: FastifyRequest, reply: FastifyReply) => {
		const recorded: RecordedRequest = {
			method: request.method,
			path: request.url,
			headers: request.headers,
			body: request.body,
			status: 0,
			at: Date.now(),
		};
		requests.push(recorded);
		if (requests.length > keepRequests) requests.shift();
		const refused = rateLimiter.refuse();
		if (refused !== undefined) {
			recorded.status = 429;
			const { status, body } = error(recorded.status, 'Too many requests');
			return await reply.code(status).headers(refused).send(body);
		}
		const fault = faults.take(request.method, request.url);
		if (fault && fault.afterHandling !== true && (await carryOut(fault, request, reply))) {
			recorded.status = fault.status ?? 0;
			return reply;
		}
		const answer = await answerFor(request);
		recorded.status = answer.status;
		if (answer.status === 400) recorded.problem = JSON.stringify(answer.body);
		if (fault?.afterHandling === true && (await carryOut(fault, request, reply))) return reply;
		if (typeof answer.body === 'string') void reply.type('text/html');
		return await reply.code(answer.status).send(answer.body);
	});
	return requests;
}

const named = (params: Record<string, unknown> = {}) => {
	const value = params.additionalProperty ?? params.allowedValues ?? params.allowedValue;
	return value === undefined ? '' : `(${String(value)})`;
};
