import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setImmediate } from 'node:timers/promises';
import { WebhookContext } from 'n8n-core';
import { describe, expect, it, vi } from 'vitest';
import type { EventKind } from '../../../sandbox/service/records.mts';
import { none, one, refusedWith, started } from '../harness/webhook/answers.mts';
import { laterBy, receiver, useDeliveries } from '../harness/webhook/deliveries.mts';
import { delivery, payload, SECRET, signingSecret } from '../harness/webhook/signed.mts';
import { WebhookBench } from '../harness/n8n/engine.mts';
import { addProject } from '../harness/service/records.mts';

const { service, fetching, receiverWithKey } = useDeliveries();

const about = (event: EventKind, ageSeconds = 0) =>
	delivery(payload(service(), event), SECRET, ageSeconds);
const forged = () => delivery(payload(service(), 'project.edited'), 'whsec_of_a_stranger');

describe('a delivery that arrives late', () => {
	it('is answered 200 at any age if it was taken before, with the first signature or a new one', async () => {
		const trigger = receiver();
		const content = payload(service(), 'project.edited');
		const first = delivery(content);
		expect(started(await trigger.receive(first))).toEqual(one);
		laterBy(3_600);
		expect(started(await trigger.receive(first))).toEqual(none);
		expect(started(await trigger.receive(delivery(content, SECRET, 5_000)))).toEqual(none);
	});

	it('is answered 200 at any age if its kind is not selected', async () => {
		const trigger = receiver({ events: ['project.created'] });
		expect(started(await trigger.receive(about('project.edited', 1_000)))).toEqual(none);
	});

	it('is answered 400 at any age if it is not an event', async () => {
		const answer = await receiver().receive(delivery('{}', SECRET, 1_000));
		expect(started(answer)).toEqual(refusedWith(400));
	});

	it('is answered 503 if it was not taken before, with and without Skip Duplicates', async () => {
		for (const skipDuplicates of [true, false]) {
			const trigger = receiver({ options: { skipDuplicates } });
			const received = about('project.edited', 1_000);
			expect(started(await trigger.receive(received))).toEqual(refusedWith(503));
			expect(started(await trigger.receive(received))).toEqual(refusedWith(503));
		}
	});
});

describe('the same signature again', () => {
	const line = expect.stringMatching(
		/again after 61 s with the same timestamp and signature: the service does not sign repeats again\. The option Max Age \(300 s\) must cover/,
	);

	it('after more than a minute: one line in the log says that the service does not sign repeats again', async () => {
		const trigger = receiver();
		const received = about('project.edited');
		await trigger.receive(received);
		laterBy(61);
		expect((await trigger.receive(received)).log).toEqual([line]);
		expect((await trigger.receive(received)).log).toEqual([]);
	});

	it('the same line if the first delivery was refused, or was of a kind that is not selected', async () => {
		for (const trigger of [fetching(), receiver({ events: ['customer.created'] })]) {
			service().faults.add({ status: 500 });
			const received = about('project.edited');
			await trigger.receive(received);
			laterBy(61);
			service().faults.clear();
			expect((await trigger.receive(received)).log).toEqual([line]);
		}
	});

	it('within a minute, or with a new signature: no line', async () => {
		const trigger = receiver();
		const content = payload(service(), 'project.edited');
		const received = delivery(content);
		await trigger.receive(received);
		laterBy(60);
		expect((await trigger.receive(received)).log).toEqual([]);
		laterBy(60);
		expect((await trigger.receive(delivery(content))).log).toEqual([]);
	});

	it('on a forged delivery: only the line about the forged delivery', async () => {
		const trigger = receiver();
		const received = forged();
		await trigger.receive(received);
		laterBy(61);
		expect((await trigger.receive(received)).log).toEqual([
			expect.stringContaining('401: no signature matches'),
		]);
	});
});

describe('a parameter whose value comes from an expression', () => {
	const all = [null, 5, 'x', true, [], {}, [null], { value: null }];
	const answerTo = async (parameters: object) =>
		await receiver(parameters).receive(about('project.edited'));

	it.each(
		['splitByEvent', 'simplify', 'filters', 'options'].flatMap((name) =>
			all.map((value): [string, unknown] => [name, value]),
		),
	)('%s with the value %j counts as not set', async (name, value) => {
		const expression = `={{ ${JSON.stringify(value)} }}`;
		expect(started(await answerTo({ [name]: expression }))).toEqual(one);
	});

	it.each(
		['status', 'isLead', 'technicalFeasibilityAssesment'].flatMap((name) =>
			[null, 5, {}, [], [null], ''].map((value): [string, unknown] => [name, value]),
		),
	)('the filter %s with the value %j filters nothing', async (name, value) => {
		const filters = { [name]: `={{ ${JSON.stringify(value)} }}` };
		const trigger = fetching({ filters });
		expect(started(await trigger.receive(about('project.edited')))).toEqual(one);
	});

	it('a list of events can be a text', async () => {
		const events = '={{ "project.created, project.edited" }}';
		expect(started(await answerTo({ events }))).toEqual(one);
	});

	it.each([null, 5, true, { a: 1 }])(
		'events with the value %j: 503 and a line in the log, since nobody can tell which events start the workflow',
		async (value) => {
			const answer = await answerTo({ events: `={{ ${JSON.stringify(value)} }}` });
			expect(started(answer)).toEqual(refusedWith(503));
			expect(answer.log).toEqual([expect.stringMatching(/503: its parameter Trigger On came out/)]);
		},
	);

	it.each([...all, false, '', 'No', 'apikey'])(
		'Fetch Record with the value %j: 503 and a line in the log, since the workflow must not start without its record',
		async (value) => {
			const answer = await answerTo({ fetchRecord: `={{ ${JSON.stringify(value)} }}` });
			expect(started(answer)).toEqual(refusedWith(503));
			expect(answer.log).toEqual([
				expect.stringMatching(
					/503: its parameter Fetch Record came out as ".*", not as one of no, apiKey, oAuth2/,
				),
			]);
		},
	);

	it.each([
		['no', undefined],
		['apiKey', expect.objectContaining({ humanId: expect.any(String) as string }) as object],
	])('Fetch Record with the value "%s" is that choice', async (choice, record) => {
		const { outputs } = await receiverWithKey({
			fetchRecord: `={{ "${choice}" }}`,
		}).receive(about('project.edited'));
		expect(outputs?.flat()[0].json.record).toEqual(record);
	});

	it('an expression that fails: 503, and a line in the log', async () => {
		vi.spyOn(WebhookContext.prototype, 'getNodeParameter').mockImplementation(() => {
			throw new Error('something is not defined');
		});
		const answer = await answerTo({});
		expect(started(answer)).toEqual(refusedWith(503));
		expect(answer.log).toEqual([
			expect.stringMatching(/503: its parameters cannot be evaluated: something is not defined/),
		]);
	});

	it('is not evaluated for a delivery that was not verified', async () => {
		const evaluated = vi.spyOn(WebhookContext.prototype, 'getNodeParameter');
		evaluated.mockImplementation(() => {
			throw new Error('evaluated');
		});
		const good = about('project.edited');
		const deliveries = [
			[401, forged()],
			[401, { ...good, headers: {} }],
			[401, { ...good, headers: { 'service-signature': 'nonsense' } }],
			[503, { ...good, rawBody: undefined }],
		] as const;
		for (const [status, received] of deliveries) {
			expect(started(await receiver().receive(received))).toEqual(refusedWith(status));
		}
		expect(evaluated).not.toHaveBeenCalled();
	});
});

describe('something unexpected', () => {
	it.each([
		'getHeaderData',
		'getRequestObject',
		'getNodeParameter',
		'getMode',
		'getWorkflowStaticData',
	] as const)('fails in %s: 503 and a line in the log, but no failed execution', async (name) => {
		vi.spyOn(WebhookContext.prototype, name).mockImplementation(() => {
			throw new Error('it broke');
		});
		const answer = await receiver().receive(about('project.edited'));
		expect(started(answer)).toEqual(refusedWith(503));
		expect(answer.log).toEqual([expect.stringContaining('it broke')]);
	});

	it.each([5_000, 100_000])(
		'a body nested %i levels deep: 400 and a line in the log',
		async (depth) => {
			const { data } = payload(service(), 'project.edited') as { data: object };
			const body = JSON.stringify({ event: 'project.edited', data: { ...data, deep: 0 } }).replace(
				'"deep":0',
				`"deep":${'['.repeat(depth)}${']'.repeat(depth)}`,
			);
			const answer = await receiver().receive(delivery(body));
			expect(started(answer)).toEqual(refusedWith(400));
			expect(answer.log).toEqual([expect.stringContaining('nested more than 100 levels deep')]);
		},
	);

	it('refusals whose texts contain different IDs: one line in the log', async () => {
		const trigger = fetching();
		const lines: string[] = [];
		for (let number = 0; number < 10; number++) {
			service().faults.clear();
			service().faults.add({ status: 400, body: { message: `request ${crypto.randomUUID()}` } });
			lines.push(...(await trigger.receive(about('project.edited'))).log);
		}
		expect(lines).toHaveLength(1);
	});
});

describe('Fetch Record', () => {
	it.each<[string, unknown]>([
		['two dots', '..'],
		['a dot', '.'],
		['nothing', ''],
		['spaces', ' \t '],
		['20,000 characters', 'x'.repeat(20_000)],
		['half a character', 'a\ud800'],
		['a number', 5],
		['null', null],
		['a list', ['x']],
	])('an ID of %s names no record: record is null, and nothing is read', async (_, id) => {
		const content = { event: 'project.edited', data: { project: { id } } };
		const result = await fetching().receive(delivery(content));
		expect(started(result)).toEqual(one);
		expect(result.outputs?.flat()[0].json).toMatchObject({ record: null });
		expect(service().requests).toEqual([]);
	});

	it.each<[string, unknown]>([
		['a page', '<html><title>Not found</title>'],
		['a text', 'no such route'],
		['nothing', ''],
	])('a 404 with %s does not come from the service: 503', async (_, body) => {
		service().faults.add({ status: 404, body });
		const received = delivery(payload(service(), 'project.edited', addProject(service())));
		const trigger = fetching();
		expect(started(await trigger.receive(received))).toEqual(refusedWith(503));
		service().faults.clear();
		expect(started(await trigger.receive(received))).toEqual(one);
	});
});

describe('the memory of the process', () => {
	setFlagsFromString('--expose-gc');
	const collectGarbage = runInNewContext('gc') as () => void;
	const SIZE = 6 * 1024 * 1024;

	/** Receives one big delivery, and refers to its raw bytes only weakly. */
	async function receiveBig(nodeId: string): Promise<WeakRef<object>> {
		const content = { event: 'project.edited', data: { note: `${nodeId}${'x'.repeat(SIZE)}` } };
		const received = delivery(content);
		const trigger = new WebhookBench({ nodeId, parameters: {}, credentials: signingSecret() });
		expect(started(await trigger.receive(received))).toEqual(one);
		return new WeakRef(received.rawBody);
	}

	it('keeps nothing of a request once it is answered', async () => {
		const requests: Array<WeakRef<object>> = [];
		for (let number = 0; number < 12; number++) requests.push(await receiveBig(`node ${number}`));
		// A weak reference holds its target until the task in which it was made has ended.
		await setImmediate();
		collectGarbage();
		expect(requests.filter((request) => request.deref() !== undefined)).toEqual([]);
	});
});
