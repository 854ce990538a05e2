import { NodeOperationError } from 'n8n-workflow';
import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';
import type { Endpoint } from '../service/endpoints';
import { addressOf, isUsableBaseUrl } from './url';

/** Whatever a node runs in: an execution, a webhook, a poll, the editor. */
export type ApiContext = IAllExecuteFunctions;

export interface ApiRequest {
	/** Values for the placeholders of the endpoint's path. */
	readonly path?: Readonly<Record<string, string>>;
	readonly query?: IDataObject;
	readonly body?: IDataObject;
	/**
	 * What the person calls the record the request is about, for errors; otherwise it is called by its ID in the path.
	 */
	readonly about?: string;
	/**
	 * What the answer has to be; anything else is an error. Without it, any answer will do. A write may be answered with
	 * the record it wrote or with nothing.
	 */
	readonly expect?: 'object' | 'array' | 'page' | 'written';
	/** The item the request is made for, so that an error can name it. */
	readonly itemIndex?: number;
}

/**
 * One request in n8n's terms, without its authentication.
 *
 * @param timeoutMs longest wait for the answer, in milliseconds
 * @throws NodeOperationError where the credential has no usable address or an id cannot be part of a path
 */
export function requestOptions(
	context: ApiContext,
	credential: ICredentialDataDecryptedObject,
	endpoint: Endpoint,
	request: ApiRequest,
	timeoutMs: number,
): IHttpRequestOptions {
	const { baseUrl } = credential;
	const { itemIndex } = request;
	if (!isUsableBaseUrl(baseUrl)) {
		throw new NodeOperationError(context.getNode(), 'The credential has no usable Base URL', {
			itemIndex,
			description:
				'Open the credential and enter the address of the service as Base URL, such as https://api.example.com.',
		});
	}
	let url: string;
	try {
		url = addressOf(baseUrl, endpoint, request.path);
	} catch (error) {
		throw new NodeOperationError(context.getNode(), error as Error, {
			itemIndex,
			description: `Give the ID of the record to ${endpoint.operation}.`,
		});
	}
	return {
		method: endpoint.method,
		url,
		json: true,
		timeout: timeoutMs,
		returnFullResponse: true,
		// Every status is read here. n8n would send a request with an API key again after a 401.
		ignoreHttpStatusErrors: true,
		// A redirect would carry the API key to wherever it points.
		disableFollowRedirect: true,
		skipSslCertificateValidation: credential.ignoreSSLIssues === true,
		qs: request.query,
		body: request.body,
	};
}
