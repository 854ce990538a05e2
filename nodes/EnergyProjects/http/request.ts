import { NodeOperationError } from 'n8n-workflow';
import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';
import type { Endpoint } from '../service/endpoints';
import type { ExpectedAnswer, ExpectedForm } from './expected';
import { addressOf, isUsableBaseUrl } from './address';

/** What n8n gives a node to run in: an execution, a webhook, a poll, the editor. */
export type ApiContext = IAllExecuteFunctions;

export interface ApiRequest {
	/** Values for the placeholders of the endpoint's path. */
	readonly path?: Readonly<Record<string, string>>;
	readonly query?: IDataObject;
	readonly body?: IDataObject;
	/** What the person calls the record, for errors; the default is its ID in the path. */
	readonly about?: string;
	/** What the answer has to be; anything else is an error. Without it, any JSON or an empty answer will do. */
	readonly expect?: ExpectedForm;
	/** Called with the headers of the answer, if it is the expected one. */
	readonly onHeaders?: (headers: IDataObject) => void;
	/** Whether its operation looks for the record before it creates one, so that it can be run again. */
	readonly isRepeatable?: boolean;
	/** The item that needs the request, so that an error can name it. */
	readonly itemIndex?: number;
}

/** What the answer to a request has to be. If the path ends with an ID, a record that is read must have that ID. */
export function expectedAnswer(
	endpoint: Endpoint,
	{ expect: form, path = {} }: ApiRequest,
): ExpectedAnswer {
	const [, name = ''] = /\{(\w+)\}$/.exec(endpoint.path) ?? [];
	return { form, id: path[name] };
}

/**
 * One request in n8n's terms, without its authentication.
 *
 * @throws NodeOperationError if the credential has no usable address or an ID cannot be part of a path
 */
export function requestOptions(
	context: ApiContext,
	{ baseUrl, ignoreSSLIssues }: ICredentialDataDecryptedObject,
	endpoint: Endpoint,
	{ path, query, body, itemIndex }: ApiRequest,
	timeoutMs: number,
): IHttpRequestOptions {
	const failure = (problem: string, description: string) =>
		new NodeOperationError(context.getNode(), problem, { itemIndex, description });
	if (!isUsableBaseUrl(baseUrl)) {
		throw failure(
			'The credential has no usable Base URL',
			'Open the credential and enter the address of the service as Base URL, such as https://api.example.com.',
		);
	}
	const url = addressOf(baseUrl, endpoint, path);
	if (url === undefined) {
		const id = Object.values(path ?? {})
			.join()
			.slice(0, 60);
		throw failure(`"${id}" is not an ID`, `To ${endpoint.operation}, enter the ID of the record.`);
	}
	return {
		method: endpoint.method,
		url,
		json: true,
		timeout: timeoutMs,
		returnFullResponse: true,
		// A redirect would send the API key to another address.
		disableFollowRedirect: true,
		skipSslCertificateValidation: ignoreSSLIssues === true,
		qs: query,
		body,
	};
}
