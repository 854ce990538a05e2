import { execa } from 'execa';
import { fileURLToPath } from 'node:url';
import pWaitFor from 'p-wait-for';
import { afterEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../../sandbox/service/faults.mts';
import { check, checkDifferent, leftIn, useService } from './checked.mts';

const service = useService();
const COMMAND = fileURLToPath(new URL('../../../scripts/checkService/start.mts', import.meta.url));

const checkWriting = async (seconds = 10) => {
	const { baseUrl, company } = service();
	return await check(baseUrl, { key: company.apiKey, write: company.id, seconds });
};

const deleteLeft = () => {
	const { store } = service();
	for (const subject of ['project', 'customer'] as const) {
		for (const id of leftIn(service())) if (store.of(subject).has(id)) store.delete(subject, id);
	}
};

afterEach(() => {
	service().faults.clear();
	deleteLeft();
});

describe('what the check creates is deleted', () => {
	const steps: Array<[string, Fault]> = [
		['creating fails', { method: 'POST', status: 500 }],
		[
			'creating works and its answer gets lost',
			{ method: 'POST', afterHandling: true, reset: true },
		],
		['creating works and a gateway answers', { method: 'POST', afterHandling: true, status: 502 }],
		[
			'creating is answered without a body',
			{ method: 'POST', afterHandling: true, status: 201, body: '' },
		],
		[
			'creating is answered with another form',
			{ method: 'POST', afterHandling: true, status: 201, body: { done: true } },
		],
		['editing fails', { method: 'PATCH', status: 500 }],
		['editing is cut off', { method: 'PATCH', reset: true }],
		[
			'reading back fails',
			{ method: 'GET', path: /projects\/|customers\//, status: 503, times: 4 },
		],
		['deleting fails once', { method: 'DELETE', status: 500, times: 1 }],
		[
			'deleting works and its answer gets lost',
			{ method: 'DELETE', afterHandling: true, reset: true },
		],
	];

	it.each(steps)('although %s', async (_, fault) => {
		service().faults.add(fault);
		const { code } = await checkWriting();
		expect(leftIn(service())).toEqual([]);
		expect([0, 1, 3]).toContain(code);
	});

	it('although the answer to a create came too late', async () => {
		service().faults.add({ method: 'POST', afterHandling: true, delayMs: 1500, times: 2 });
		await checkWriting(0.7);
		expect(leftIn(service())).toEqual([]);
	});

	it('but not a record of the same name that was there before', async () => {
		const { store, company } = service();
		const fields = { name: 'n8n check', source: 'api', address: null };
		const { id } = store.insert('project', company.id, fields);
		service().faults.add({ method: 'POST', afterHandling: true, status: 502 });
		await checkWriting();
		expect(leftIn(service())).toEqual([id]);
		store.delete('project', id);
	});

	it('but not the record of somebody else that a create is answered with', async () => {
		const { store, company, requests } = service();
		const [somebody] = store.list('customer', company.id);
		const body = { ...somebody };
		service().faults.add({ method: 'POST', path: '/api/v1/customers', status: 201, body });
		const before = requests.length;
		await checkWriting();
		expect(store.customers.get(somebody?.id ?? '')).toEqual(body);
		const touched = requests
			.slice(before)
			.filter(({ method, path }) => method !== 'GET' && path.includes(somebody?.id ?? ''));
		expect(touched).toEqual([]);
	});

	it('and if that fails, the report names the record, and the exit code is 1', async () => {
		service().faults.add({ method: 'DELETE', status: 500 });
		const { code, text } = await checkWriting();
		const left = leftIn(service());
		expect(left).toHaveLength(2);
		expect(code).toBe(1);
		for (const id of left) {
			expect(text).toMatch(
				new RegExp(`A test record may be left: search for "n8n check" .* delete it .*, ID ${id}`),
			);
		}
	});

	it.each(['customerIdsAsNumbers', 'createdWithIdOnly', 'createdWithoutRecord'] as const)(
		'at a service with %s, and nothing is said to be left',
		async (name) => {
			const { text } = await checkDifferent(service(), [name]);
			expect(leftIn(service())).toEqual([]);
			expect(text).not.toContain('may be left');
		},
	);

	it('if it stands on a later page of a list that is not sorted', async () => {
		const { store, company } = service();
		const fields = { name: 'One of many', source: 'api', address: null };
		const many = Array.from({ length: 100 }, () => store.insert('project', company.id, fields));
		const { text } = await checkDifferent(service(), ['sortIgnored', 'createdWithoutRecord']);
		for (const { id } of many) store.delete('project', id);
		expect(leftIn(service())).toEqual([]);
		expect(text).not.toContain('may be left');
	});

	it.each([
		['can be found nowhere', ['createdWithoutRecord', 'createdNotListed']],
		['is behind a gateway that answers 404', ['recordsBehindAGateway', 'createdNotListed']],
	] as const)('or said to be left, if it %s', async (_, names) => {
		const { code, text } = await checkDifferent(service(), names);
		expect(leftIn(service())).toHaveLength(2);
		expect(text.match(/A test record may be left: search for "n8n check"/g)).toHaveLength(2);
		expect(code).toBe(1);
	});

	it('by PUT services, and by services that move their customers, too', async () => {
		for (const name of ['putOnly', 'customersElsewhere', 'recordsWrapped'] as const) {
			await checkDifferent(service(), [name]);
			expect(leftIn(service())).toEqual([]);
		}
	});
});

describe('Ctrl-C', () => {
	it('before anything is created: the check says that nothing was', async () => {
		const { baseUrl, company, requests, faults } = service();
		faults.add({ method: 'GET', path: '/api/v1/customers', delayMs: 400 });
		const before = requests.length;
		const stopping = new AbortController();
		const running = check(baseUrl, {
			key: company.apiKey,
			write: company.id,
			stop: stopping.signal,
		});
		const lists = () =>
			requests.slice(before).filter(({ path }) => /^\/api\/v1\/customers$/.test(path)).length;
		await pWaitFor(() => lists() === 2, { interval: 5, timeout: 30_000 });
		stopping.abort();
		const { code, text } = await running;
		expect(code).toBe(130);
		expect(text).toMatch(/Stopped\. Nothing was created\.\n$/);
	});

	it.each([
		['while a create is under way', 'POST'],
		['while an update is under way', 'PATCH'],
		['while a delete is under way', 'DELETE'],
	])('%s: the check deletes what it created, then ends with 130', async (_, method) => {
		const { baseUrl, company, requests, faults } = service();
		faults.add({ method, delayMs: 1000 });
		const before = requests.length;
		const child = execa(
			process.execPath,
			[COMMAND, '--url', baseUrl, '--key', company.apiKey, '--write', company.id],
			{ reject: false, all: true },
		);
		await pWaitFor(() => requests.slice(before).some((request) => request.method === method), {
			interval: 20,
			timeout: 30_000,
		});
		child.kill('SIGINT');
		// npm passes it on a second time.
		child.kill('SIGINT');
		const { exitCode, all } = await child;
		expect(exitCode).toBe(130);
		expect(all).toContain('Stopped. What was created is deleted.');
		expect(leftIn(service())).toEqual([]);
	});
});
