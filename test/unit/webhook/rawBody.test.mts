import type { IWebhookFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { rawBodyOf } from '../../../nodes/EnergyProjects/webhook/verify/rawBody.ts';
import { BODY, projectEvent } from './fixtures.mts';

const bodyOf = async (request: object) =>
	await rawBodyOf({ getRequestObject: () => request } as unknown as IWebhookFunctions);

describe('the raw body', () => {
	it('is what n8n already read', async () => {
		const request = {
			rawBody: Buffer.from(BODY),
			async readRawBody() {
				this.rawBody = Buffer.from('what a second reading finds');
			},
		};
		expect(await bodyOf(request)).toEqual(Buffer.from(BODY));
	});

	it('is read where n8n does not read the content type by itself', async () => {
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
		['there is none', { body: projectEvent }],
		[
			'n8n has read it as a form, so that reading fails',
			{ readRawBody: async () => Promise.reject(new Error('stream is not readable')) },
		],
		['reading yields none', { body: projectEvent, readRawBody: async () => undefined }],
		['it is text that was decoded', { rawBody: JSON.stringify(projectEvent) }],
		['it is parsed data', { rawBody: projectEvent }],
		['it is null', { rawBody: null }],
	])('is not made up where %s', async (_, request) => {
		expect(await bodyOf(request)).toBeUndefined();
	});
});
