import { NodeOperationError } from 'n8n-workflow';
import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';
import type { Endpoint } from '../service/endpoints';
import type { ExpectedForm } from './answers/answerForm';
import { addressOf, isUsableBaseUrl } from './url';

/** What n8n gives a node to run in: an execution, a webhook, a poll, the editor. */
export type ApiContext = IAllExecuteFunctions;

export interface ApiRequest {
	/** Values for the placeholders of the endpoint's path. */
	readonly path?: Readonly<Record<string, string>>;
	readonly query?: IDataObject;
	readonly body?: IDataObject;
	/** What the person calls the record, for errors; the default is its ID in the path. */
	readonly about?: string;
	/** What the answer has to be; anything else is an error. Without it, any answer will do. */
	readonly expect?: ExpectedForm;
	/** The item that needs the request, so that an error can name it. */
	readonly itemIndex?: number;
}

/**
 * One request in n8n's terms, without its authentication.
 *
 * @param timeoutMs longest wait for the answer, in milliseconds
 * @throws NodeOperationError if the credential has no usable address or an ID cannot be part of a path
 */
export function requestOptions(
	context: ApiContext,
	credential: ICredentialDataDecryptedObject,
	endpoint: Endpoint,
	request: ApiRequest,
	timeoutMs: number,
): IHttpRequestOptions {
	const failure = (problem: string, description: string) =>
		new NodeOperationError(context.getNode(), problem, {
			itemIndex: request.itemIndex,
			description,
		});
	const { baseUrl } = credential;
	if (!isUsableBaseUrl(baseUrl)) {
		throw failure(
			'The credential has no usable Base URL',
			'Open the credential and enter the address of the service as Base URL, such as https://api.example.com.',
		);
	}
	let url: string;
	try {
		url = addressOf(baseUrl, endpoint, request.path);
	} catch (error) {
		throw failure(
			(error as Error).message,
			`To ${endpoint.operation}, enter the ID of the record.`,
		);
	}
	return {
		method: endpoint.method,
		url,
		json: true,
		timeout: timeoutMs,
		returnFullResponse: true,
		// This node reads every status itself. n8n would send a request with an API key again after a 401.
		ignoreHttpStatusErrors: true,
		// A redirect would send the API key to another address.
		disableFollowRedirect: true,
		skipSslCertificateValidation: credential.ignoreSSLIssues === true,
		qs: request.query,
		body: request.body,
	};
}
