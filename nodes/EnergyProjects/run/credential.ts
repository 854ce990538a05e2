import { NodeOperationError } from 'n8n-workflow';
import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import { addressIdentity } from '../http/address';
import { apiKeyHeader } from '../http/apiKeyCheck';
import { authenticationFrom, credentialTypeOf } from '../http/parameters';
import type { Authentication } from '../http/parameters';

/** The credential of an item: an expression in its fields can give each item its own. */
export interface ItemCredential {
	readonly authentication: Authentication;
	readonly data: ICredentialDataDecryptedObject;
	/** The same for two credentials that reach the same service with the same key. */
	readonly identity: string;
}

/** @throws Error if there is no such way to log in, or if its API key is empty */
export async function readCredential(
	context: IExecuteFunctions,
	itemIndex: number,
	given: unknown,
): Promise<ItemCredential> {
	const authentication = authenticationFrom(given);
	const type = credentialTypeOf(authentication);
	const data = await context.getCredentials(type, itemIndex);
	if (authentication === 'apiKey' && apiKeyHeader(data)['x-api-key'] === '')
		throw new NodeOperationError(context.getNode(), 'The API Key in the credential is empty', {
			itemIndex,
			description:
				'Nothing was sent for this item. Enter the key in the credential. If it is an expression there, it finds nothing for this item.',
		});
	const account = authentication === 'oAuth2' ? accountOf(context, type) : '';
	return { authentication, data, identity: identityOf({ ...data, account }) };
}

/** The ID of the credential in n8n. n8n copies the whole node to tell it: not for each item that needs none. */
const accountOf = (context: IExecuteFunctions, type: string): string =>
	String(context.getNode().credentials?.[type]?.id);

/**
 * Address and key count in the form in which they are used, so that two spellings of one credential share a run. The tokens
 * of OAuth2 do not count: they change while the credential stays the same, which its ID in n8n tells from others.
 */
const identityOf = (data: ICredentialDataDecryptedObject): string =>
	JSON.stringify({
		...data,
		baseUrl: addressIdentity(data.baseUrl),
		...apiKeyHeader(data),
		apiKey: undefined,
		oauthTokenData: undefined,
	});

/**
 * Refuses an OAuth2 account that is not that of the first item: n8n itself sends the requests, always with the first
 * item's.
 *
 * @throws NodeOperationError
 */
export async function refuseOtherAccount(
	context: IExecuteFunctions,
	itemIndex: number,
	{ authentication, identity }: ItemCredential,
): Promise<void> {
	if (authentication !== 'oAuth2' || itemIndex === 0) return;
	if ((await readCredential(context, 0, authentication)).identity === identity) return;
	throw new NodeOperationError(
		context.getNode(),
		'This item and the first one have different OAuth2 credentials',
		{
			itemIndex,
			description:
				'Nothing was sent for this item. n8n sends all items of a node with one OAuth2 account: use a node for each account, or an API key.',
		},
	);
}
