import type { IN8nHttpFullResponse } from 'n8n-workflow';
import { AUTH_SERVER_PATHS } from '../../service/endpoints';
import { readRetryAfter } from './retryAfter';

/** What became of one attempt to send a request: an answer of the service, or the way in which none came. */
export type Outcome = Answer | Failure;

export interface Answer {
	readonly kind: 'answer';
	readonly statusCode: number;
	/** Undefined where it is empty. */
	readonly body: unknown;
	readonly form: BodyForm;
	/** How long the service asks to wait, in milliseconds from the arrival of the answer. */
	readonly retryAfterMs?: number;
	/** Methods of the Allow header, in capitals. */
	readonly allowed: readonly string[];
}

export interface Failure {
	readonly kind:
		| 'cancelled'
		| 'timeout'
		| 'dns'
		| 'refused'
		| 'tls'
		| 'broken'
		| 'notConnected'
		| 'other';
	readonly code?: string;
	readonly message: string;
	/** It failed at the authorization server, when n8n was about to renew the token; nothing reached the service. */
	readonly isAtAuthServer?: boolean;
}

/** A page is an object with its records under `items`; a text where JSON belongs is a proxy's page. */
export type BodyForm = 'empty' | 'text' | 'object' | 'array' | 'page';

/** An answer with a status from 200 to 299. */
export const isSuccess = (outcome: Outcome): outcome is Answer =>
	outcome.kind === 'answer' && outcome.statusCode >= 200 && outcome.statusCode < 300;

const hasStatus = (outcome: Outcome, statusCode: number): boolean =>
	outcome.kind === 'answer' && outcome.statusCode === statusCode;

/** There is nothing at that address, or it is gone. */
export const isNotFound = (outcome: Outcome): boolean => hasStatus(outcome, 404);

/** The credential was not accepted: this request was not carried out. */
export const isUnauthorized = (outcome: Outcome): boolean => hasStatus(outcome, 401);

/** Whether the service, or the server that gives access to it, does not let this credential in. */
export const isWithoutAccess = (outcome: Outcome): boolean =>
	isUnauthorized(outcome) || (outcome.kind !== 'answer' && outcome.isAtAuthServer === true);

/** Too many requests: this one was not carried out. */
export const isRateLimit = (outcome: Outcome): boolean => hasStatus(outcome, 429);

/** Whether the service wants fewer requests, or none for a while, as where a gateway finds nobody behind it. */
export const asksToSlowDown = (outcome: Outcome): boolean =>
	isRateLimit(outcome) || [502, 503, 504].some((status) => hasStatus(outcome, status));

/** Sends by way of n8n and reads what comes of it, whether n8n hands it over or throws it. Never throws. */
export async function outcomeOf(send: () => Promise<unknown>): Promise<Outcome> {
	try {
		const { statusCode, headers, body } = (await send()) as IN8nHttpFullResponse;
		return answer(statusCode, body, headers);
	} catch (error) {
		return readThrown(error);
	}
}

function answer(
	statusCode: number,
	body: unknown,
	headers: IN8nHttpFullResponse['headers'] = {},
): Answer {
	const form = formOf(body);
	return {
		kind: 'answer',
		statusCode,
		body: form === 'empty' ? undefined : body,
		form,
		retryAfterMs: readRetryAfter(headers['retry-after'], headers.date),
		allowed: String(headers.allow ?? '')
			.toUpperCase()
			.split(/[\s,]+/),
	};
}

function formOf(body: unknown): BodyForm {
	if (body === undefined || body === null || body === '') return 'empty';
	if (typeof body !== 'object') return 'text';
	if (Array.isArray(body)) return 'array';
	return 'items' in body && Array.isArray(body.items) ? 'page' : 'object';
}

const TIMEOUTS = ['ETIMEDOUT', 'ECONNABORTED', 'ESOCKETTIMEDOUT', 'UND_ERR_HEADERS_TIMEOUT'];
const DNS = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME'];
const NOT_REACHED = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL'];
const BROKEN = ['ECONNRESET', 'EPIPE', 'ERR_BAD_RESPONSE', 'ERR_STREAM_PREMATURE_CLOSE'];
/** An answer that cannot be read as HTTP, or not be unpacked. */
const UNREADABLE = /^(HPE_|Z_|UND_ERR_|ERR_HTTP2_)/;
/**
 * What n8n says of an OAuth2 credential that was never connected, depending on whether it holds an empty token or none.
 */
const NOT_CONNECTED = /unable to sign without access token|oauth credentials not connected/i;
const TLS = /CERT|^ERR_TLS|^ERR_SSL|^UNABLE_TO_|^EPROTO$|^HOSTNAME_MISMATCH$/;

/** Reads what n8n's request helper threw: an answer it refused to hand over, or a failure of the connection. */
export function readThrown(error: unknown): Outcome {
	const chain = causesOf(error);
	const message = chain.map((cause) => cause.message).find((text) => typeof text === 'string');
	const known = { code: codesOf(chain)[0], message: String(message ?? 'Unknown error') };
	const kind = kindOf(chain, known.message);
	const statusCode = statusOf(chain);
	if (isAtAuthServer(chain)) {
		const isRefusal = statusCode !== undefined && statusCode >= 300;
		return { kind: isRefusal ? 'other' : kind, ...known, isAtAuthServer: true };
	}
	if (statusCode === undefined) return { kind, ...known };
	// A success that n8n threw: the rest of the answer was lost, or could not be unpacked, after its status had come.
	if (statusCode >= 200 && statusCode < 300) return { kind: 'broken', ...known };
	return answer(statusCode, bodyOf(chain), headersOf(chain));
}

const codesOf = (chain: Cause[]): string[] =>
	chain.map(({ code }) => code).filter((code) => typeof code === 'string');

/** The network may lose the machine on the other side after the request has gone out to it. */
const isConnected = (chain: Cause[]) =>
	chain.some(({ syscall }) => syscall === 'read' || syscall === 'write');

function kindOf(chain: Cause[], message: string): Failure['kind'] {
	const codes = codesOf(chain);
	const has = (list: readonly string[]) => codes.some((code) => list.includes(code));
	if (has(['ERR_CANCELED'])) return 'cancelled';
	if (has(TIMEOUTS) || /timeout of \d+ ?ms exceeded/i.test(message)) return 'timeout';
	if (has(DNS)) return 'dns';
	if (has(NOT_REACHED)) return isConnected(chain) ? 'broken' : 'refused';
	if (codes.some((code) => TLS.test(code))) return 'tls';
	if (has(BROKEN) || codes.some((code) => UNREADABLE.test(code))) return 'broken';
	if (NOT_CONNECTED.test(message)) return 'notConnected';
	if (/socket hang up|aborted|maximum.*redirect/i.test(message)) return 'broken';
	return 'other';
}

type Cause = Record<string, unknown>;

/** n8n wraps errors in errors: the outermost first. */
function causesOf(error: unknown): Cause[] {
	const chain: Cause[] = [];
	let current = error;
	while (typeof current === 'object' && current !== null && chain.length < 6) {
		const cause = current as Cause;
		if (chain.includes(cause)) break;
		chain.push(cause);
		current = cause.cause ?? cause.errorResponse;
	}
	return chain;
}

/** n8n's codes for an answer of that server: a refusal, and one it cannot read. */
const AUTH_SERVER_CODES: readonly unknown[] = ['EAUTH', 'ESTATUS'];

/** By those codes, or by the address that was asked. Its 429 is waited for as the service's own. */
const isAtAuthServer = (chain: Cause[]) =>
	chain.some(({ code, status, config }) => {
		const url = (config as Cause | undefined)?.url;
		if (status === 429) return false;
		return (
			AUTH_SERVER_CODES.includes(code) ||
			(typeof url === 'string' && url.endsWith(AUTH_SERVER_PATHS.token))
		);
	});

function statusOf(chain: Cause[]): number | undefined {
	for (const cause of chain) {
		const response = cause.response as Cause | undefined;
		const status = Number(response?.status ?? cause.httpCode ?? undefined);
		if (Number.isInteger(status) && status >= 100 && status < 600) return status;
	}
	return undefined;
}

function bodyOf(chain: Cause[]): unknown {
	for (const cause of chain) {
		const data = (cause.response as Cause | undefined)?.data;
		if (data !== undefined) return data;
		const context = cause.context as Cause | undefined;
		if (context?.data !== undefined) return context.data;
	}
	return undefined;
}

function headersOf(chain: Cause[]): IN8nHttpFullResponse['headers'] | undefined {
	const [headers] = chain
		.map(({ response }) => (response as Cause | undefined)?.headers)
		.filter(Boolean);
	return headers as IN8nHttpFullResponse['headers'] | undefined;
}
