import type { IDataObject } from 'n8n-workflow';
import { AUTH_SERVER_PATHS } from '../service/endpoints';
import { readAnswer } from './answer';
import { failureKindOf } from './verdicts';
import type { Outcome } from './verdicts';

/** How many characters of a message are searched: more than any message of n8n has. */
const LONGEST_MESSAGE = 1_000;

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
	const isAtAuthServer =
		kind === 'notRenewed' ||
		chain.some(({ config }) => String(partOf(config).url).endsWith(AUTH_SERVER_PATHS.token));
	const failure = { kind, code, message, ownAdvice: textOf('description'), isAtAuthServer };
	const statusCode = first(statusOf);
	// After a 429 or 5xx the authorization server may still renew the token later. Any other answer of it is final.
	const isFinal = isAtAuthServer && (statusCode ?? 0) < 500 && statusCode !== 429;
	if (statusCode === undefined || isFinal) return failure;
	// If n8n throws a success, only its head arrived: the body was lost, or could not be decompressed.
	if (statusCode < 300) return { ...failure, kind: 'broken' };
	const body = first(({ response, context }) => partOf(response).data ?? partOf(context).data);
	const headers = first(({ response }) => partOf(response).headers) as IDataObject | undefined;
	return { ...readAnswer({ statusCode, body, headers }), isAtAuthServer };
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
