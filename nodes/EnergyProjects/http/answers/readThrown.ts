import type { IN8nHttpFullResponse } from 'n8n-workflow';
import { AUTH_SERVER_PATHS } from '../../service/endpoints';
import type { Failure, Outcome } from './outcome';
import { readAnswer } from './readAnswer';

const TIMEOUTS = ['ETIMEDOUT', 'ECONNABORTED', 'ESOCKETTIMEDOUT', 'UND_ERR_HEADERS_TIMEOUT'];
const DNS = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME'];
const NOT_REACHED = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL'];
const BROKEN = ['ECONNRESET', 'EPIPE', 'ERR_BAD_RESPONSE', 'ERR_STREAM_PREMATURE_CLOSE'];
/** An answer that is not valid HTTP or cannot be decompressed. */
const UNREADABLE = /^(HPE_|Z_|UND_ERR_|ERR_HTTP2_)/;
/** What n8n says about an OAuth2 credential that was never connected: if its token is empty, or if it has none. */
const NOT_CONNECTED = /unable to sign without access token|oauth credentials not connected/i;
/** How many characters of a message are searched for these words: more than any message of n8n has. */
const LONGEST_MESSAGE = 1_000;
const TLS = /CERT|^ERR_TLS|^UNABLE_TO_|^HOSTNAME_MISMATCH$/;
/** The two sides found no encryption in common, as when one of them uses none. */
const HANDSHAKE = /^EPROTO$|^ERR_SSL/;

/** Reads what n8n's request helper threw: an answer with an error status, or a failure of the connection. */
export function readThrown(error: unknown): Outcome {
	const chain = causesOf(error);
	const message = chain.map((cause) => cause.message).find((text) => typeof text === 'string');
	const known = { code: codesOf(chain)[0], message: String(message ?? 'Unknown error') };
	const kind = kindOf(chain, known.message.slice(0, LONGEST_MESSAGE));
	const statusCode = statusOf(chain);
	if (isAtAuthServer(chain)) {
		// It may renew the token a little later. Any other answer of it is final.
		const isTemporary = statusCode !== undefined && (statusCode === 429 || statusCode >= 500);
		if (isTemporary) return { ...answerIn(chain, statusCode), isAtAuthServer: true };
		const isRefusal = statusCode !== undefined && statusCode >= 300;
		return { kind: isRefusal ? 'other' : kind, ...known, isAtAuthServer: true };
	}
	if (statusCode === undefined) return { kind, ...known };
	// If n8n throws a success, only its head arrived: the body was lost, or could not be decompressed.
	if (statusCode >= 200 && statusCode < 300) return { kind: 'broken', ...known };
	return answerIn(chain, statusCode);
}

const answerIn = (chain: Cause[], statusCode: number) =>
	readAnswer({ statusCode, body: bodyOf(chain), headers: headersOf(chain) });

const codesOf = (chain: Cause[]): string[] =>
	chain.map(({ code }) => code).filter((code) => typeof code === 'string');

/** Whether the connection failed after it was established, so that the request may have gone out. */
const isConnected = (chain: Cause[]) =>
	chain.some(({ syscall }) => syscall === 'read' || syscall === 'write');

function kindOf(chain: Cause[], message: string): Failure['kind'] {
	const codes = codesOf(chain);
	const has = (list: readonly string[]) => codes.some((code) => list.includes(code));
	if (has(['ERR_CANCELED'])) return 'cancelled';
	if (has(TIMEOUTS) || /timeout of \d+ ?ms exceeded/i.test(message)) return 'timeout';
	if (has(DNS)) return 'dns';
	if (has(NOT_REACHED)) return isConnected(chain) ? 'broken' : 'refused';
	if (codes.some((code) => HANDSHAKE.test(code))) return 'handshake';
	if (codes.some((code) => TLS.test(code))) return 'tls';
	if (has(BROKEN) || codes.some((code) => UNREADABLE.test(code))) return 'broken';
	if (NOT_CONNECTED.test(message)) return 'notConnected';
	if (/socket hang up|aborted|maximum.*redirect/i.test(message)) return 'broken';
	return 'other';
}

type Cause = Record<string, unknown>;

/** n8n wraps errors in errors. The outermost comes first. */
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

/** n8n's codes for an answer of the authorization server: a refusal, and an answer that n8n cannot read. */
const AUTH_SERVER_CODES: readonly unknown[] = ['EAUTH', 'ESTATUS'];

/** Known by those codes, or by the address that was asked: no request to the service has this one. */
const isAtAuthServer = (chain: Cause[]) =>
	chain.some(({ code, config }) => {
		const { url } = partOf(config);
		return (
			AUTH_SERVER_CODES.includes(code) ||
			(typeof url === 'string' && url.endsWith(AUTH_SERVER_PATHS.token))
		);
	});

/** A part of an error that is an object, if it is there at all. */
const partOf = (value: unknown) => (value ?? {}) as Cause;

const statusOf = (chain: Cause[]): number | undefined =>
	chain
		.map(({ response, httpCode }) => Number(partOf(response).status ?? httpCode))
		.find((status) => Number.isInteger(status) && status >= 100 && status < 600);

const bodyOf = (chain: Cause[]): unknown =>
	chain
		.flatMap(({ response, context }) => [partOf(response).data, partOf(context).data])
		.find((body) => body !== undefined);

const headersOf = (chain: Cause[]) =>
	chain.map(({ response }) => partOf(response).headers).find(Boolean) as
		| IN8nHttpFullResponse['headers']
		| undefined;
