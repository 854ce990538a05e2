import { describe, expect, it } from 'vitest';
import { eventKinds, partsOf } from '../../../sandbox/service/records.mts';
import type { ApiRecord, EventKind } from '../../../sandbox/service/records.mts';
import { none, one, refusedWith, started } from '../harness/webhook/answers.mts';
import { laterBy, receiver, useDeliveries } from '../harness/webhook/deliveries.mts';
import { delivery, payload, SECRET, signingSecret } from '../harness/webhook/signed.mts';
import { addCustomer, addProject, addRecord } from '../harness/service/records.mts';
import { oAuth2Credential } from '../harness/service/service.mts';

const { service, about, fetching } = useDeliveries();

describe('Fetch Record', () => {
	const isDeletion = (event: EventKind) => partsOf(event).change === 'deleted';

	it.each(eventKinds.filter((event) => !isDeletion(event)))(
		'%s: adds the whole record from the API to the data of the event',
		async (event) => {
			const { subject } = partsOf(event);
			const record = addRecord[subject](service());
			const { outputs } = await fetching().receive(about(event, record));
			expect(outputs?.flat()[0].json).toMatchObject({
				event,
				[subject]: { id: record.id },
				record,
			});
			expect(service().requests).toHaveLength(1);
		},
	);

	it('reads the record with OAuth2', async () => {
		const record = addProject(service());
		const oAuth2 = { ...signingSecret(), ...(await oAuth2Credential(service())) };
		const trigger = receiver({ fetchRecord: 'oAuth2' }, oAuth2);
		const { outputs } = await trigger.receive(about('project.edited', record));
		expect(outputs?.flat()[0].json.record).toEqual(record);
	});

	it('adds the record to the payload as sent if Simplify is off', async () => {
		const record = addProject(service());
		const content = payload(service(), 'project.edited', record);
		const { outputs } = await fetching({ simplify: false }).receive(delivery(content));
		expect(outputs?.flat()[0].json).toEqual({ ...content, record });
	});

	it('is null if the record was deleted in the meantime', async () => {
		const record = addProject(service());
		service().store.delete('project', record.id);
		const result = await fetching().receive(about('project.edited', record));
		expect(started(result)).toEqual(one);
		expect(result.outputs?.flat()[0].json).toMatchObject({ record: null });
	});

	it.each(eventKinds.filter(isDeletion))('%s: null, and nothing is read', async (event) => {
		const record = addRecord[partsOf(event).subject](service());
		const result = await fetching().receive(about(event, record));
		expect(started(result)).toEqual(one);
		expect(result.outputs?.flat()[0].json).toMatchObject({ record: null });
		expect(service().requests).toEqual([]);
	});

	it('reads no record for a delivery that starts nothing', async () => {
		const trigger = fetching({ events: ['project.created'] });
		const record = addProject(service());
		expect(started(await trigger.receive(about('project.edited', record)))).toEqual(none);
		const forged = delivery(payload(service(), 'project.created', record), 'whsec_of_a_stranger');
		expect(started(await trigger.receive(forged))).toEqual(refusedWith(401));
		expect(service().requests).toEqual([]);
	});

	it.each([
		['is down', { status: 503, headers: { 'retry-after': '0' } }],
		['is out of order', { status: 500 }],
		['breaks off', { reset: true }],
		['refuses the credential', { status: 401 }],
		[
			'asks for a longer wait than the service allows',
			{ status: 429, headers: { 'retry-after': '60' } },
		],
		['answers with something else', { status: 200, body: '<p>Welcome' }],
	])(
		'503 if the API %s, and the next attempt of the service starts the workflow',
		async (_, fault) => {
			service().faults.add(fault);
			const trigger = fetching();
			const received = about('project.edited', addProject(service()));
			expect(started(await trigger.receive(received))).toEqual(refusedWith(503));
			service().faults.clear();
			expect(started(await trigger.receive(received))).toEqual(one);
		},
	);

	it('503 if the API cannot be reached', async () => {
		const trigger = fetching({}, { baseUrl: 'http://127.0.0.1:9' });
		const received = about('project.edited', addProject(service()));
		expect(started(await trigger.receive(received))).toEqual(refusedWith(503));
	});
});

describe('Filters', () => {
	const answerTo = async (filters: object, event: EventKind, record: ApiRecord) =>
		started(await fetching({ filters }).receive(about(event, record)));

	it('by status: only events of projects with one of these statuses pass', async () => {
		const filters = { status: ['completed', 'archived'] };
		const archived = addProject(service(), { status: 'archived' });
		const trigger = receiver({ filters });
		expect(started(await trigger.receive(about('project.edited', archived)))).toEqual(one);
		expect(started(await trigger.receive(about('project.deleted', archived)))).toEqual(one);
		const open = addProject(service(), { status: 'inProgress' });
		expect(started(await trigger.receive(about('project.edited', open)))).toEqual(none);
		expect(started(await trigger.receive(about('project.deleted', open)))).toEqual(none);
	});

	it.each([
		['leads', true, one],
		['leads', false, none],
		['leads', null, none],
		['projects', true, none],
		['projects', false, one],
		['projects', null, one],
		['any', true, one],
		['any', false, one],
	])('only %s: a project whose isLead is %s', async (isLead, value, answer) => {
		const project = addProject(service(), { isLead: value });
		expect(await answerTo({ isLead }, 'project.edited', project)).toEqual(answer);
	});

	it.each([
		[['feasible'], 'feasible', one],
		[['feasible'], 'notFeasible', none],
		[['notStarted', 'feasible'], 'notStarted', one],
		[[], 'notStarted', one],
	])('feasibility %j: a project with %s', async (technicalFeasibilityAssesment, value, answer) => {
		const project = addProject(service(), { technicalFeasibilityAssesment: value });
		const filters = { technicalFeasibilityAssesment };
		expect(await answerTo(filters, 'project.edited', project)).toEqual(answer);
	});

	it('events of customers always pass, and so do deletions, whose record is unknown', async () => {
		const filters = { isLead: 'leads', technicalFeasibilityAssesment: ['feasible'] };
		const customer = addCustomer(service());
		expect(await answerTo(filters, 'customer.edited', customer)).toEqual(one);
		expect(await answerTo(filters, 'project.deleted', addProject(service()))).toEqual(one);
	});
});

describe('the log', () => {
	it('says what was wrong, in one line that a person understands', async () => {
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

	it('has a line for each kind of refusal at once, whatever it said in the last minute', async () => {
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

	it('has the same line only once a minute, and says how often it was left out', async () => {
		const received = delivery(payload(service(), 'project.edited'), 'whsec_of_a_stranger');
		const log = async () => (await receiver().receive(received)).log;
		expect(await log()).toHaveLength(1);
		for (let time = 0; time < 20; time++) expect(await log()).toEqual([]);
		laterBy(61);
		expect(await log()).toEqual([expect.stringContaining('20 more like this')]);
	});

	it('contains no secret, even if the API repeats one', async () => {
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

	it('has no line for a delivery that is taken', async () => {
		const received = about('project.edited', addProject(service()));
		const trigger = receiver();
		expect((await trigger.receive(received)).log).toEqual([]);
		expect((await trigger.receive(received)).log).toEqual([]);
	});
});
