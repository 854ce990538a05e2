import type { IWebhookFunctions } from 'n8n-workflow';

/** What n8n adds to the request; reading is needed where it does not parse the content type itself. */
interface RequestWithRawBody {
	rawBody?: unknown;
	readRawBody?: () => Promise<void>;
}

/**
 * The bytes of the body exactly as received.
 *
 * @returns undefined where n8n does not hand them over (a form it has read itself, for one): a body made anew from
 * parsed data proves nothing
 */
export async function rawBodyOf(context: IWebhookFunctions): Promise<Uint8Array | undefined> {
	const request = context.getRequestObject() as unknown as RequestWithRawBody;
	if (request.rawBody === undefined) await request.readRawBody?.().catch(() => undefined);
	return request.rawBody instanceof Uint8Array ? request.rawBody : undefined;
}
