import type { IDataObject } from 'n8n-workflow';
import { AUTH_SERVER_PATHS } from '../service/endpoints';
import { readAnswer } from './answer';
import { failureKindOf } from './verdicts';
import type { Outcome } from './verdicts';

/** How many characters of a message are searched: more than any message of n8n has. */
const LONGEST_MESSAGE = 1_000;
/** n8n's codes for an answer of the authorization server: a refusal, and an answer that n8n cannot read. */
const AUTH_SERVER_CODES: readonly unknown[] = ['EAUTH', 'ESTATUS'];

type Cause = Record<string, unknown>;

/** Reads what n8n's request helper threw: an answer with an error status, or a failure of the connection. */
export function readThrown(error: unknown): Outcome {
	const chain = causesOf(error);
	const first = <T>(read: (cause: Cause) => T) =>
		chain.map(read).find((value) => value !== undefined);
	const textOf = (key: string) =>
		first(({ [key]: text }) => (typeof text === 'string' ? text : undefined));
	const message = textOf('message') ?? 'Unknown error';
	const wordsOf = ({ code, message: words }: Cause) =>
		`${String(code)} ${String(words).slice(0, LONGEST_MESSAGE)}`;
	const code = textOf('code');
	const kind = failureKindOf(chain.map(wordsOf).join(' '), code);
	const isAtAuthServer = chain.some(
		({ code, config }) =>
			AUTH_SERVER_CODES.includes(code) ||
			String(partOf(config).url).endsWith(AUTH_SERVER_PATHS.token),
	);
	const ownAdvice = textOf('description');
	const failure = { code, message, ownAdvice, ...(isAtAuthServer && { isAtAuthServer }) };
	const statusCode = first(statusOf);
	if (statusCode === undefined) return { ...failure, kind };
	// If n8n throws a success, only its head arrived: the body was lost, or could not be decompressed.
	if (statusCode < 300) return { ...failure, kind: isAtAuthServer ? kind : 'broken' };
	// After a 429 or 5xx the authorization server may still renew the token later. Any other answer of it is final.
	if (isAtAuthServer && statusCode < 500 && statusCode !== 429)
		return { ...failure, kind: 'notRenewed' };
	const body = first(({ response, context }) => partOf(response).data ?? partOf(context).data);
	const headers = first(({ response }) => partOf(response).headers) as IDataObject | undefined;
	const answer = readAnswer({ statusCode, body, headers });
	return isAtAuthServer ? { ...answer, isAtAuthServer } : answer;
}

/** n8n wraps errors in errors. The outermost comes first. */
function causesOf(error: unknown): Cause[] {
	const chain: Cause[] = [];
	for (let cause = error; typeof cause === 'object' && cause !== null && chain.length < 6; ) {
		chain.push(cause as Cause);
		cause = (cause as Cause).cause ?? (cause as Cause).errorResponse;
	}
	return chain;
}

/** A part of an error as an object, without content if there is no such part. */
const partOf = (value: unknown) => (value ?? {}) as Cause;

function statusOf({ response, httpCode }: Cause): number | undefined {
	const status = Number(partOf(response).status ?? httpCode);
	return Number.isInteger(status) && status >= 200 && status < 600 ? status : undefined;
}
