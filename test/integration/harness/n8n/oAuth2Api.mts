import type { INodeProperties } from 'n8n-workflow';

const show = (conditions: Record<string, Array<string | boolean>>) => ({
	displayOptions: { show: conditions },
});
const alone = { useDynamicClientRegistration: [false] };
const withBrowser = { grantType: ['authorizationCode', 'pkce'], ...alone };
const inBody = { grantType: ['clientCredentials'], authentication: ['body'] };

const field = (
	name: string,
	type: INodeProperties['type'],
	preset: INodeProperties['default'],
	more: object = {},
): INodeProperties => ({ displayName: name, name, type, default: preset, ...more });

/**
 * The fields of n8n's own `oAuth2Api` that a credential inherits: n8n keeps of a credential what is among its fields,
 * and drops the rest. n8n itself is no dependency of the tests; where it is installed, a test compares the two.
 */
export const oAuth2ApiProperties: readonly INodeProperties[] = [
	field('useDynamicClientRegistration', 'hidden', false),
	field('grantType', 'options', 'authorizationCode', show(alone)),
	field('serverUrl', 'string', '', show({ useDynamicClientRegistration: [true] })),
	field('authUrl', 'string', '', show(withBrowser)),
	field('accessTokenUrl', 'string', '', show(alone)),
	field('clientId', 'string', '', show(alone)),
	field('clientCredentialType', 'hidden', 'clientSecret'),
	field('clientSecret', 'string', '', show(alone)),
	field('privateKey', 'hidden', ''),
	field('certificate', 'hidden', ''),
	field('scope', 'string', '', show(alone)),
	field('authQueryParameters', 'string', '', show(withBrowser)),
	field('authentication', 'options', 'header', show(alone)),
	field('sendAdditionalBodyProperties', 'boolean', false, show({ ...inBody, ...alone })),
	field(
		'additionalBodyProperties',
		'json',
		'',
		show({ ...inBody, sendAdditionalBodyProperties: [true], ...alone }),
	),
	field('oauthTokenData', 'json', {}),
];
