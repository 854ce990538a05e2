import { describe, expect, it } from 'vitest';
import type { EventKind } from '../../../sandbox/service/records.mts';
import { none, one, refusedWith, started } from '../harness/webhook/answers.mts';
import { laterBy, receiver, useDeliveries } from '../harness/webhook/deliveries.mts';
import { delivery, payload, SECRET } from '../harness/webhook/signed.mts';

const { service, fetching } = useDeliveries();

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
		/again after 61 s with the same timestamp and signature\. Either the service does not sign a repeated delivery again, or somebody else sends a copy of it\. In the first case only, set the option Max Age \(now 300 s\) at least as long/,
	);

	it('after more than a minute: one line in the log says what it can mean', async () => {
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
