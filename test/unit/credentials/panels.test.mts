// Judges the three files of credentials/ by docs/credentials.md.
import { readFileSync } from 'node:fs';
import type { ICredentialType, INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { EnergyProjectsApi } from '../../../credentials/EnergyProjectsApi.credentials.ts';
import { EnergyProjectsOAuth2Api } from '../../../credentials/EnergyProjectsOAuth2Api.credentials.ts';
import { EnergyProjectsWebhookApi } from '../../../credentials/EnergyProjectsWebhookApi.credentials.ts';

const root = new URL('../../../', import.meta.url);
const page = readFileSync(new URL('docs/credentials.md', root), 'utf8');

/** What a person sees of a field: its label, whether it has to be filled in, and whether it is shown in clear. */
const shownOf = ({ displayName, type, required, typeOptions }: INodeProperties) =>
	[
		displayName,
		type,
		...(required === true ? ['required'] : []),
		...(typeOptions?.password === true ? ['password'] : []),
	].join(', ');

const address = 'Base URL, string, required';
const ignore = 'Ignore SSL Issues (Insecure), boolean';

describe.each<[ICredentialType, readonly string[]]>([
	[new EnergyProjectsApi(), [address, 'API Key, string, required, password', ignore]],
	[new EnergyProjectsOAuth2Api(), [address, 'Authorization Server URL, string, required', ignore]],
	[
		new EnergyProjectsWebhookApi(),
		['Signing Secret, string, required, password', 'Previous Signing Secret, string, password'],
	],
])('the panel of $name', ({ properties }, fields) => {
	const visible = properties.filter(({ type }) => !['hidden', 'notice'].includes(type));

	it('has the fields that the documents name, each with words', () => {
		expect(visible.map(shownOf)).toEqual(fields);
		expect(properties.map(({ displayName: label }) => label)).not.toContain('');
		for (const { displayName: label, description, placeholder = 'e.g. x' } of visible) {
			expect(page).toContain(label.replace(' (Insecure)', ''));
			expect(description).toMatch(/^[A-Z].{20,}/);
			expect(placeholder).toMatch(/^e\.g\. \S+$/);
		}
	});
});
