import type { IWebhookFunctions } from 'n8n-workflow';

/** What n8n adds to the request. `readRawBody` is for content types that n8n does not parse by itself. */
interface RequestWithRawBody {
	rawBody?: unknown;
	readRawBody?: () => Promise<void>;
}

/**
 * The bytes of the body, exactly as received.
 *
 * @returns undefined if n8n does not hand them over, as with a form that it has parsed. Bytes made from parsed data would
 * not do: the signature is over the bytes that were sent
 */
export async function rawBodyOf(context: IWebhookFunctions): Promise<Uint8Array | undefined> {
	const request = context.getRequestObject() as unknown as RequestWithRawBody;
	if (request.rawBody === undefined) await request.readRawBody?.().catch(() => undefined);
	return request.rawBody instanceof Uint8Array ? request.rawBody : undefined;
}
