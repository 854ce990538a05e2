import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { listSearchOf, propertiesOf } from './actions/properties';
import { resources } from './actions/resources';
import { execute } from './actions/router';
import { apiKeyCheck } from './http/apiKeyCheck';
import { credentialTypeOf } from './http/parameters';

/** The action node: all operations on projects, customers, documents and the account. */
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
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Read, create, change and delete projects and customers',
		builderHint: {
			searchHint:
				'To create a record or change it if it exists, use the operation upsert, not get and an If node.',
		},
		defaults: { name: 'Energy Projects' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				// Written out: n8n's lint rule for credential tests reads this literal.
				name: 'energyProjectsApi',
				required: true,
				testedBy: 'apiKeyCheck',
				displayOptions: { show: { authentication: ['apiKey'] } },
			},
			{
				name: credentialTypeOf('oAuth2'),
				required: true,
				displayOptions: { show: { authentication: ['oAuth2'] } },
			},
		],
		properties: propertiesOf(resources),
	};

	methods = { credentialTest: { apiKeyCheck }, listSearch: listSearchOf(resources) };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await execute(this)];
	}
}
