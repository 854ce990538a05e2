import { expect, it } from 'vitest';
import { EnergyProjectsWebhookApi } from '../../../credentials/EnergyProjectsWebhookApi.credentials.ts';
import { problemOfSecret } from '../../../nodes/EnergyProjects/webhook/verify/secretText.ts';

it('each secret of the webhook credential shows an example of a secret', () => {
	const { properties } = new EnergyProjectsWebhookApi();
	const secrets = properties.filter(({ type }) => type === 'string');
	expect(secrets).toHaveLength(2);
	for (const { placeholder = '' } of secrets) {
		expect(placeholder).toMatch(/^e\.g\. \S+$/);
		expect(problemOfSecret(placeholder.slice('e.g. '.length))).toBeUndefined();
	}
});
