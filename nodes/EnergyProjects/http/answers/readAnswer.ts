import type { IN8nHttpFullResponse } from 'n8n-workflow';
import { readListHeaders } from './listHeaders';
import type { Answer, BodyForm } from './outcome';
import { readRetryAfter } from './retryAfter';

type Response = Pick<IN8nHttpFullResponse, 'statusCode'> & {
	readonly body: unknown;
	readonly headers?: IN8nHttpFullResponse['headers'];
};

/** Reads an answer of the service, whatever its status. */
export function readAnswer({ statusCode, body, headers = {} }: Response): Answer {
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
		list: readListHeaders(headers),
		location: typeof headers.location === 'string' ? headers.location : undefined,
	};
}

function formOf(body: unknown): BodyForm {
	if (body === undefined || body === null || body === '') return 'empty';
	if (typeof body !== 'object') return 'text';
	if (Array.isArray(body)) return 'array';
	return 'items' in body && Array.isArray(body.items) ? 'page' : 'object';
}
