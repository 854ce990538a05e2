import { describe, expect, it } from 'vitest';
import { laterBy, receiver, useDeliveries } from '../harness/webhook/deliveries.mts';
import { delivery, payload, SECRET, signingSecret } from '../harness/webhook/signed.mts';
import { addProject } from '../harness/service/records.mts';

const { service, about, fetching } = useDeliveries();

describe('the log', () => {
	it('says in one line, which a person understands, what was wrong', async () => {
		const record = addProject(service());
		const content = payload(service(), 'project.edited', record);
		const good = delivery(content);
		const { log: stale } = await receiver().receive(delivery(content, SECRET, 400));
		const { log: unsigned } = await receiver().receive({ ...good, headers: {} });
		const { log: wrong } = await receiver().receive(delivery(content, 'whsec_of_a_stranger'));
		const { log: unset } = await receiver({}, signingSecret('')).receive(good);
		const { log: mute } = await receiver().receive({ ...good, rawBody: undefined });
		service().faults.add({ status: 403, body: { message: 'Not yours' } });
		const { log: unread } = await fetching().receive(good);
		expect(stale).toEqual([
			expect.stringMatching(/Energy Projects.*Test workflow.* 503: .*400 s before/),
		]);
		expect(unsigned).toEqual([
			expect.stringMatching(/401: the header Service-Signature is missing/),
		]);
		expect(wrong).toEqual([expect.stringMatching(/401: no signature matches: the signing secret/)]);
		expect(unset).toEqual([expect.stringMatching(/503: the credential holds no signing secret/)]);
		expect(mute).toEqual([expect.stringMatching(/503: n8n did not hand over the raw bytes/)]);
		expect(unread).toEqual([expect.stringMatching(/503: the record could not be read.*Not yours/)]);
		for (const line of [stale, unsigned, wrong, unset, mute, unread].flat()) {
			expect(line).not.toContain('\n');
		}
	});

	it('says each kind of thing at once, whatever else it said within the minute', async () => {
		const good = about('project.edited');
		const withSignature = (signature: string) => ({
			...good,
			headers: { ...good.headers, 'service-signature': signature },
		});
		const logs = [
			(await receiver().receive({ ...good, headers: {} })).log,
			(await receiver().receive(withSignature(''))).log,
			(await receiver().receive(withSignature('not one'))).log,
			(await receiver({}, signingSecret('')).receive(good)).log,
			(await receiver({}, {}).receive(good)).log,
			(await receiver().receive({ ...good, rawBody: undefined })).log,
		];
		expect(logs).toEqual([
			[expect.stringMatching(/401: the header Service-Signature is missing/)],
			// An empty header is the same as none.
			[],
			[expect.stringMatching(/401: the header Service-Signature/)],
			[expect.stringMatching(/503: the credential holds no signing secret/)],
			[expect.stringMatching(/503: the credential with the signing secret cannot be read/)],
			[expect.stringMatching(/503: n8n did not hand over the raw bytes/)],
		]);
	});

	it('says the same only once a minute, and how often it was left out', async () => {
		const received = delivery(payload(service(), 'project.edited'), 'whsec_of_a_stranger');
		const log = async () => (await receiver().receive(received)).log;
		expect(await log()).toHaveLength(1);
		for (let time = 0; time < 20; time++) expect(await log()).toEqual([]);
		laterBy(61);
		expect(await log()).toEqual([expect.stringContaining('20 more like this')]);
	});

	it('contains no secret, even where the API repeats one', async () => {
		const { apiKey } = service().company;
		service().faults.add({ status: 403, body: { message: `Key ${apiKey} may not` } });
		const received = about('project.edited', addProject(service()));
		const lines = [
			...(await fetching().receive(received)).log,
			...(await receiver({}, signingSecret('whsec_of_a_stranger')).receive(received)).log,
		];
		expect(lines).toHaveLength(2);
		const signature = /v1=(\w+)/.exec(received.headers['service-signature'])?.[1];
		for (const secret of [apiKey, SECRET, 'whsec_of_a_stranger', signature]) {
			expect(lines.join('\n')).not.toContain(secret);
		}
	});

	it('is silent about what is taken', async () => {
		const received = about('project.edited', addProject(service()));
		const trigger = receiver();
		expect((await trigger.receive(received)).log).toEqual([]);
		expect((await trigger.receive(received)).log).toEqual([]);
	});
});
