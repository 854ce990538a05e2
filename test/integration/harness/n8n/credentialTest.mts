import { CredentialTestContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	INodeCredentialTestResult,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { EnergyProjects } from '../../../../nodes/EnergyProjects/EnergyProjects.node.ts';
import { decrypted } from './credentials.mts';
import { nodeTypes } from './engine.mts';

const TYPE = 'energyProjectsApi';

/**
 * Tests an API key as n8n's credentials tester does: with the function of the node, in n8n-core's own context for such
 * functions. The end-to-end tests ask the real tester.
 */
export async function testApiKey(
	given: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	const { apiKeyCheck } = new EnergyProjects().methods.credentialTest;
	const context = new CredentialTestContext({} as IWorkflowExecuteAdditionalData);
	const data = decrypted(TYPE, given, nodeTypes);
	return await apiKeyCheck.call(context, { id: '1', name: 'Test', type: TYPE, data });
}
