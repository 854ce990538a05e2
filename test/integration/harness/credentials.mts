import { ICredentialsHelper, NodeHelpers, Workflow } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	ICredentials,
	ICredentialType,
	IHttpRequestOptions,
	INodeCredentialsDetails,
	INodeParameters,
	INodeProperties,
	INodeTypes,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { EnergyProjectsApi } from '../../../credentials/EnergyProjectsApi.credentials.ts';
import { EnergyProjectsOAuth2Api } from '../../../credentials/EnergyProjectsOAuth2Api.credentials.ts';
import { EnergyProjectsWebhookApi } from '../../../credentials/EnergyProjectsWebhookApi.credentials.ts';

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

/** Credentials by type name; keeps refreshed tokens, and counts how often they were stored. */
export class TestCredentials extends ICredentialsHelper {
	tokenUpdates = 0;
	readonly data: Record<string, ICredentialDataDecryptedObject>;
	private readonly workflow: Workflow;

	constructor(data: Record<string, ICredentialDataDecryptedObject>, nodeTypes: INodeTypes) {
		super();
		this.data = { ...data };
		this.workflow = new Workflow({ nodes: [], connections: {}, active: false, nodeTypes });
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
	): Promise<ICredentialDataDecryptedObject> {
		// n8n reads them from its database.
		await new Promise((resolve) => setTimeout(resolve, 3));
		const given = this.data[type];
		if (given === undefined) throw new Error(`No credential of type ${type}`);
		const complete = NodeHelpers.getNodeParameters(
			this.getCredentialsProperties(type),
			given as INodeParameters,
			true,
			false,
			null,
			null,
		) as ICredentialDataDecryptedObject;
		// Client id, client secret and tokens belong to the type this one extends.
		return { ...given, ...this.resolve(complete, { $self: complete }) };
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
		return typeNamed(type).properties;
	}

	private resolve(
		values: object,
		context: Record<string, unknown>,
	): ICredentialDataDecryptedObject {
		const node = {
			id: '',
			name: '',
			type: '',
			typeVersion: 1,
			position: [0, 0] as [number, number],
		};
		return Object.fromEntries(
			Object.entries(values).map(([key, value]) => [
				key,
				this.workflow.expression.getSimpleParameterValue(
					{ ...node, parameters: {} },
					value as string,
					'internal',
					context as never,
				),
			]),
		) as ICredentialDataDecryptedObject;
	}
}
