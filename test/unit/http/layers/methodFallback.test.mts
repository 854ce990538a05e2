import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../../nodes/EnergyProjects/http/answers/outcome.ts';
import type { LayeredRequest } from '../../../../nodes/EnergyProjects/http/layers/layer.ts';
import { withMethodFallback } from '../../../../nodes/EnergyProjects/http/layers/methodFallback.ts';
import { projectRecord } from '../../../../nodes/EnergyProjects/service/records/project.ts';
import { answered } from '../requestInfo.mts';

const { get, update } = projectRecord.endpoints;
const body = { name: 'Haus' };
const requestTo = (endpoint: LayeredRequest['endpoint']): LayeredRequest => ({
	endpoint,
	options: { url: 'https://api.example.com', method: endpoint.method, body },
});

/** Sends to a service that gives this answer to everything but PUT. */
function serviceThatAnswers(outcome: Outcome) {
	const sent: Array<[unknown, unknown]> = [];
	const send = withMethodFallback(async ({ options }) => {
		sent.push([options.method, options.body]);
		return options.method === 'PUT' ? answered(200, {}) : outcome;
	});
	return { send, sent };
}

describe('an update', () => {
	it('goes out as PUT with the same body if the service allows that but not PATCH', async () => {
		const { send, sent } = serviceThatAnswers(answered(405, '', { allowed: ['GET', 'PUT'] }));
		expect(await send(requestTo(update))).toMatchObject({ statusCode: 200 });
		expect(sent).toEqual([
			['PATCH', body],
			['PUT', body],
		]);
	});

	it.each([
		['the service does not allow PUT either', answered(405, '', { allowed: ['GET'] })],
		['PATCH is allowed', answered(422, '', { allowed: ['PUT'] })],
		['nobody answers', { kind: 'broken', message: '' } satisfies Outcome],
	])('keeps its method if %s', async (_, outcome) => {
		const { send, sent } = serviceThatAnswers(outcome);
		expect(await send(requestTo(update))).toBe(outcome);
		expect(sent).toEqual([['PATCH', body]]);
	});
});

it('a request without another method is not sent again', async () => {
	const refusal = answered(405, '', { allowed: ['PUT'] });
	const { send, sent } = serviceThatAnswers(refusal);
	expect(await send(requestTo(get))).toBe(refusal);
	expect(sent).toEqual([['GET', body]]);
});
