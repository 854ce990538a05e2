import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createClient } from '../../../../nodes/EnergyProjects/http/client.ts';
import type { Authentication } from '../../../../nodes/EnergyProjects/http/authentication.ts';
import { projectRecord } from '../../../../nodes/EnergyProjects/service/records/project.ts';
import { node } from '../requestInfo.mts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SECRET = 'key-of+the/test==';

/** What one attempt gets. */
interface Attempt {
	readonly statusCode?: number;
	readonly code?: string;
	readonly retryAfter?: string;
	readonly body?: unknown;
}

const answers = fc.record<Attempt>({
	statusCode: fc.constantFrom(200, 201, 204, 303, 400, 401, 404, 405, 408, 409, 429, 500, 502, 503),
	retryAfter: fc.constantFrom(undefined, '0', '1', '30'),
	body: fc.constantFrom<unknown>(
		{},
		...['', '<html>', [], { id: 'p1' }, { error: SECRET }, { [SECRET]: 1 }, { success: false }],
	),
});
const failures = fc.record<Attempt>({
	code: fc.constantFrom('ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'CERT_X'),
});
const attempts = fc.array(fc.oneof({ weight: 3, arbitrary: answers }, failures), { minLength: 1 });

/** Whether nobody can have carried out what was sent: it was refused, or reached nobody. */
function isSafe({ statusCode, code = '', retryAfter }: Attempt): boolean {
	if (statusCode === undefined) return ['ECONNREFUSED', 'ENOTFOUND'].includes(code);
	const isPostponed = statusCode === 503 && retryAfter !== undefined;
	return statusCode === 401 || statusCode === 429 || isPostponed;
}

/** Creates a project with a service that does these things in turn, and then answers with an error of its own. */
async function createWith(authentication: Authentication, handling: readonly Attempt[]) {
	const sent: Attempt[] = [];
	const request = async () => {
		const attempt = handling.at(sent.length) ?? { statusCode: 500 };
		sent.push(attempt);
		const { statusCode, code, body, retryAfter } = attempt;
		if (statusCode === undefined) throw Object.assign(new Error(`failed ${SECRET}`), { code });
		return { statusCode, body, headers: retryAfter ? { 'retry-after': retryAfter } : {} };
	};
	const context = {
		getNode: () => node,
		getCredentials: async () => ({ baseUrl: 'https://api.example', apiKey: SECRET }),
		helpers: { httpRequestWithAuthentication: request },
	};
	const client = createClient(context as never, { authentication });
	let result: unknown = 'still waiting';
	client
		.send(projectRecord.endpoints.create, { body: {}, expect: 'written' })
		.then(() => (result = 'done'))
		.catch((error: unknown) => (result = error));
	await vi.advanceTimersByTimeAsync(60 * 60_000);
	return { sent, result };
}

it.each<Authentication>(['apiKey', 'oAuth2'])(
	'whatever happens, a create is sent again only if nobody can have carried it out (%s)',
	async (authentication) => {
		await fc.assert(
			fc.asyncProperty(attempts, async (handling) => {
				const { sent, result } = await createWith(authentication, handling);
				expect(sent.slice(0, -1).filter((attempt) => !isSafe(attempt))).toEqual([]);
				expect(result).not.toBe('still waiting');
				const { message = '', description = '' } = Object(result) as Record<string, string>;
				expect(`${message} ${description}`).not.toContain(SECRET);
			}),
			{ numRuns: 300 },
		);
	},
);
