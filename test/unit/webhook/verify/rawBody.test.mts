import type { IWebhookFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { rawBodyOf } from '../../../../nodes/EnergyProjects/webhook/verify/rawBody.ts';
import { BODY, projectEvent } from '../fixtures.mts';

const bodyOf = async (request: object) =>
	await rawBodyOf({ getRequestObject: () => request } as unknown as IWebhookFunctions);

describe('the raw body', () => {
	it('is the one that n8n has read already', async () => {
		const request = {
			rawBody: Buffer.from(BODY),
			async readRawBody() {
				this.rawBody = Buffer.from('what a second reading finds');
			},
		};
		expect(await bodyOf(request)).toEqual(Buffer.from(BODY));
	});

	it('is read by the node if n8n does not read this content type by itself', async () => {
		const request = {
			rawBody: undefined as Buffer | undefined,
			async readRawBody() {
				this.rawBody = Buffer.from(BODY);
			},
		};
		expect(await bodyOf(request)).toEqual(Buffer.from(BODY));
	});

	it('may be empty', async () => {
		expect(await bodyOf({ rawBody: Buffer.alloc(0) })).toEqual(Buffer.alloc(0));
	});

	it.each<[string, object]>([
		['there are no bytes', { body: projectEvent }],
		[
			'n8n has read it as a form, so that reading it again fails',
			{ readRawBody: async () => Promise.reject(new Error('stream is not readable')) },
		],
		['reading it gives nothing', { body: projectEvent, readRawBody: async () => undefined }],
		['it is decoded text', { rawBody: JSON.stringify(projectEvent) }],
		['it is parsed data', { rawBody: projectEvent }],
		['it is null', { rawBody: null }],
	])('is missing, and not made from something else, if %s', async (_, request) => {
		expect(await bodyOf(request)).toBeUndefined();
	});
});
