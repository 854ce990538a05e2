import { setTimeout as sleep } from 'node:timers/promises';
import { hideInside } from './secrets.mts';
import type { Hide } from './secrets.mts';

/** More than any list of customers that a person keeps by hand; beyond it the answer is no longer read. */
export const LARGEST_BODY = 64 * 1024 * 1024;
const LONGEST_PAUSE_SECONDS = 30;
const ATTEMPTS_WHEN_BUSY = 3;

/** The body of an answer, as far as it can be read. */
export type Body =
	| { readonly form: 'json'; readonly value: unknown }
	| { readonly form: 'html' | 'text' | 'empty' };

export interface Answer {
	readonly kind: 'answer';
	/** What was asked for. */
	readonly address: string;
	readonly status: number;
	readonly headers: Headers;
	readonly body: Body;
}

/** No answer came. */
export interface Failure {
	readonly kind: 'failure';
	/** What happened, in words that follow "the request": "was refused ...". */
	readonly words: string;
}

export type Outcome = Answer | Failure;

export interface ClientOptions {
	/** Without a trailing slash. */
	readonly url: string;
	readonly key: string;
	readonly seconds: number;
	readonly hide: Hide;
	/** Ends a read that is under way. A write is always waited for, since it may leave something behind. */
	readonly stop?: AbortSignal;
}

/** Sends requests to the service with the key. A redirect is never followed: the key would go along. */
export class Client {
	/** Requests sent so far. */
	count = 0;
	private readonly options: ClientOptions;

	constructor(options: ClientOptions) {
		this.options = options;
	}

	/** The same client for cleaning up: nothing stops its requests but the time limit. */
	unstoppable(): Client {
		return new Client({ ...this.options, stop: undefined });
	}

	/** Sends one request; what the service is too busy for is sent again after the pause it asks for. */
	async send(method: string, path: string, body?: unknown): Promise<Outcome> {
		for (let attempt = 1; ; attempt++) {
			const outcome = await this.attempt(method, path, body);
			const pause = attempt < ATTEMPTS_WHEN_BUSY ? pauseAfter(outcome) : undefined;
			if (pause === undefined) return outcome;
			await sleep(pause * 1000, undefined, { signal: this.options.stop });
		}
	}

	private async attempt(method: string, path: string, body?: unknown): Promise<Outcome> {
		const { url, key, seconds, hide, stop } = this.options;
		this.count++;
		const limit = AbortSignal.timeout(seconds * 1000);
		const isRead = method === 'GET';
		try {
			const answer = await fetch(`${url}${path}`, {
				method,
				redirect: 'manual',
				headers: {
					accept: 'application/json',
					'x-api-key': key,
					...(body !== undefined && { 'content-type': 'application/json' }),
				},
				body: body === undefined ? undefined : JSON.stringify(body),
				signal: isRead && stop !== undefined ? AbortSignal.any([limit, stop]) : limit,
			});
			const text = await readText(answer);
			if (text === undefined) {
				return failed(`was answered with more than ${LARGEST_BODY / 1024 / 1024} MB`);
			}
			return {
				kind: 'answer',
				address: `${url}${path}`,
				status: answer.status,
				headers: answer.headers,
				body: bodyOf(text, hide),
			};
		} catch (error) {
			stop?.throwIfAborted();
			return failed(
				limit.aborted ? `got no answer within ${seconds} seconds` : hide(wordsFor(error)),
			);
		}
	}
}

const failed = (words: string): Failure => ({ kind: 'failure', words });

/** @returns undefined if there is too much of it */
async function readText(answer: Response): Promise<string | undefined> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	const reader = answer.body?.getReader();
	for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
		size += read.value.length;
		if (size > LARGEST_BODY) {
			await reader?.cancel();
			return undefined;
		}
		chunks.push(read.value);
	}
	return Buffer.concat(chunks).toString('utf8');
}

function bodyOf(text: string, hide: Hide): Body {
	const trimmed = text.replace(/^\uFEFF/, '').trim();
	if (trimmed === '') return { form: 'empty' };
	try {
		return { form: 'json', value: hideInside(hide, JSON.parse(trimmed)) };
	} catch {
		return { form: trimmed.startsWith('<') ? 'html' : 'text' };
	}
}

/** Seconds to wait before the same request is sent again; undefined if it is not. */
function pauseAfter(outcome: Outcome): number | undefined {
	if (outcome.kind === 'failure' || outcome.status !== 429) return undefined;
	const asked = Number(outcome.headers.get('retry-after') ?? 1);
	const seconds = Number.isFinite(asked) ? Math.max(asked, 0) : 1;
	return seconds <= LONGEST_PAUSE_SECONDS ? seconds : undefined;
}

/** The failures of a connection that a wrong address or a missing certificate leads to. */
const FAILURES: ReadonlyArray<readonly [codes: RegExp, words: string]> = [
	[/^(ENOTFOUND|EAI_AGAIN)$/, 'could not be sent: there is no server of this name. Check --url'],
	[/^ECONNREFUSED$/, 'was refused: nobody listens at this address. Check --url'],
	[/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|EHOSTUNREACH|ENETUNREACH)$/, 'could not reach the server'],
	[/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'lost its connection before the answer was complete'],
	[
		/CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS/,
		'could not be sent: the certificate of the server cannot be checked. If it is signed by your own authority, name its file in the environment variable NODE_EXTRA_CA_CERTS',
	],
	[
		/^(ERR_SSL|EPROTO|HPE_)/,
		'could not be sent: the server speaks another protocol. Check whether --url has to begin with http:// or https://',
	],
];

function wordsFor(error: unknown): string {
	const { code, message } = causeOf(error);
	const known = FAILURES.find(([codes]) => codes.test(code));
	return `${known?.[1] ?? 'failed'} (${code === '' ? message : code})`;
}

/** The innermost reason: fetch itself only says "fetch failed". */
function causeOf(error: unknown): { code: string; message: string } {
	const { cause, code, message } = error as Error & { code?: unknown };
	if (cause instanceof Error) return causeOf(cause);
	return { code: typeof code === 'string' ? code : '', message: String(message) };
}
