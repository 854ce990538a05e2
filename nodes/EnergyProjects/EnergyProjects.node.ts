import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { listSearch, properties } from './actions/properties';
import { execute } from './actions/router';
import { subtitle } from './actions/subtitle';
import { credentialTypeOf } from './http/authentication';

/** The action node: every call of projects, customers, the account and documents. */
export class EnergyProjects implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Energy Projects',
		name: 'energyProjects',
		icon: {
			light: 'file:../../icons/energyProjects.svg',
			dark: 'file:../../icons/energyProjects.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle,
		description:
			'Work with the projects, customers, documents and the account of installers of heat pumps and energy systems',
		defaults: { name: 'Energy Projects' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: credentialTypeOf('apiKey'),
				required: true,
				displayOptions: { show: { authentication: ['apiKey'] } },
			},
			{
				name: credentialTypeOf('oAuth2'),
				required: true,
				displayOptions: { show: { authentication: ['oAuth2'] } },
			},
		],
		properties,
	};

	methods = { listSearch };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await execute(this)];
	}
}
