import { execa } from 'execa';
import fastify from 'fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { listenOn } from '../../../sandbox/service/listen.mts';
import { startTlsFront } from '../harness/service/tlsService.mts';
import { check, leftIn, useService } from './checked.mts';

const service = useService();
const KEY = 'secret/key+0123456789==';
const COMMAND = fileURLToPath(new URL('../../../scripts/checkService/start.mts', import.meta.url));

type Answer = (request: FastifyRequest, reply: FastifyReply) => unknown;

const closers: Array<() => unknown> = [];
afterEach(async () => {
	for (const close of closers.splice(0)) await close();
});

/** A service that answers everything in the same way. */
async function serve(answer: Answer): Promise<string> {
	const app = fastify();
	app.all('/*', async (request, reply) => (await answer(request, reply)) ?? reply);
	closers.push(async () => {
		app.server.closeAllConnections();
		await app.close();
	});
	return await listenOn(app, 0);
}

/** Runs the command itself. */
const command = async (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
	await execa(process.execPath, [COMMAND, ...args], { env, reject: false, all: true });

const page = '<!doctype html><html><body>Welcome</body></html>';
const html: Answer = async (_, reply) => await reply.type('text/html').send(page);

describe('a check that cannot begin says what to do, and ends with 2', () => {
	it('if nobody listens at the address', async () => {
		const server = createServer();
		await once(server.listen(0, '127.0.0.1'), 'listening');
		const { port } = server.address() as AddressInfo;
		server.close();
		const { code, text } = await check(`http://127.0.0.1:${port}`, { key: KEY });
		expect(code).toBe(2);
		expect(text).toMatch(/was refused: nobody listens at this address\. Check --url/);
	});

	it('if there is no server of this name', async () => {
		const { code, text } = await check('http://no-such-host.invalid', { key: KEY });
		expect(code).toBe(2);
		expect(text).toMatch(/no server of this name|could not reach the server/);
	});

	it('if a web page answers', async () => {
		const { code, text } = await check(await serve(html), { key: KEY });
		expect(code).toBe(2);
		expect(text).toMatch(/a web page \(HTML\)\. That is not the service/);
	});

	it('if the key is not accepted', async () => {
		const { code, text } = await check(service().baseUrl, { key: KEY });
		expect(code).toBe(2);
		expect(text).toMatch(/answered with 401.* Check the key\./);
	});

	it('if the certificate cannot be checked', async () => {
		const front = await startTlsFront(service().baseUrl);
		closers.push(front.close);
		const { code, text } = await check(front.url, { key: KEY });
		expect(code).toBe(2);
		expect(text).toMatch(/certificate of the server cannot be checked.*NODE_EXTRA_CA_CERTS/);
	});

	it('if the address begins with https:// and the server speaks no TLS', async () => {
		const { code, text } = await check(service().baseUrl.replace('http:', 'https:'), { key: KEY });
		expect(code).toBe(2);
		expect(text).toMatch(/has to begin with http:\/\/ or https:\/\//);
	});

	it('if the service does not answer in time', async () => {
		const hanging = await serve(async () => await new Promise(() => undefined));
		const { code, text } = await check(hanging, { key: KEY, seconds: 0.5 });
		expect(code).toBe(2);
		expect(text).toContain('got no answer within 0.5 seconds');
	});

	it('if an answer begins and never ends', async () => {
		const endless = await serve((_, reply) => {
			reply.hijack();
			reply.raw.writeHead(200, { 'content-type': 'application/json' }).write('{"items": [');
		});
		const { code, text } = await check(endless, { key: KEY, seconds: 0.5 });
		expect(code).toBe(2);
		expect(text).toContain('got no answer within 0.5 seconds');
	});

	it('if an answer is larger than any list', async () => {
		const megabyte = Buffer.alloc(1024 * 1024, 32);
		const huge = await serve((_, reply) => {
			reply.hijack();
			const send = () => {
				while (!reply.raw.destroyed && reply.raw.write(megabyte));
				if (!reply.raw.destroyed) reply.raw.once('drain', send);
			};
			send();
		});
		const { code, text } = await check(huge, { key: KEY, seconds: 30 });
		expect(code).toBe(2);
		expect(text).toContain('was answered with more than 64 MB');
	});

	it('if every request is refused with 403', async () => {
		const forbidding = await serve(
			async (_, reply) => await reply.code(403).send({ message: 'no' }),
		);
		const { code, text } = await check(forbidding, { key: KEY });
		expect(code).toBe(2);
		expect(text).toContain('Nothing could be seen');
	});
});

describe('a redirect', () => {
	it('is not followed, so the key never reaches another host', async () => {
		const reached: unknown[] = [];
		const other = await serve(async ({ headers }) => ({ count: reached.push(headers) }));
		const url = await serve(
			async (_, reply) => await reply.redirect(`${other}/api/v1/projects`, 307),
		);
		const { code, text } = await check(url, { key: KEY });
		expect(code).toBe(2);
		expect(text).toContain(`a redirect (307) to ${other}. The key was not sent there`);
		expect(reached).toEqual([]);
	});
});

describe('answers of a wrong form', () => {
	it.each([
		['null', null, /no list in the answer: null came/],
		['a text', 'hello', /no list in the answer: text came/],
		['an object without fields', {}, /no list in the answer: an object without fields came/],
		['a list of null', [null, null], /Entry 1 of the list is null, not a project/],
		[
			'a list of lists',
			{ items: [[1]], metadata: {} },
			/Entry 1 of the list is a list, not a project/,
		],
		[
			'fields that no schema names',
			{ items: [{ constructor: 1, __proto__: 2 }] },
			/is missing|are missing/,
		],
	])('%s in place of a page is named', async (_, body, sentence) => {
		const url = await serve(async (_request, reply) => {
			return await reply.type('application/json').send(JSON.stringify(body));
		});
		const { code, differs } = await check(url, { key: KEY });
		expect(code).toBe(1);
		const found = differs['GET /api/v1/projects: form of the answer'] ?? [];
		expect(found.map(({ sentence: words }) => words).join('\n')).toMatch(sentence);
	});

	it('broken JSON is named', async () => {
		const url = await serve(
			async (_, reply) => await reply.type('application/json').send('{"items":'),
		);
		const { code, text } = await check(url, { key: KEY });
		expect(code).toBe(1);
		expect(text).toContain('answered with 200 and text that is not JSON');
	});

	it('a 404 in HTML beside a service that is there is a path that differs', async () => {
		service().faults.add({
			path: '/api/v1/account',
			status: 404,
			headers: { 'content-type': 'text/html' },
			body: page,
		});
		const { code, differs } = await check(service().baseUrl, { key: service().company.apiKey });
		service().faults.clear();
		expect(code).toBe(1);
		expect(differs['GET /api/v1/account: method and path']?.[0]?.sentence).toContain(
			'answered with 404 and a web page (HTML)',
		);
	});

	it.each([401, 403, 500, 503])('a single %i is "not seen", with the reason', async (status) => {
		service().faults.add({ path: '/api/v1/documents', status });
		const { apiKey } = service().company;
		const { code, notSeen, text } = await check(service().baseUrl, { key: apiKey });
		service().faults.clear();
		expect(code).toBe(3);
		expect(notSeen).toContain('GET /api/v1/documents: method and path');
		expect(text).toContain(`the request was answered with ${status}`);
		expect(text).toMatch(/not seen, 3 of them without a usable answer\.\n$/);
	});

	it.each([
		['never come', { delayMs: 5000 }],
		['are cut off', { reset: true }],
	])('answers that %s are "not seen" too, and the exit code is 3', async (_, fault) => {
		service().faults.add({ path: '/api/v1/documents', ...fault });
		const { apiKey: key } = service().company;
		const { code, text } = await check(service().baseUrl, { key, seconds: 2 });
		service().faults.clear();
		expect(code).toBe(3);
		expect(text).toMatch(/not seen, 3 of them without a usable answer\.\n$/);
	});

	it('a 404 to every project says nothing about records that do not exist', async () => {
		const body = { message: 'Cannot GET' };
		service().faults.add({ path: '/api/v1/projects', status: 404, body });
		const { notSeen } = await check(service().baseUrl, { key: service().company.apiKey });
		service().faults.clear();
		expect(notSeen).toContain('NoSuchRecord: status code 404');
	});

	it('a service that is too busy is asked again after the pause it names', async () => {
		service().faults.add({
			path: '/api/v1',
			status: 429,
			times: 2,
			headers: { 'retry-after': '0' },
		});
		const { apiKey } = service().company;
		const { code, differs } = await check(service().baseUrl, { key: apiKey });
		expect({ code, differs }).toEqual({ code: 0, differs: {} });
	});
});

describe('the key', () => {
	const forms = [
		KEY,
		encodeURIComponent(KEY),
		Buffer.from(KEY).toString('base64'),
		Buffer.from(KEY).toString('base64url'),
		Buffer.from(KEY).toString('hex'),
	];
	/** Long enough to be of use to somebody. */
	const pieces = [KEY.slice(0, 12), KEY.slice(-12)];
	const expectHidden = (text = '') => {
		for (const form of [...forms, ...pieces]) expect(text).not.toContain(form);
	};

	it('appears in no output if the service sends it back, in values, names, headers or escapes', async () => {
		const escaped = [...KEY].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
		const echo = `{"items":[{"id":"${escaped.join('')}","${KEY}":1,"name":${JSON.stringify(forms)},"status":"a long text before ${KEY}"}],"metadata":{"total":"${KEY}"},"message":"${KEY}"}`;
		const url = await serve(async ({ url: asked }, reply) => {
			const isOne = asked.includes('/projects/');
			void reply
				.header('x-echo', KEY)
				.header('allow', KEY)
				.code(isOne ? 404 : 200);
			return await reply.type('application/json').send(echo);
		});
		const { all, exitCode } = await command(['--url', url, '--key', KEY]);
		expect({ exitCode, all }).toMatchObject({ exitCode: 1, all: expect.stringContaining('***') });
		expectHidden(all);
	});

	it('appears in no output if a redirect leads to an address with it', async () => {
		const url = await serve(
			async (_, reply) =>
				await reply.redirect(`http://${KEY.slice(7, 10)}.invalid/?k=${encodeURIComponent(KEY)}`),
		);
		const { all, exitCode } = await command(['--url', url], { ENERGY_PROJECTS_API_KEY: KEY });
		expect(exitCode).toBe(2);
		expectHidden(all);
	});

	it.each([
		['an option that is not known', ['--kye', KEY]],
		['a key without its option', [KEY]],
		['a key that is joined to a mistyped option', [`--kez=${KEY}`]],
		['a key with a blank in it', ['--url', 'http://127.0.0.1:1', '--key', `${KEY} ${KEY}`]],
		['a key as the address', ['--url', KEY, '--key', 'other']],
		['no address', ['--key', KEY]],
		['an address with a login', ['--url', `http://user:${KEY}@127.0.0.1:1`, '--key', KEY]],
		['a time that is none', ['--url', 'http://127.0.0.1:1', '--key', KEY, '--seconds', KEY]],
	])('is not repeated on wrong use: %s', async (_, args) => {
		const { all, exitCode } = await command(args);
		expect(exitCode).toBe(2);
		expect(all).toContain('npm run check-service');
		expectHidden(all);
	});

	it('is asked for if there is none', async () => {
		const { all, exitCode } = await command(['--url', 'http://127.0.0.1:1']);
		expect(exitCode).toBe(2);
		expect(all).toContain('Give the API key in the environment variable ENERGY_PROJECTS_API_KEY');
	});
});

describe('the command', () => {
	it('takes the key from the environment, and an address with the prefix behind it', async () => {
		const { baseUrl, company } = service();
		const env = { ENERGY_PROJECTS_API_KEY: company.apiKey };
		const { stdout, exitCode } = await command(['--url', `${baseUrl}/api/v1/`], env);
		expect(exitCode).toBe(0);
		expect(stdout).toMatch(/\d+ as assumed, 0 differ, \d+ not seen\.$/);
		expect(leftIn(service())).toEqual([]);
	});

	it.each([
		['notice', true],
		['silent', false],
	])('says that npm has printed the key only if it has: %s', async (level, isSaid) => {
		const env = { npm_lifecycle_event: 'check-service', npm_config_loglevel: level };
		const { stderr } = await command(['--url', 'http://127.0.0.1:1', '--key', KEY], env);
		expect(stderr.includes('npm has printed the key')).toBe(isSaid);
	});

	it('says how it is used, and that OAuth2 is not checked', async () => {
		const { stdout, exitCode } = await command(['--help']);
		expect(exitCode).toBe(0);
		expect(stdout).toContain('OAuth2 is not checked');
		for (const code of [0, 1, 2, 3, 130])
			expect(stdout).toMatch(new RegExp(`^  ${code}  \\w`, 'm'));
	});
});
