import type { IWebhookFunctions } from 'n8n-workflow';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chosenKinds } from '../../../nodes/EnergyProjects/service/eventKinds.ts';
import { fetchRecord } from '../../../nodes/EnergyProjects/webhook/fetchedRecord.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('gives up well before the service does, also where n8n waits for a token without end', async () => {
	const context = {
		getCredentials: async () => ({ baseUrl: 'https://api.example' }),
		getNode: () => ({ name: 'Trigger' }),
		helpers: { httpRequestWithAuthentication: () => new Promise(() => undefined) },
	} as unknown as IWebhookFunctions;
	const data = { project: { id: '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34' } };
	const [kind] = chosenKinds(['project.edited']);
	const delivery = { event: 'project.edited', data, payload: {} };
	const reading = fetchRecord(context, kind, delivery, 'oAuth2');
	const outcome = expect(reading).rejects.toThrow('did not answer within 22 seconds');
	await vi.advanceTimersByTimeAsync(22_000);
	await outcome;
});
