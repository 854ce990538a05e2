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

/** A credential that a person changes while deliveries come in. */
function changingSecret(first = SECRET) {
	const credentials = signingSecret(first);
	const { energyProjectsWebhookApi: fields } = credentials;
	return { credentials, save: (secret: string) => void (fields.signingSecret = secret) };
}

type Decrypted = ReturnType<TestCredentials['getDecrypted']>;

/**
 * n8n's reads of credentials, which see what is saved when they begin. The test lets them end.
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

/** A door that stays closed until the test opens it. */
function door() {
	let open = () => {};
	const opened = new Promise<void>((resolve) => (open = resolve));
	return { open: () => open(), opened };
}

const answers = async (trigger: WebhookBench, deliveries: ReturnType<typeof signed>[]) =>
	(await Promise.all(deliveries.map(async (each) => await trigger.receive(each)))).map(started);

describe('the signing secret, with many deliveries at once', () => {
	it('500 deliveries: a few reads of the credential, and every one is judged for itself', async () => {
		const reads = watchReads();
		const deliveries = Array.from({ length: 500 }, (_, number) =>
			signed(number % 5 === 0 ? ANOTHER_SECRET : SECRET),
		);
		const expected = deliveries.map((_, number) => (number % 5 === 0 ? refusedWith(401) : one));
		expect(await answers(receiver(), deliveries)).toEqual(expected);
		expect(reads.count()).toBeLessThanOrEqual(2);
	});

	it('one after the other: a read each, since nothing is kept', async () => {
		const reads = watchReads();
		const trigger = receiver();
		for (let number = 1; number <= 3; number++) {
			expect(started(await trigger.receive(signed()))).toEqual(one);
			expect(reads.count()).toBe(number);
		}
	});

	it('without a header in the right form: none', async () => {
		const reads = watchReads();
		const headers = { 'service-signature': 'v1=abc' };
		expect(await answers(receiver(), [{ ...signed(), headers }])).toEqual([refusedWith(401)]);
		expect(reads.count()).toBe(0);
	});

	it.each<[string, string, object, object]>([
		['changed', ANOTHER_SECRET, refusedWith(401), one],
		['removed', '', refusedWith(503), refusedWith(503)],
	])(
		'%s while a read runs: counts for what comes then, and not for what was there before',
		async (_, saved, withTheOld, withTheNew) => {
			const reading = door();
			const reads = watchReads(async (number, seen) => {
				if (number === 1) await Promise.all([seen, reading.opened]);
				return await seen;
			});
			const { credentials, save } = changingSecret();
			const trigger = receiver({}, credentials);
			const before = trigger.receive(signed());
			await vi.waitFor(() => expect(reads.count()).toBe(1));
			save(saved);
			const after = answers(trigger, [signed(SECRET), signed(ANOTHER_SECRET)]);
			reading.open();
			expect(started(await before)).toEqual(one);
			expect(await after).toEqual([withTheOld, withTheNew]);
			expect(reads.count()).toBe(2);
		},
	);

	it('added as the previous secret while a read runs: counts for what comes then', async () => {
		const reading = door();
		const reads = watchReads(async (number, seen) => {
			if (number === 1) await reading.opened;
			return await seen;
		});
		const { credentials, save } = changingSecret();
		const trigger = receiver({}, credentials);
		const before = trigger.receive(signed(PREVIOUS_SECRET));
		await vi.waitFor(() => expect(reads.count()).toBe(1));
		credentials.energyProjectsWebhookApi.previousSigningSecret = PREVIOUS_SECRET;
		save(ANOTHER_SECRET);
		const after = answers(trigger, [signed(PREVIOUS_SECRET), signed(ANOTHER_SECRET)]);
		reading.open();
		expect(started(await before)).toEqual(refusedWith(401));
		expect(await after).toEqual([one, one]);
	});

	it('a read that fails: 503 to those that share it, and what comes then is taken', async () => {
		const reading = door();
		const reads = watchReads(async (number, seen) => {
			await Promise.all([seen, number === 1 ? reading.opened : undefined]);
			if (number === 1) throw new Error('no database');
			return await seen;
		});
		const trigger = receiver();
		const sharing = answers(trigger, [signed(), signed()]);
		await vi.waitFor(() => expect(reads.count()).toBe(1));
		const later = trigger.receive(signed());
		reading.open();
		expect(await sharing).toEqual([refusedWith(503), refusedWith(503)]);
		expect(started(await later)).toEqual(one);
	});

	/** Time limits of reads as they are, but a hundred times as fast. @returns what they are, in milliseconds */
	function hurry(): number[] {
		const limits: number[] = [];
		const timeout = AbortSignal.timeout.bind(AbortSignal);
		vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
			limits.push(ms);
			return timeout(ms / 100);
		});
		return limits;
	}

	it('a read that hangs: what shares it is judged by the next one, within the time the sender waits', async () => {
		const limits = hurry();
		const reads = watchReads(async (number, seen) =>
			number === 1 ? await new Promise<never>(() => {}) : await seen,
		);
		const trigger = receiver();
		const hanging = answers(trigger, [signed(), signed(ANOTHER_SECRET)]);
		await vi.waitFor(() => expect(reads.count()).toBe(1));
		expect(await answers(trigger, [signed(), signed()])).toEqual([one, one]);
		expect(await hanging).toEqual([one, refusedWith(401)]);
		// A delivery that comes behind one that hangs, and whose own hangs: both times, and the pauses.
		expect(2 * (Math.min(...limits) + 1_000)).toBeLessThan(30_000);
	});

	it('every read hangs: 503 in the end', async () => {
		hurry();
		watchReads(async () => await new Promise<never>(() => {}));
		expect(await answers(receiver(), [signed(), signed()])).toEqual([
			refusedWith(503),
			refusedWith(503),
		]);
	});
});

describe('deliveries that would not read the same do not share', () => {
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

	const other = () => signingSecret(ANOTHER_SECRET);

	it('the published workflow and its draft, with another credential in the same node', async () => {
		const draft = receiver({}, other());
		draft.node.credentials = { energyProjectsWebhookApi: { id: '2', name: 'Test' } };
		await expectApart(receiver(), draft);
	});

	it('the same node tried out by a person', async () => {
		await expectApart(receiver(), receiver({}, other(), 'manual'));
	});

	it('another workflow with the same node, as a copy has', async () => {
		const copy = receiver({}, other());
		copy.workflow.id = 'copy';
		await expectApart(receiver(), copy);
	});

	it('another node of the same workflow', async () => {
		const second = receiver({}, other());
		second.node.id = '22222222-2222-4222-8222-222222222222';
		await expectApart(receiver(), second);
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
	it('start one execution, though they are judged by the same read', async () => {
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
