import { expect, it } from 'vitest';
import { credentialIds } from '../../sandbox/n8n/demo.mts';
import type { ExampleWorkflow } from '../../sandbox/n8n/demo.mts';
import { apiPrefix } from '../../sandbox/service/description.mts';
import { recordsOf } from '../shared.mts';
import { openNode, openWorkflow, useBrowser } from './harness/browser.mts';
import { requestWorkflow } from './harness/httpRequest.mts';
import { connectOAuth2 } from './harness/oauth2.mts';
import { useStack } from './harness/stack.mts';
import { chainWorkflow } from './harness/workflows.mts';

// docs/custom-api-call.md: the HTTP Request node sends what the action node does not cover, with the same credential.

const reading = chainWorkflow(
	'CustomApiCall001',
	[{}],
	[{ name: 'Read projects', parameters: { resource: 'project', operation: 'getAll' } }],
);
const stack = useStack({ workflows: [reading] });
const newPage = useBrowser(stack);

/** Imports the workflow of the page: it knows the address of the service only once the service runs. */
async function imported(id: string, type: string, credentialId: string): Promise<ExampleWorkflow> {
	const { rest, service } = stack();
	const example = requestWorkflow(id, `${service.baseUrl}${apiPrefix}/projects`, {
		type,
		id: credentialId,
	});
	await rest.call('POST', '/rest/workflows', example);
	return example;
}

it('the menu of operations offers Custom API Call, which leads to the HTTP Request node', async () => {
	const page = await newPage();
	await openWorkflow(page, stack().n8n.url, reading.id);
	await openNode(page, 'Read projects');
	await page.getByTestId('parameter-input-operation').click();
	await page.getByRole('option', { name: 'Custom API Call' }).click();
	await page
		.getByText(/Use the HTTP Request node to make a custom API call.*Energy Projects auth/)
		.waitFor();
});

it('the HTTP Request node offers both credentials of the API', async () => {
	const { id } = await imported('CustomOffered001', 'energyProjectsApi', credentialIds.apiKey);
	const page = await newPage();
	await openWorkflow(page, stack().n8n.url, id);
	await openNode(page, 'Count projects');
	await page.getByTestId('credential-select').click();
	await page.keyboard.type('Energy Projects');
	const options = page.locator('[data-test-id="credential-select-option"]:visible');
	await expect
		.poll(async () => (await options.allInnerTexts()).map((text) => text.trim()))
		.toEqual(['Energy Projects API', 'Energy Projects OAuth2 API']);
});

it.each([
	['an API key', 'CustomByApiKey01', 'energyProjectsApi', credentialIds.apiKey],
	['OAuth2', 'CustomByOAuth201', 'energyProjectsOAuth2Api', credentialIds.oAuth2],
])('the request of the page works with %s', async (_, id, type, credentialId) => {
	const { rest, service } = stack();
	await imported(id, type, credentialId);
	if (credentialId === credentialIds.oAuth2) {
		await connectOAuth2(rest, credentialId, service.login);
	}
	const { outputs, errors } = await rest.run(id, 'Start');
	expect(errors).toEqual({});
	const inProgress = recordsOf(service, 'project').filter(({ status }) => status === 'inProgress');
	expect(outputs['Count projects']?.[0]?.[0]?.json.metadata).toMatchObject({
		total: String(inProgress.length),
	});
});
