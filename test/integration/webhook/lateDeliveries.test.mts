import { describe, expect, it } from 'vitest';
import type { EventKind } from '../../../sandbox/service/records.mts';
import { none, one, refusedWith, started } from '../harness/webhook/answers.mts';
import { laterBy, receiver, useDeliveries } from '../harness/webhook/deliveries.mts';
import { delivery, payload, SECRET } from '../harness/webhook/signed.mts';

const { service, fetching } = useDeliveries();

const about = (event: EventKind, ageSeconds = 0) =>
	delivery(payload(service(), event), SECRET, ageSeconds);
const forged = () => delivery(payload(service(), 'project.edited'), 'whsec_of_a_stranger');

describe('a delivery that comes late', () => {
	it('is answered 200 at any age when it was taken, whether signed anew or not', async () => {
		const trigger = receiver();
		const content = payload(service(), 'project.edited');
		const first = delivery(content);
		expect(started(await trigger.receive(first))).toEqual(one);
		laterBy(3_600);
		expect(started(await trigger.receive(first))).toEqual(none);
		expect(started(await trigger.receive(delivery(content, SECRET, 5_000)))).toEqual(none);
	});

	it('is answered 200 at any age when it starts nothing anyway', async () => {
		const trigger = receiver({ events: ['project.created'] });
		expect(started(await trigger.receive(about('project.edited', 1_000)))).toEqual(none);
	});

	it('is answered 400 at any age when it is no event', async () => {
		const answer = await receiver().receive(delivery('{}', SECRET, 1_000));
		expect(started(answer)).toEqual(refusedWith(400));
	});

	it('is answered 503 when it was not taken, also where duplicates are not skipped', async () => {
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
		/again after 61 s with the same timestamp and signature: the service repeats with the first signature.*Max Age \(300 s\) has to be as long/,
	);

	it('after more than a minute: one line in the log says that the service repeats with it', async () => {
		const trigger = receiver();
		const received = about('project.edited');
		await trigger.receive(received);
		laterBy(61);
		expect((await trigger.receive(received)).log).toEqual([line]);
		expect((await trigger.receive(received)).log).toEqual([]);
	});

	it('also where the first was refused, and where it was of another kind', async () => {
		for (const trigger of [fetching(), receiver({ events: ['customer.created'] })]) {
			service().faults.add({ status: 500 });
			const received = about('project.edited');
			await trigger.receive(received);
			laterBy(61);
			service().faults.clear();
			expect((await trigger.receive(received)).log).toEqual([line]);
		}
	});

	it('within a minute, or signed anew: nothing', async () => {
		const trigger = receiver();
		const content = payload(service(), 'project.edited');
		const received = delivery(content);
		await trigger.receive(received);
		laterBy(60);
		expect((await trigger.receive(received)).log).toEqual([]);
		laterBy(60);
		expect((await trigger.receive(delivery(content))).log).toEqual([]);
	});

	it('when it is forged: nothing but that', async () => {
		const trigger = receiver();
		const received = forged();
		await trigger.receive(received);
		laterBy(61);
		expect((await trigger.receive(received)).log).toEqual([
			expect.stringContaining('401: no signature matches'),
		]);
	});
});
