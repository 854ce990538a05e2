import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { API_PREFIX, PASTED_API_PREFIX } from '../service/endpoints';
import { projectResource } from '../service/records/project';
import { problemWith } from './expected';
import { asSentence, explain } from './errors';
import { secretsOf, SHORTEST_SECRET } from './redaction';
import { outcomeWithin } from './send';
import { addressOf, isUsableBaseUrl } from './address';
import { isSuccess, statusOf } from './verdicts';

/** How long a person waits for the test at most, in milliseconds. */
const LONGEST_WAIT_MS = 20_000;

/** The advice for these is about the credential. For any other status from 400 to 499 it is about an item. */
const ABOUT_CREDENTIAL = [401, 403, 404, 405];
const CHECK_BOTH =
	'Check the Base URL and the API Key. If both are correct, wait a minute, then test again.';

const apiKeyIn = ({ apiKey }: ICredentialDataDecryptedObject) =>
	['string', 'number'].includes(typeof apiKey) ? String(apiKey).trim() : '';

/** The header that carries the API key. Service document, section Authentication, "API key". */
export const apiKeyHeader = (credential: ICredentialDataDecryptedObject) => ({
	'x-api-key': apiKeyIn(credential),
});

/**
 * n8n's test of the API key: reads the list of projects with it. Its path is documented, so a good key never fails because
 * of a path that is only assumed. It is a function, not a request with rules in the credential:
 * with rules, n8n shows a bare error code if no answer comes. Every n8n that this package supports runs it.
 *
 * @returns in words what is wrong, and what to do about it. n8n's editor shows this message only after a failure
 */
export async function apiKeyCheck(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const problem = await problemOf(this, data);
	return problem === undefined
		? { status: 'OK', message: 'Connection successful!' }
		: { status: 'Error', message: problem };
}

async function problemOf(
	{ helpers }: ICredentialTestFunctions,
	credential: ICredentialDataDecryptedObject,
): Promise<string | undefined> {
	if (!isUsableBaseUrl(credential.baseUrl)) {
		return 'The Base URL is not a web address. Enter the address of the service as Base URL, such as https://api.example.com.';
	}
	const pasted = `${PASTED_API_PREFIX}(?=[/\\s]*$)`;
	const [version = API_PREFIX] = String(credential.baseUrl).match(pasted) ?? [];
	if (version !== API_PREFIX)
		return `The Base URL ends with ${version}, but this package uses ${API_PREFIX}. Leave that part out: the node adds its own.`;
	if (!/^[\t -~\u0080-\u00ff]+$/.test(apiKeyIn(credential))) {
		return "The API Key is empty, or contains characters that no key has, such as dots in place of the real ones. Copy the whole key again from the service's application.";
	}
	if (apiKeyIn(credential).length < SHORTEST_SECRET)
		return `The API Key has fewer than ${SHORTEST_SECRET} characters, so a part of it is missing. Copy the whole key again from the service's application.`;
	const endpoint = projectResource.endpoints.getAll;
	// With n8n's older request helper and its older names of the options: the test of a credential gets no other one.
	const request = {
		method: endpoint.method,
		url: addressOf(credential.baseUrl, endpoint),
		qs: { limit: 1 },
		headers: apiKeyHeader(credential),
		json: true,
		timeout: LONGEST_WAIT_MS,
		resolveWithFullResponse: true,
		// Every status is read here.
		simple: false,
		// A redirect would send the API key to another address.
		followRedirect: false,
		// Left out if certificates are checked: with this option, n8n hides the code of a certificate problem.
		...(credential.ignoreSSLIssues === true && { rejectUnauthorized: false }),
	};
	const expected = { form: 'page' } as const;
	const outcome = await outcomeWithin(LONGEST_WAIT_MS, helpers.request(request));
	if (isSuccess(outcome) && problemWith(outcome, expected) === undefined) return undefined;
	const info = { endpoint, expected, timeoutMs: LONGEST_WAIT_MS, secrets: secretsOf(credential) };
	const { message, advice } = explain(outcome, info);
	const statusCode = statusOf(outcome);
	const isAboutItem =
		statusCode >= 400 && statusCode < 500 && !ABOUT_CREDENTIAL.includes(statusCode);
	return `${asSentence(message)} ${isAboutItem ? CHECK_BOTH : advice}`;
}
