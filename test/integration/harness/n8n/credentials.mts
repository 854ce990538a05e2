import { ICredentialsHelper, NodeHelpers, Workflow } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	ICredentials,
	ICredentialsExpressionResolveValues,
	ICredentialType,
	IHttpRequestOptions,
	INode,
	INodeCredentialsDetails,
	INodeParameters,
	INodeProperties,
	INodeTypes,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { EnergyProjectsApi } from '../../../../credentials/EnergyProjectsApi.credentials.ts';
import { EnergyProjectsOAuth2Api } from '../../../../credentials/EnergyProjectsOAuth2Api.credentials.ts';
import { EnergyProjectsWebhookApi } from '../../../../credentials/EnergyProjectsWebhookApi.credentials.ts';

const show = (conditions: Record<string, Array<string | boolean>>) => ({
	displayOptions: { show: conditions },
});
const alone = { useDynamicClientRegistration: [false] };
const withBrowser = { grantType: ['authorizationCode', 'pkce'], ...alone };
const inBody = { grantType: ['clientCredentials'], authentication: ['body'] };
const additional = { sendAdditionalBodyProperties: [true] };

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
	field('additionalBodyProperties', 'json', '', show({ ...inBody, ...additional, ...alone })),
	field('oauthTokenData', 'json', {}),
];

const types: ICredentialType[] = [
	new EnergyProjectsApi(),
	new EnergyProjectsOAuth2Api(),
	new EnergyProjectsWebhookApi(),
];

const typeNamed = (name: string) => {
	const found = types.find((type) => type.name === name);
	if (found === undefined) throw new Error(`No credential type ${name}`);
	return found;
};

/** Fields that a person cannot change where they are hidden: what is stored of them does not count. */
const PINNED = [
	...['useDynamicClientRegistration', 'authUrl', 'accessTokenUrl', 'grantType', 'authentication'],
	...['usePkce', 'requestTokenUrl', 'signatureMethod'],
];

/** The fields of a credential with those it inherits; its own take the place of inherited ones. */
export function propertiesOf(typeName: string): INodeProperties[] {
	const { extends: parents = [], properties } = typeNamed(typeName);
	if (parents.some((parent) => parent !== 'oAuth2Api')) throw new Error('Unknown parent');
	const combined = parents.length === 0 ? [] : [...oAuth2ApiProperties];
	NodeHelpers.mergeNodeProperties(combined, properties);
	return combined;
}

/**
 * What n8n makes of the stored data of a credential (credentials-helper.js, `applyDefaultsAndOverwrites`): what is no
 * field of the credential is dropped, defaults are filled in, expressions worked out.
 *
 * @param item for which a node reads it; without it, expressions know no item
 */
export function decrypted(
	typeName: string,
	stored: ICredentialDataDecryptedObject,
	nodeTypes: INodeTypes,
	item?: ICredentialsExpressionResolveValues,
): ICredentialDataDecryptedObject {
	const properties = propertiesOf(typeName);
	const isPinned = ({ name, type }: INodeProperties) => PINNED.includes(name) && type === 'hidden';
	const pinned = properties.filter(isPinned).map(({ name }) => name);
	const open = Object.fromEntries(Object.entries(stored).filter(([key]) => !pinned.includes(key)));
	const data = NodeHelpers.getNodeParameters(
		properties,
		open as INodeParameters,
		true,
		false,
		null,
		null,
	) as ICredentialDataDecryptedObject;
	if (stored.oauthTokenData !== undefined) data.oauthTokenData = stored.oauthTokenData;
	if (item !== undefined) {
		const { workflow, runExecutionData, runIndex, itemIndex, connectionInputData } = item;
		return workflow.expression.getParameterValue(
			...([data as INodeParameters, runExecutionData, runIndex, itemIndex] as const),
			...([item.node.name, connectionInputData, 'manual', {}] as const),
			...([undefined, false, data as INodeParameters] as const),
		) as ICredentialDataDecryptedObject;
	}
	const plain = { id: '', name: '', type: 'mock', parameters: {} };
	const node: INode = { ...plain, typeVersion: 1, position: [0, 0] };
	const workflow = new Workflow({ nodes: [], connections: {}, active: false, nodeTypes });
	const { expression } = workflow;
	const values = data as INodeParameters;
	return expression.getComplexParameterValue(
		node,
		values,
		'internal',
		{},
		undefined,
		undefined,
		values,
	) as ICredentialDataDecryptedObject;
}

/** Credentials by type name; keeps refreshed tokens, and counts how often they were stored. */
export class TestCredentials extends ICredentialsHelper {
	tokenUpdates = 0;
	/** As they are stored. */
	readonly data: Record<string, ICredentialDataDecryptedObject>;
	private readonly nodeTypes: INodeTypes;

	constructor(data: Record<string, ICredentialDataDecryptedObject>, nodeTypes: INodeTypes) {
		super();
		this.data = { ...data };
		this.nodeTypes = nodeTypes;
	}

	getParentTypes(name: string): string[] {
		return typeNamed(name).extends ?? [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = typeNamed(typeName);
		if (typeof authenticate !== 'function') throw new Error(`${typeName} cannot authenticate`);
		return await authenticate(credentials, request);
	}

	async preAuthentication(): Promise<undefined> {}

	async runPreAuthentication(): Promise<undefined> {}

	async getCredentials(): Promise<ICredentials> {
		throw new Error('Only decrypted credentials are used here');
	}

	async getDecrypted(
		_: IWorkflowExecuteAdditionalData,
		__: INodeCredentialsDetails,
		type: string,
		___?: unknown,
		____?: unknown,
		_____?: unknown,
		item?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		// n8n reads them from its database.
		await new Promise((resolve) => setTimeout(resolve, 3));
		const stored = this.data[type];
		if (stored === undefined) throw new Error(`No credential of type ${type}`);
		return decrypted(type, stored, this.nodeTypes, item);
	}

	async updateCredentials(): Promise<void> {}

	async updateCredentialsOauthTokenData(
		_: INodeCredentialsDetails,
		type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		this.tokenUpdates++;
		this.data[type] = { ...this.data[type], oauthTokenData: data.oauthTokenData };
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		return propertiesOf(type);
	}
}
