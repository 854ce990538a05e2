import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
	pollClient,
	serviceSource,
} from '../../../../nodes/EnergyProjects/polling/reading/serviceSource.ts';
import type { Source } from '../../../../nodes/EnergyProjects/polling/reading/source.ts';
import type { ListedRecord } from '../../../../nodes/EnergyProjects/service/record.ts';
import { customerRecord } from '../../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectRecord } from '../../../../nodes/EnergyProjects/service/records/project.ts';
import { useStoppedClock } from '../clock.mts';
import { customer, numbers, project } from '../comparing/pollingNode.mts';
import { PollingTrigger } from '../polls/pollingTrigger.mts';
import { NEVER } from '../service.mts';
import type { Answer, Service } from '../service.mts';
import { idNumber } from '../world.mts';

useStoppedClock();

const SECOND = 1_000;
/** A poll may take 100 seconds, so a second is one percent. */
const BUDGET_MS = 100 * SECOND;
let service: Service;
let source: Source;

async function newSource(credential: object = {}): Promise<Source> {
	const trigger = new PollingTrigger({ credential: { ...credential } });
	({ service } = trigger);
	const context = trigger.newContext();
	const client = pollClient(context, { maxRetries: 0 }, BUDGET_MS);
	return await serviceSource(context, client, 'apiKey', BUDGET_MS);
}
beforeEach(async () => void (source = await newSource()));

const answersWith = (statusCode: number, body?: unknown) => () => ({ statusCode, body });
const later = async (seconds: number, answer: Answer): Promise<Answer> => {
	await new Promise((resolve) => setTimeout(resolve, seconds * SECOND));
	return answer;
};
const passSeconds = async (seconds: number) => await vi.advanceTimersByTimeAsync(seconds * SECOND);

/** A record type that the service does not show one by one. */
const onlyListed: ListedRecord = {
	...projectRecord,
	endpoints: { getAll: projectRecord.endpoints.getAll },
};

describe('the whole list', () => {
	it('is read completely, and a second time without a request', async () => {
		service.projects = numbers(120).map((number) => project(number));
		expect(source.hasRead(projectRecord)).toBe(false);
		const reading = await source.readAll(projectRecord);
		expect(reading).toMatchObject({ scope: 'all', isComplete: true });
		expect(reading.records).toHaveLength(120);
		const { length } = service.requests;
		expect(await source.readAll(projectRecord)).toBe(reading);
		expect(service.requests).toHaveLength(length);
		expect(source.hasRead(projectRecord)).toBe(true);
		expect(source.hasRead(customerRecord)).toBe(false);
	});

	it('says if it may not be complete', async () => {
		const headers = { 'x-total-count': '7' };
		service.fault = () => ({ statusCode: 200, body: [customer(1)], headers });
		expect(await source.readAll(customerRecord)).toEqual({
			records: [customer(1)],
			scope: 'all',
			isComplete: false,
		});
	});

	it('holds what was read after 70 % of the time, each record as it came first', async () => {
		const pages = new Map([
			['/projects page 1 desc', [project(1), project(2)]],
			['/projects page 1 asc', [project(2, { name: 'edited meanwhile' }), project(3)]],
		]);
		service.fault = (request) => {
			const items = pages.get(request);
			if (items === undefined) return NEVER;
			return later(32, { statusCode: 200, body: { items, metadata: { total: '400' } } });
		};
		const reading = source.readAll(projectRecord);
		const settled = vi.fn();
		void reading.then(settled);
		await passSeconds(69);
		expect(settled).not.toHaveBeenCalled();
		await passSeconds(1);
		expect(await reading).toEqual({
			records: [project(1), project(2), project(3)],
			scope: 'part',
			isComplete: false,
		});
	});

	it('may take 90 % of the time if it comes in one answer', async () => {
		service.fault = () => later(38, { statusCode: 200, body: [customer(1)] });
		await passSeconds(50);
		const reading = source.readAll(customerRecord);
		await passSeconds(39);
		expect(await reading).toMatchObject({ scope: 'all', records: [customer(1)] });
	});

	it('is empty after 90 % of the time if it comes in one answer, and that comes later', async () => {
		await passSeconds(60);
		service.fault = () => NEVER;
		const reading = source.readAll(customerRecord);
		await passSeconds(30);
		expect(await reading).toEqual({ records: [], scope: 'part', isComplete: false });
	});

	it('is an error if the service refuses it', async () => {
		service.fault = answersWith(422);
		await expect(source.readAll(projectRecord)).rejects.toThrow('Could not list projects (422)');
	});
});

describe('the newest records', () => {
	it('are read up to a page that is known, newest first', async () => {
		service.projects = numbers(250).map((number) => project(number));
		const reading = await source.readNew(projectRecord, () => true);
		expect(reading).toMatchObject({ scope: 'new', isComplete: false });
		expect(reading.records).toHaveLength(100);
		expect(service.requests).toEqual(['/projects page 1 desc']);
	});

	it('are what was read after 70 % of the time', async () => {
		service.projects = numbers(250).map((number) => project(number));
		service.fault = (request) => (request.includes('page 1') ? undefined : NEVER);
		await passSeconds(40);
		const reading = source.readNew(projectRecord, () => false);
		await passSeconds(30);
		const { records, ...more } = await reading;
		expect(records).toHaveLength(100);
		expect(more).toEqual({ scope: 'part', isComplete: false });
	});
});

describe('one record', () => {
	it('is read by its ID', async () => {
		service.customers = [customer(1)];
		expect(await source.readOne(customerRecord, idNumber(1))).toEqual(customer(1));
		expect(service.requests).toEqual([`/customers/${idNumber(1)}`]);
	});

	it('is the same in capital letters', async () => {
		const record = { ...customer(10), id: idNumber(10).toUpperCase() };
		service.fault = answersWith(200, record);
		expect(await source.readOne(customerRecord, idNumber(10))).toEqual(record);
	});

	it('is undefined if the service says that it does not exist', async () => {
		expect(await source.readOne(customerRecord, idNumber(1))).toBeUndefined();
	});

	it('is undefined if the service has no address for it', async () => {
		expect(await source.readOne(onlyListed, idNumber(1))).toBeUndefined();
		expect(service.requests).toEqual([]);
	});

	it.each([
		['refuses it', 422, { message: 'Locked' }, 'Could not get customer .* \\(422\\): Locked'],
		['shows a web page', 404, '<html>', 'Could not get customer'],
		['answers with another record', 200, customer(2), 'did not answer with the customer$'],
		['answers with a record without an ID', 200, { a: 1 }, 'did not answer with the customer$'],
		['answers with nothing', 200, null, 'Could not get customer'],
	])('is an error if the service %s', async (_, status, body, message) => {
		service.fault = answersWith(status, body);
		const reading = source.readOne(customerRecord, idNumber(1));
		await expect(reading).rejects.toThrow(new RegExp(message));
	});

	it('is an error after 90 % of the time', async () => {
		service.fault = () => NEVER;
		await passSeconds(85);
		const reading = source.readOne(customerRecord, idNumber(1)).catch((error: Error) => error);
		await passSeconds(5);
		expect(await reading).toMatchObject({ message: expect.stringMatching(/in the time n8n/) });
	});
});

describe('whether a record is gone', () => {
	it.each([
		['is certain if the service says so (404)', 404, { message: 'Not found' }, true],
		['is certain if the service says that it was deleted (410)', 410, { message: 'Gone' }, true],
		['is not certain after a web page', 404, '<html>', false],
		['is not certain after a refusal', 403, { message: 'No' }, false],
		['is denied by the record', 200, project(1), false],
	])('%s', async (_, status, body, isGone) => {
		service.fault = answersWith(status, body);
		expect(await source.isGone(projectRecord, idNumber(1))).toBe(isGone);
		expect(service.requests).toEqual([`/projects/${idNumber(1)}`]);
	});

	it('is not certain if the service answers with another record', async () => {
		service.fault = answersWith(200, { message: 'Not found' });
		expect(await source.isGone(projectRecord, idNumber(1))).toBe(false);
	});

	it('is not certain if the service has no address for it', async () => {
		expect(await source.isGone(onlyListed, idNumber(1))).toBe(false);
		expect(service.requests).toEqual([]);
	});

	it('is asked until 80 % of the time is over', async () => {
		service.fault = () => NEVER;
		await passSeconds(79);
		expect(source.isInTime()).toBe(true);
		const asking = source.isGone(projectRecord, idNumber(1));
		await passSeconds(1);
		expect(await asking).toBe(false);
		expect(source.isInTime()).toBe(false);
	});
});

describe('the company', () => {
	it('is that of the account, in small letters', async () => {
		service.account = { id: 'A Company' };
		expect(await source.company()).toBe('a company');
		expect(service.requests).toEqual(['/account']);
	});

	it.each([{ id: '' }, { id: 7 }, {}])(
		'is an error if the account has no ID: %j',
		async (account) => {
			service.account = account;
			await expect(source.company()).rejects.toThrow(
				'The service did not say which company the credential belongs to',
			);
		},
	);

	it('is an error if the account is none', async () => {
		service.fault = answersWith(200, []);
		await expect(source.company()).rejects.toThrow('Could not read the account');
	});

	it('is an error after 90 % of the time', async () => {
		service.fault = () => NEVER;
		await passSeconds(85);
		const reading = source.company().catch((error: Error) => error);
		await passSeconds(5);
		expect(await reading).toMatchObject({ message: expect.stringMatching(/in the time n8n/) });
	});
});

describe('the service', () => {
	it('is the same one however its address is written', async () => {
		const digestOf = async (baseUrl: string) => (await newSource({ baseUrl })).baseUrlDigest;
		const { baseUrlDigest } = source;
		expect(await digestOf('https://API.example.com/')).toBe(baseUrlDigest);
		expect(await digestOf('https://api.example.com/api/v1')).toBe(baseUrlDigest);
		expect(await digestOf('https://other.example.com')).not.toBe(baseUrlDigest);
	});
});
