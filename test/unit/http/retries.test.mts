import fc from 'fast-check';
import { sleep } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { projectResource } from '../../../nodes/EnergyProjects/service/records/project.ts';
import {
	asking,
	clientOf,
	from,
	gateway,
	inTurn,
	items,
	json,
	network,
	OK,
	outcomeOf,
	replying,
} from './requests.mts';
import type { Action, Reply } from './requests.mts';
import { says } from '../../documents.mts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the table: what is sent again', () => {
	const all: Action[] = ['get', 'update', 'delete', 'create'];
	it.each<[string, Reply, Action[]]>([
		['429', json(429), all],
		['503 with Retry-After', asking(503, 1), all],
		['a refused connection', network('ECONNREFUSED'), all],
		['no server for names', network('EAI_AGAIN'), all],
		['a lost connection', network('ECONNRESET'), ['get', 'update', 'delete']],
		['no answer in time', network('ETIMEDOUT'), ['get', 'update', 'delete']],
		['502', gateway(502), ['get', 'update', 'delete']],
		['503', json(503), ['get', 'update', 'delete']],
		['500', json(500), ['get', 'update', 'delete']],
		['408', json(408), ['get']],
		['an unknown name', network('ENOTFOUND'), []],
		['a wrong certificate', network('CERT_HAS_EXPIRED'), []],
		['400', json(400), []],
	])('after %s', async (_, failure, repeated) => {
		says('docs/action-node.md', '**A create is never sent again if it may have arrived.**');
		for (const action of all) {
			const { client, sent } = replying(failure, OK);
			const { body, error } = await outcomeOf(client, action);
			expect([action, sent.length]).toEqual([action, repeated.includes(action) ? 2 : 1]);
			if (repeated.includes(action)) expect(body).toEqual({ id: 'p1' });
			else expect(error?.message).toMatch(/^Could not/);
			expect(new Set(sent.map(({ method }) => method)).size).toBe(1);
		}
	});

	it.each([500, 408])('%i three times, with growing waits, and no more', async (status) => {
		const { client, sent } = replying(json(status));
		const { error, seconds } = await outcomeOf(client, 'get');
		expect(error?.message).toBe(`Could not get project p1 (${status}): Sorry`);
		expect(sent).toHaveLength(4);
		expect(seconds).toBeGreaterThan(1.7);
		expect(seconds).toBeLessThan(3.6);
	});

	it('but a pause that the service asked for does not count', async () => {
		const limited = asking(429, 1);
		const { client, sent } = replying(limited, limited, limited, json(500), OK);
		expect((await outcomeOf(client, 'get')).body).toEqual({ id: 'p1' });
		expect(sent).toHaveLength(5);
	});
});

it('each attempt has options of its own: n8n changes those it gets', async () => {
	const urls: string[] = [];
	const { client } = clientOf((number, request) => {
		urls.push(`${request.url}?page=${String(request.qs?.page)}`);
		Object.assign(request.qs ?? {}, { page: 7 });
		request.url = 'https://elsewhere.example.com';
		return number === 1 ? json(500) : OK;
	});
	await outcomeOf(client, 'get');
	expect(urls).toEqual([urls[0], urls[0]]);
});

it('an outage that is over is not held against a request that fails again later', async () => {
	const { client, sent } = replying(gateway(502), asking(429, 60), gateway(502), OK);
	expect((await outcomeOf(client, 'get')).body).toEqual({ id: 'p1' });
	expect(sent).toHaveLength(4);
});

describe('the first item of a run', () => {
	it.each([
		['nobody listens', network('ECONNREFUSED')],
		['the service answers 503', json(503)],
	])('waits ten seconds for a restart, no more, if %s', async (_, trouble) => {
		says('docs/troubleshooting.md', 'for half a minute; for the first item only ten seconds');
		const soon = await items(1, from(0, 9_000, trouble), 'get');
		expect(soon.errors).toEqual([]);
		const { errors, seconds } = await items(1, from(0, Infinity, trouble), 'get');
		expect(errors).toHaveLength(1);
		expect(seconds).toBeGreaterThan(9.9);
		expect(seconds).toBeLessThan(11.1);
	});

	it.each([
		['nobody knows the name', network('ENOTFOUND'), 1],
		['a person waits in the editor, and nobody listens', network('ECONNREFUSED'), 5],
	])('says soon what is wrong if %s', async (_, trouble, most) => {
		const options = most === 5 ? { patienceMs: 4_000 } : {};
		const { lost, seconds } = await items(1, from(0, Infinity, trouble), 'get', options);
		expect(lost).toHaveLength(1);
		expect(seconds).toBeLessThanOrEqual(most);
	});

	it('is not sent again after its patience is over', async () => {
		const { client, sent } = clientOf(
			async () => {
				await sleep(8_000);
				return network('ETIMEDOUT');
			},
			{ timeoutMs: 8_000, patienceMs: 12_000 },
		);
		const { error, seconds } = await outcomeOf(client, 'get');
		expect(sent).toHaveLength(2);
		expect(seconds).toBeLessThan(20);
		expect(error?.description).not.toContain('has not accepted');
	});
});

describe('no item is lost', () => {
	it.each([
		['is restarted for 29 seconds', 29, network('ECONNREFUSED')],
		['cannot be looked up for 20 seconds', 20, network('EAI_AGAIN')],
		['answers 503 and asks for 200 seconds, twice', 250, asking(503, 200)],
		['answers 429 for nine minutes', 540, json(429)],
	])('while the service %s', async (_, seconds, trouble) => {
		says('README.md', 'A rate limit of up to ten minutes makes no item fail');
		const { errors } = await items(300, from(300, 300 + seconds * 1000, trouble));
		expect(errors).toEqual([]);
	});

	it.each([
		['answers 502', gateway(502)],
		['cuts every connection', network('ECONNRESET')],
		['gives no answer', network('ETIMEDOUT')],
	])('of creates, but those under way when it began: the service %s', async (_, trouble) => {
		const { lost, notSent } = await items(1_000, from(300, 12_300, trouble), 'create');
		expect(lost.length).toBeLessThan(60);
		expect(notSent).toEqual([]);
	});
});

describe('a run comes to an end', () => {
	it.each([
		['nobody listens', network('ECONNREFUSED')],
		['a proxy answers 502', gateway(502)],
	])('within two minutes if %s for ever', async (_, trouble) => {
		for (const begin of [0, 300]) {
			const { lost, notSent, seconds } = await items(300, from(begin, Infinity, trouble));
			expect(seconds).toBeLessThan(120);
			expect(lost.length).toBeGreaterThanOrEqual(3);
			expect(lost.length).toBeLessThan(30);
			expect(new Set(notSent)).toEqual(new Set(['Not sent: the service could not be reached']));
		}
	});

	it('after ten minutes in which the service took nothing', async () => {
		says('docs/troubleshooting.md', '**429**: the service accepted nothing for ten minutes');
		const { lost, notSent, errors, seconds } = await items(300, from(0, Infinity, json(429)));
		expect(seconds).toBeGreaterThan(600);
		expect(seconds).toBeLessThan(900);
		expect(lost.length + notSent.length).toBe(300);
		const words = 'Not sent: the service has not accepted any request for too long';
		expect(new Set(notSent)).toEqual(new Set([words]));
		expect(errors[0].description).toMatch(/^The service has not accepted any request for a while/);
	});

	it('at once if the service asks for an hour', async () => {
		says('docs/maintainers/promises.md', 'nor a longer pause that the service asks for');
		const { errors, notSent, seconds } = await items(20, from(0, Infinity, asking(429, 3_600)));
		expect(errors[0].description).toContain('The service asked to wait 3600 seconds');
		expect(notSent).toHaveLength(19);
		expect(seconds).toBeLessThan(2);
	});

	it.each([
		['500', json(500), 40],
		['a lost connection', network('ECONNRESET'), 120],
	])(
		'for a record that always fails with %s alone: the others get through',
		async (_, reply, most) => {
			const { lost, notSent, seconds } = await items(300, (__, record) =>
				Number(record) % 75 > 70 ? reply : undefined,
			);
			expect(lost).toHaveLength(16);
			expect(notSent).toEqual([]);
			expect(seconds).toBeLessThan(most);
		},
	);
});

describe('when the authorization server cannot renew a token', () => {
	const atAuthServer = (code: string, answer?: object) =>
		Object.assign(new Error(code), {
			...{ code, config: { url: 'https://login.example.com/oauth2/token' } },
			...(answer && { response: { data: {}, headers: {}, ...answer } }),
		});
	const renewing = (failure: Error, ...then: Reply[]) =>
		clientOf(inTurn(failure, ...then), { authentication: 'oAuth2' });

	it('since it is cut off, even a create is sent again', async () => {
		const { client, sent } = renewing(atAuthServer('ECONNRESET'), OK);
		expect((await outcomeOf(client, 'create')).body).toEqual({ id: 'p1' });
		expect(sent).toHaveLength(2);
	});

	it('since it asks for an hour, the error says who asked', async () => {
		const busy = { status: 503, headers: { 'retry-after': '3600' } };
		const { client } = renewing(atAuthServer('ERR_BAD_RESPONSE', busy));
		const { error } = await outcomeOf(client, 'create');
		expect(error?.description).toContain('authorization server asked to wait 3600 seconds');
	});
});

describe('a request that waits for its retry', () => {
	const request = { path: { projectId: 'p1' }, body: {}, itemIndex: 0 };
	const sendItem = (client: ReturnType<typeof clientOf>['client'], action: Action) =>
		client.send(projectResource.endpoints[action], request).catch(({ message }: Error) => message);

	it.each<[string, Action, Reply, string]>([
		['is only stopped', 'get', network('ECONNRESET'), 'Not sent, because an earlier item failed'],
		['may have changed something', 'update', network('ECONNRESET'), 'Could not update project p1'],
	])('when a failed item stops the run: %s', async (_, action, reply, words) => {
		const { client, sent } = replying(reply);
		const waiting = sendItem(client, action);
		await vi.advanceTimersByTimeAsync(100);
		client.stop();
		expect(await waiting).toContain(words);
		await vi.advanceTimersByTimeAsync(60_000);
		expect(sent).toHaveLength(1);
	});

	it('shows its own failure when the run ends for another reason', async () => {
		const { client } = clientOf((number) => (number === 1 ? json(500) : { statusCode: 401 }));
		const first = sendItem(client, 'get');
		await vi.advanceTimersByTimeAsync(10);
		const second = await sendItem(client, 'get');
		expect(second).toContain('(401)');
		expect(await first).toContain('(500)');
		expect(await sendItem(client, 'get')).toMatch(/^Not sent, because the credential gives no/);
	});
});

describe('a deletion that finds no record', () => {
	const missing: Reply = { statusCode: 404, body: { message: 'No such project' } };
	it.each<[string, Reply, boolean]>([
		['the first time', missing, false],
		['after a lost connection', network('ECONNRESET'), true],
		['after 504', gateway(504), true],
		['after 503: nothing was done', json(503), false],
		['after a refused connection', network('ECONNREFUSED'), false],
	])('%s', async (_, first, isDeleted) => {
		for (const last of [missing, { ...missing, statusCode: 410 }]) {
			const { error } = await outcomeOf(replying(first, last).client, 'delete');
			if (isDeleted) expect(error).toBeUndefined();
			else expect(error?.message).toContain('No such project');
		}
	});

	it('says that it is not sure, and only a deletion is done without a success', async () => {
		const lost = network('ECONNRESET');
		const { body } = await outcomeOf(replying(lost, missing).client, 'delete');
		expect((body as Error).message).toMatch(/^The first answer did not come/);
		const { error } = await outcomeOf(replying(lost, missing).client, 'update');
		expect(error?.message).toContain('No such project');
	});
});

it('a change stays unclear if a later attempt is refused', async () => {
	const { client } = replying(network('ECONNRESET'), json(409));
	const { error } = await outcomeOf(client, 'update');
	expect(error?.message).toMatch(/\. The change may or may not have been saved/);
});

it('whatever happens to creates, each is carried out once at most, and one that succeeded once', async () => {
	says('README.md', 'never creates a record twice, even if no answer comes');
	const replies: Array<[reply: Reply, isCarriedOut: boolean]> = [
		[OK, true],
		[asking(429, 0), false],
		[asking(503, 0), false],
		[json(503), false],
		[network('ECONNREFUSED'), false],
		[network('ECONNRESET'), true],
		[network('ECONNRESET'), false],
		[json(500), true],
	];
	const picks = fc.array(fc.nat(replies.length - 1), { minLength: 1, maxLength: 12 });
	await fc.assert(
		fc.asyncProperty(picks, async (order) => {
			let done = 0;
			const { client } = clientOf((number) => {
				const [reply, isCarriedOut] = replies[order[number - 1] ?? 0];
				if (isCarriedOut) done++;
				return reply;
			});
			const { error } = await outcomeOf(client, 'create');
			if (error === undefined) expect(done).toBe(1);
			else expect(done).toBeLessThanOrEqual(1);
		}),
		{ numRuns: 60 },
	);
});
