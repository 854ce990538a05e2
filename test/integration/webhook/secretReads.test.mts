import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { none, one, refusedWith, started } from '../harness/webhook/answers.mts';
import { receiver, useDeliveries } from '../harness/webhook/deliveries.mts';
import { delivery, PREVIOUS_SECRET, SECRET, signingSecret } from '../harness/webhook/signed.mts';
import type { WebhookBench } from '../harness/n8n/engine.mts';
import { TestCredentials } from '../harness/n8n/credentials.mts';

const ANOTHER_SECRET = 'whsec_another_of_the_tests_0123456789';

useDeliveries();
afterEach(() => void vi.restoreAllMocks());

let serial = 0;
const event = () => ({ event: 'project.edited', data: { project: { id: `P ${++serial}` } } });
const signed = (secret = SECRET) => delivery(event(), secret);

/** A trigger whose credential a person changes while deliveries come in. */
function changingSecret(first = SECRET) {
	const credentials = signingSecret(first);
	const { energyProjectsWebhookApi: fields } = credentials;
	const trigger = receiver({}, credentials);
	return {
		answerTo: async (secret: string) => started(await trigger.receive(signed(secret))),
		save: (secret: string) => void (fields.signingSecret = secret),
		savePrevious: (secret: string) => void (fields.previousSigningSecret = secret),
		trigger,
	};
}

type Decrypted = ReturnType<TestCredentials['getDecrypted']>;

/**
 * n8n's reads of credentials, which see what is saved when they begin.
 *
 * @param end what becomes of the read; by default it ends at once with what it saw
 */
function watchReads(end = async (_number: number, seen: Decrypted): Decrypted => await seen) {
	let count = 0;
	const read = TestCredentials.prototype.getDecrypted;
	vi.spyOn(TestCredentials.prototype, 'getDecrypted').mockImplementation(async function (
		this: TestCredentials,
		...args
	) {
		const saved = new TestCredentials(structuredClone(this.data), undefined as never);
		return await end(++count, read.apply(saved, args));
	});
	return { count: () => count };
}

const noDatabase = async (): Promise<never> => await Promise.reject(new Error('no database'));
const hanging = async (): Promise<never> => await new Promise<never>(() => {});

/** A door that stays closed until the test opens it. */
function door() {
	let open = () => {};
	const opened = new Promise<void>((resolve) => (open = resolve));
	return { open: () => open(), opened };
}

/** Moves the clock by which the node tells the age of a read. */
function passingTime() {
	let aheadMs = 0;
	const real = performance.now.bind(performance);
	vi.spyOn(performance, 'now').mockImplementation(() => real() + aheadMs);
	return { pass: (seconds: number) => void (aheadMs += seconds * 1000) };
}

const answers = async (trigger: WebhookBench, deliveries: ReturnType<typeof signed>[]) =>
	(await Promise.all(deliveries.map(async (each) => await trigger.receive(each)))).map(started);

describe('how often the signing secret is read', () => {
	it('once for 500 valid deliveries at once', async () => {
		const reads = watchReads();
		const deliveries = Array.from({ length: 500 }, () => signed());
		expect(await answers(receiver(), deliveries)).toEqual(deliveries.map(() => one));
		expect(reads.count()).toBe(1);
	});

	it('once more if a fifth of them is forged, and each is judged by its own signature', async () => {
		const reads = watchReads();
		const deliveries = Array.from({ length: 500 }, (_, number) =>
			signed(number % 5 === 0 ? ANOTHER_SECRET : SECRET),
		);
		const expected = deliveries.map((_, number) => (number % 5 === 0 ? refusedWith(401) : one));
		expect(await answers(receiver(), deliveries)).toEqual(expected);
		expect(reads.count()).toBe(2);
	});

	it('every half minute for deliveries that come one after the other', async () => {
		const reads = watchReads();
		const { pass } = passingTime();
		const trigger = receiver();
		for (const count of [1, 1, 2, 2, 3, 3]) {
			expect(started(await trigger.receive(signed()))).toEqual(one);
			expect(reads.count()).toBe(count);
			pass(20);
		}
	});

	it('again after half a minute, but no delivery waits for that within the minute', async () => {
		const { pass } = passingTime();
		const reads = watchReads(async (number, seen) => (number > 1 ? await hanging() : await seen));
		const trigger = receiver();
		await trigger.receive(signed());
		pass(30);
		expect(await answers(trigger, [signed(), signed(), signed()])).toEqual([one, one, one]);
		pass(29);
		expect(started(await trigger.receive(signed()))).toEqual(one);
		expect(reads.count()).toBe(2);
	});

	it('never for a header of a wrong form', async () => {
		const reads = watchReads();
		const headers = { 'service-signature': 'v1=abc' };
		expect(await answers(receiver(), [{ ...signed(), headers }])).toEqual([refusedWith(401)]);
		expect(reads.count()).toBe(0);
	});

	it('at most every few milliseconds in a flood of forged deliveries', async () => {
		const reads = watchReads();
		const trigger = receiver();
		const flood: Array<ReturnType<WebhookBench['receive']>> = [];
		for (let number = 0; number < 300; number++) {
			flood.push(trigger.receive(signed(ANOTHER_SECRET)));
			await sleep(1);
		}
		const results = await Promise.all(flood);
		expect(results.map(started)).toEqual(results.map(() => refusedWith(401)));
		expect(reads.count()).toBeLessThan(60);
	});

	it('a valid delivery does not wait for the reads that forged ones cause', async () => {
		const reads = watchReads(async (number, seen) => (number > 1 ? await hanging() : await seen));
		const trigger = receiver();
		await trigger.receive(signed());
		void trigger.receive(signed(ANOTHER_SECRET));
		await vi.waitFor(() => expect(reads.count()).toBe(2));
		expect(started(await trigger.receive(signed()))).toEqual(one);
	});
});

describe('the first read, when the workflow is activated', () => {
	it('serves the first deliveries', async () => {
		const reads = watchReads();
		const trigger = receiver();
		expect(await trigger.activate()).toBe(true);
		await vi.waitFor(() => expect(reads.count()).toBe(1));
		expect(await answers(trigger, [signed(), signed()])).toEqual([one, one]);
		expect(reads.count()).toBe(1);
	});

	it('does not take part in a test that a person makes: n8n may read the credential in another way there', async () => {
		const reads = watchReads();
		const published = receiver();
		await published.activate();
		const test = receiver({}, signingSecret(), 'manual');
		test.node.credentials = published.node.credentials;
		expect(started(await test.receive(signed()))).toEqual(one);
		expect(reads.count()).toBe(2);
	});

	it('does not keep the workflow from being activated if it fails, and the first delivery reads again', async () => {
		const reads = watchReads(async (number, seen) =>
			number === 1 ? await noDatabase() : await seen,
		);
		const trigger = receiver();
		expect(await trigger.activate()).toBe(true);
		await vi.waitFor(() => expect(reads.count()).toBe(1));
		expect(started(await trigger.receive(signed()))).toEqual(one);
	});

	it('does not keep the workflow from being activated if the node has no credential', async () => {
		expect(await receiver({}, {}).activate()).toBe(true);
	});

	it('holds up nobody: n8n goes on while it runs', async () => {
		watchReads(hanging);
		expect(await receiver().activate()).toBe(true);
	});
});

describe('a signing secret that a person changes', () => {
	it('the old one counts for a minute after the read began, however long the read took', async () => {
		const reading = door();
		const { pass } = passingTime();
		const reads = watchReads(async (number, seen) => {
			if (number === 1) await reading.opened;
			return await seen;
		});
		const { answerTo, save } = changingSecret();
		const first = answerTo(SECRET);
		await vi.waitFor(() => expect(reads.count()).toBe(1));
		save(ANOTHER_SECRET);
		pass(60);
		reading.open();
		expect(await first).toEqual(one);
		expect(await answerTo(SECRET)).toEqual(refusedWith(401));
	});

	it('the new one counts at once, and with the first delivery that it signs the old one ends', async () => {
		const { answerTo, save } = changingSecret();
		expect(await answerTo(SECRET)).toEqual(one);
		save(ANOTHER_SECRET);
		expect(await answerTo(ANOTHER_SECRET)).toEqual(one);
		expect(await answerTo(SECRET)).toEqual(refusedWith(401));
	});

	it('the new one counts at once, also right after a delivery was refused', async () => {
		const { answerTo, save } = changingSecret();
		expect(await answerTo(ANOTHER_SECRET)).toEqual(refusedWith(401));
		save(ANOTHER_SECRET);
		expect(await answerTo(ANOTHER_SECRET)).toEqual(one);
	});

	it.each([
		['replaced', ANOTHER_SECRET, 401],
		['removed', '', 503],
	] as const)('%s: the old one ends within a minute', async (_, secret, status) => {
		const { pass } = passingTime();
		const { answerTo, save } = changingSecret();
		expect(await answerTo(SECRET)).toEqual(one);
		save(secret);
		pass(59);
		expect(await answerTo(SECRET)).toEqual(one);
		pass(1);
		expect(await answerTo(SECRET)).toEqual(refusedWith(status));
	});

	it('entered where there was none: counts at once', async () => {
		const { answerTo, save } = changingSecret('');
		expect(await answerTo(SECRET)).toEqual(refusedWith(503));
		save(SECRET);
		expect(await answerTo(SECRET)).toEqual(one);
	});

	it('added as the previous secret: counts at once', async () => {
		const { answerTo, savePrevious } = changingSecret();
		expect(await answerTo(PREVIOUS_SECRET)).toEqual(refusedWith(401));
		savePrevious(PREVIOUS_SECRET);
		expect(await answerTo(PREVIOUS_SECRET)).toEqual(one);
		expect(await answerTo(SECRET)).toEqual(one);
	});

	it('changed while a read runs: what comes then is refused only after a read that saw the change', async () => {
		const reading = door();
		const reads = watchReads(async (number, seen) => {
			if (number === 1) await reading.opened;
			return await seen;
		});
		const { answerTo, save } = changingSecret();
		const before = answerTo(SECRET);
		await vi.waitFor(() => expect(reads.count()).toBe(1));
		save(ANOTHER_SECRET);
		const after = answerTo(ANOTHER_SECRET);
		reading.open();
		expect([await before, await after]).toEqual([one, one]);
		expect(reads.count()).toBe(2);
	});
});

describe('a read of the signing secret that fails', () => {
	it('serves nobody: 503 to the delivery that began it, and those that waited with it share a new one', async () => {
		const reading = door();
		const reads = watchReads(async (number, seen) => {
			if (number > 1) return await seen;
			await reading.opened;
			return await noDatabase();
		});
		const trigger = receiver();
		const first = trigger.receive(signed());
		await vi.waitFor(() => expect(reads.count()).toBe(1));
		const waiting = answers(trigger, [signed(), signed(), signed(ANOTHER_SECRET)]);
		reading.open();
		expect(started(await first)).toEqual(refusedWith(503));
		expect(await waiting).toEqual([one, one, refusedWith(401)]);
		expect(reads.count()).toBe(2);
	});

	it('takes nothing away from the one before it, which serves to the end of its minute', async () => {
		const { pass } = passingTime();
		const reads = watchReads(async (number, seen) =>
			number === 2 ? await noDatabase() : await seen,
		);
		const { answerTo } = changingSecret();
		expect(await answerTo(SECRET)).toEqual(one);
		// Nobody can tell whether this one is forged.
		expect(await answerTo(ANOTHER_SECRET)).toEqual(refusedWith(503));
		expect(await answerTo(SECRET)).toEqual(one);
		expect(reads.count()).toBe(2);
		pass(60);
		expect(await answerTo(SECRET)).toEqual(one);
		expect(reads.count()).toBe(3);
	});

	it('counts as failed after a minute if it hangs: 503, and the next delivery reads again', async () => {
		vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout'], now: Date.now() });
		const reads = watchReads(async (number, seen) => (number === 1 ? await hanging() : await seen));
		const trigger = receiver();
		const stuck = trigger.receive(signed());
		await vi.advanceTimersByTimeAsync(60_000);
		expect(started(await stuck)).toEqual(refusedWith(503));
		const next = trigger.receive(signed());
		await vi.advanceTimersByTimeAsync(10);
		expect(started(await next)).toEqual(one);
		expect(reads.count()).toBe(2);
	});
});

describe('deliveries of different credentials share no read', () => {
	/** Two triggers at once: with another secret each, and each refuses what is signed with the other's. */
	async function expectApart(first: WebhookBench, second: WebhookBench): Promise<void> {
		const both = await Promise.all([
			answers(first, [signed(SECRET), signed(ANOTHER_SECRET)]),
			answers(second, [signed(SECRET), signed(ANOTHER_SECRET)]),
		]);
		expect(both).toEqual([
			[one, refusedWith(401)],
			[refusedWith(401), one],
		]);
	}

	const first = receiver();
	/** A second trigger that n8n would hand another secret to, though the same credential is chosen in it. */
	function second(mode?: Parameters<typeof receiver>[2]): WebhookBench {
		const trigger = receiver({}, signingSecret(ANOTHER_SECRET), mode);
		trigger.node.credentials = structuredClone(first.node.credentials);
		return trigger;
	}

	it('the published version of a workflow and its draft, with another credential in the same node', async () => {
		const draft = second();
		draft.node.credentials = { energyProjectsWebhookApi: { id: 'another', name: 'Test' } };
		await expectApart(first, draft);
	});

	it('a node in production, and the same node while a person tests it', async () => {
		await expectApart(first, second('manual'));
	});

	it('two workflows with the same node, as a copy of a workflow has it', async () => {
		const copy = second();
		copy.workflow.id = 'copy';
		await expectApart(first, copy);
	});

	it('two nodes of one workflow', async () => {
		const other = second();
		other.node.id = '22222222-2222-4222-8222-222222222222';
		await expectApart(first, other);
	});

	it('a node reads the new credential at once when another one is chosen in it', async () => {
		const { answerTo, save, trigger } = changingSecret();
		expect(await answerTo(SECRET)).toEqual(one);
		save(ANOTHER_SECRET);
		trigger.node.credentials = { energyProjectsWebhookApi: { id: 'chosen now', name: 'Test' } };
		expect(await answerTo(SECRET)).toEqual(refusedWith(401));
		expect(await answerTo(ANOTHER_SECRET)).toEqual(one);
	});

	it('one whose credential cannot be read, beside one whose can', async () => {
		const broken = receiver({}, {});
		const results = await Promise.all([
			answers(broken, [signed(), signed()]),
			answers(receiver(), [signed(), signed()]),
		]);
		expect(results).toEqual([
			[refusedWith(503), refusedWith(503)],
			[one, one],
		]);
	});
});

describe('many of the same delivery at once', () => {
	it('start one execution, although one read serves all of them', async () => {
		const trigger = receiver();
		const same = signed();
		const results = await answers(
			trigger,
			Array.from({ length: 50 }, () => same),
		);
		expect(results.filter(({ started }) => started === 1)).toHaveLength(1);
		expect(started(await trigger.receive(same))).toEqual(none);
	});
});
