import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { accountRecord } from '../service/records/account';
import { isExpectedAnswer } from './answers/answerForm';
import type { Outcome } from './answers/outcome';
import { apiKeyHeader, problemOfApiKey } from './apiKey';
import { apiKeyCheckText } from './errors/apiKeyCheckText';
import { secretsOf } from './secrets/redaction';
import { outcomeUntil } from './send';
import { addressOf, isUsableBaseUrl } from './url';

/** How long a person waits for the test at most, in milliseconds. */
const LONGEST_WAIT_MS = 20_000;

const NO_ADDRESS =
	'The Base URL is not a web address. Enter the address of the service as Base URL, such as https://api.example.com.';

/**
 * n8n's test of the API key: reads the account with it. It is a function, not a request with rules in the credential:
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
	context: ICredentialTestFunctions,
	credential: ICredentialDataDecryptedObject,
): Promise<string | undefined> {
	if (!isUsableBaseUrl(credential.baseUrl)) return NO_ADDRESS;
	const problemOfKey = problemOfApiKey(credential);
	if (problemOfKey !== undefined) return problemOfKey;
	const outcome = await readAccount(context, credential);
	return isExpectedAnswer(outcome, { form: 'record' })
		? undefined
		: apiKeyCheckText(outcome, { secrets: secretsOf(credential), timeoutMs: LONGEST_WAIT_MS });
}

/** With n8n's older request helper and its older names of the options: the test of a credential gets no other one. */
async function readAccount(
	{ helpers }: ICredentialTestFunctions,
	credential: ICredentialDataDecryptedObject,
): Promise<Outcome> {
	const endpoint = accountRecord.endpoints.get;
	const request = {
		method: endpoint.method,
		url: addressOf(credential.baseUrl, endpoint),
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
	const timeLimit = AbortSignal.timeout(LONGEST_WAIT_MS);
	return await outcomeUntil(timeLimit, helpers.request(request), () => 'timeout');
}
