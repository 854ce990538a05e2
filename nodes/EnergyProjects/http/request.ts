import { NodeOperationError } from 'n8n-workflow';
import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';
import type { Endpoint } from '../service/endpoints';
import type { ExpectedAnswer, ExpectedForm } from './answers/answerForm';
import type { Answer } from './answers/outcome';
import { addressOf, isUsableBaseUrl, linkedAddress } from './url';

/** What n8n gives a node to run in: an execution, a webhook, a poll, the editor. */
export type ApiContext = IAllExecuteFunctions;

export interface ApiRequest {
	/** Values for the placeholders of the endpoint's path. */
	readonly path?: Readonly<Record<string, string>>;
	readonly query?: IDataObject;
	/** The next part of a list, as the notice about the part before names it, instead of the endpoint's path and the query. */
	readonly link?: string;
	readonly body?: IDataObject;
	/** What the person calls the record, for errors; the default is its ID in the path. */
	readonly about?: string;
	/** What the answer has to be; anything else is an error. Without it, any answer will do. */
	readonly expect?: ExpectedForm;
	/** What the records of a list are called, for errors. */
	readonly noun?: string;
	/** Called before `send` returns if no answer confirms the success, but the service shows that it is as it should be. */
	readonly onInferred?: () => void;
	/** The item that needs the request, so that an error can name it. */
	readonly itemIndex?: number;
	/** Gets what the headers of the expected answer say about a list, before `send` returns its body. */
	readonly onListNotice?: (notice: ListNotice) => void;
	/**
	 * Gets the address of the record that the expected answer names as created, before `send` returns its body. It is
	 * not called if there is none, or if it is elsewhere than the Base URL.
	 */
	readonly onLocation?: (address: string) => void;
}

/** What the answer to a request has to be. If the path ends with an ID, a record that is read must have that ID. */
export function expectedAnswer(
	endpoint: Endpoint,
	{ expect, noun, path = {} }: ApiRequest,
): ExpectedAnswer | undefined {
	if (expect === undefined) return undefined;
	const [, name = ''] = /\{(\w+)\}$/.exec(endpoint.path) ?? [];
	return { form: expect, noun, id: path[name] };
}

/** What the headers of an answer say about the list that its body is a part of. */
export interface ListNotice {
	/** How many records the whole list has; undefined if no header says so. */
	readonly total?: number;
	/** The address of the next part; undefined if no header names one, or if it is elsewhere. */
	readonly next?: string;
	/** Whether there is a next part, but not on the host of the Base URL: it is never asked for. */
	readonly isNextElsewhere: boolean;
}

/** @param url where the answer came from */
export function listNoticeIn({ list }: Answer, url: string): ListNotice {
	const next = list.next === undefined ? undefined : linkedAddress(list.next, url);
	const isNextElsewhere = list.next !== undefined && next === undefined;
	return { total: list.total, next, isNextElsewhere };
}

/**
 * The address of the record that an answer names as created; undefined if there is none, or if it is elsewhere.
 *
 * @param url where the answer came from
 */
export const locationIn = ({ location }: Answer, url: string): string | undefined =>
	location === undefined ? undefined : linkedAddress(location, url);

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
	if (request.link !== undefined) {
		const linked = linkedAddress(request.link, url);
		// A request that leaves the host would send the API key to somebody else.
		if (linked === undefined) throw new Error(`The link ${request.link} leaves the Base URL`);
		url = linked;
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
		qs: request.link === undefined ? request.query : undefined,
		body: request.body,
	};
}
