import type { IDataObject } from 'n8n-workflow';
import type { Bench } from './bench.mts';
import type { WorkflowNode } from './workflows.mts';

/** n8n's own HTTP Request node, with the service's key in a header credential. */
export async function httpRequest(
	bench: Bench,
	name: string,
	parameters: IDataObject,
): Promise<WorkflowNode> {
	const credential = { name: 'Service key', type: 'httpHeaderAuth' };
	const data = { name: 'x-api-key', value: bench.stack.service.company.apiKey };
	const id = await bench.credential(credential.name, credential.type, data);
	return {
		name,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.3,
		parameters: {
			authentication: 'genericCredentialType',
			genericAuthType: credential.type,
			...parameters,
		},
		credentials: { [credential.type]: { id, name: credential.name } },
	};
}

/** Its pagination as n8n's manual has it for a service that counts pages: until one is not full. */
export const pageByPage = (size: number): IDataObject => ({
	sendQuery: true,
	queryParameters: { parameters: [{ name: 'limit', value: String(size) }] },
	options: {
		pagination: {
			pagination: {
				paginationMode: 'updateAParameterInEachRequest',
				parameters: {
					parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }],
				},
				paginationCompleteWhen: 'other',
				completeExpression: `={{ $response.body.items.length < ${size} }}`,
			},
		},
	},
});

/** Its option to send items in batches, with a pause between them. */
export const batchesOf = (size: number, intervalMs: number): IDataObject => ({
	batching: { batch: { batchSize: size, batchInterval: intervalMs } },
});
