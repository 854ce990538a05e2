import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApiKey } from '../harness/n8n/credentialTest.mts';
import { useScenario } from '../harness/scenario.mts';

/** n8n's own modules. */
const ofCore = createRequire(createRequire(import.meta.url).resolve('n8n-core'));
const { Container } = ofCore('@n8n/di') as { Container: { get: (type: unknown) => object } };
const { SsrfProtectionConfig } = ofCore('@n8n/config') as { SsrfProtectionConfig: unknown };
const switchProtection = (enabled: boolean) =>
	Object.assign(Container.get(SsrfProtectionConfig), { enabled });

// n8n's protection against requests to private addresses, such as 127.0.0.1.
beforeAll(() => switchProtection(true));
afterAll(() => switchProtection(false));

const { service, run } = useScenario();

it('a request that n8n itself blocks is shown with the advice of n8n and the names of its settings', async () => {
	const problem = 'The request was blocked because it resolves to a restricted IP address';
	const advice =
		/^The target 127\.0\.0\.1 is not allowed\. .*ask your n8n administrator to allowlist .* N8N_SSRF_ALLOWED_HOSTNAMES/;
	const { error } = await run({
		resource: 'customer',
		operation: 'create',
		firstName: 'A',
		lastName: 'B',
		additionalFields: { companyId: service().company.id },
	});
	expect(error?.message).toBe(`Could not create a customer: ${problem}`);
	expect(error?.description).toMatch(advice);
	const { baseUrl, company } = service();
	const { message } = await testApiKey({ baseUrl, apiKey: company.apiKey });
	expect(message).toContain(`${problem}. The target 127.0.0.1 is not allowed`);
	expect(service().requests).toEqual([]);
});
