import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import type { Fault } from '../../../sandbox/service/faults.mts';
import { eventKinds, partsOf } from '../../../sandbox/service/records.mts';
import type { EventKind } from '../../../sandbox/service/records.mts';
import {
	one,
	refused,
	started,
	delivery,
	payload,
	signingSecret,
} from '../harness/webhook/signed.mts';
import { receiver, useDeliveries } from '../harness/webhook/deliveries.mts';
import type { WebhookBench } from '../harness/n8n/engine.mts';
import { addProject, addRecord, oAuth2Credential } from '../harness/service/service.mts';

const { service, about, fetching } = useDeliveries();

const STRANGE_ID = '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34';

const isDeletion = (event: EventKind) => partsOf(event).change === 'deleted';

it.each(eventKinds.filter((event) => !isDeletion(event)))(
	'%s: the whole record of the API, beside the data of the event',
	async (event) => {
		const { subject } = partsOf(event);
		const record = addRecord[subject](service());
		const { outputs } = await fetching().receive(about(event, record));
		expect(outputs?.flat()[0].json).toMatchObject({ event, [subject]: { id: record.id }, record });
		expect(service().requests).toHaveLength(1);
	},
);

it('reads with OAuth2 too', async () => {
	const record = addProject(service());
	const oAuth2 = { ...signingSecret(), ...(await oAuth2Credential(service())) };
	const trigger = receiver({ fetchRecord: 'oAuth2' }, oAuth2);
	const { outputs } = await trigger.receive(about('project.edited', record));
	expect(outputs?.flat()[0].json.record).toEqual(record);
});

it('stands beside the payload as it was sent, where it is not simplified', async () => {
	const record = addProject(service());
	const content = payload(service(), 'project.edited', record);
	const { outputs } = await fetching({ simplify: false }).receive(delivery(content));
	expect(outputs?.flat()[0].json).toEqual({ ...content, record });
});

it('replaces a "record" in the payload, which passes for it nowhere', async () => {
	const record = addProject(service());
	const { data, ...content } = payload(service(), 'project.edited', record);
	const sent = delivery({ ...content, data: { ...(data as object), record: 'x' } });
	const item = async (bench: WebhookBench) => (await bench.receive(sent)).outputs?.flat()[0].json;
	expect(await item(fetching())).toMatchObject({ record });
	// Not as a repeat of the same event.
	expect(await item(receiver({}, undefined, 'manual'))).not.toHaveProperty('record');
});

it.each([
	[
		'the ID that the polling trigger gives it, if its time has lost parts of a second',
		'00.123',
		'00.123',
	],
	['an ID of its own, if the record was edited again', '40.123', '00.000'],
])('gives an edit %s', async (_, recordSeconds, seconds) => {
	const record = addProject(service(), { updatedAt: `2026-06-01T10:00:${recordSeconds}Z` });
	const told = { ...record, updatedAt: '2026-06-01T10:00:00Z' };
	const { outputs } = await fetching().receive(about('project.edited', told));
	const eventId = `project.edited:${record.id}:2026-06-01T10:00:${seconds}Z`;
	expect(outputs?.flat()[0].json).toMatchObject({ eventId });
});

it('is null if the record is gone, and the log says so', async () => {
	const record = addProject(service());
	service().store.delete('project', record.id);
	const result = await fetching().receive(about('project.edited', record));
	expect(started(result)).toEqual(one);
	expect(result.outputs?.flat()[0].json).toMatchObject({ record: null });
	expect(result.log).toEqual([
		expect.stringMatching(`event without its record: project ${record.id} has been deleted since$`),
	]);
});

it.each<[string, (project: IDataObject) => void, Fault | undefined, RegExp]>([
	[
		'the event is of another company',
		(project) => void (project.company_id = STRANGE_ID),
		undefined,
		/does not belong to the company of the event/,
	],
	[
		'the event does not name its company',
		(project) => void delete project.company_id,
		undefined,
		/does not belong to the company of the event/,
	],
	[
		'nothing tells the company of the credential',
		() => undefined,
		{ path: pathOf('getAccount'), status: 404, body: { message: 'No' } },
		/nothing tells to which company the credential of Fetch Record belongs: Could not read the acc/,
	],
])('503 if the API has no such record, but %s', async (_, change, fault, why) => {
	const record = addProject(service());
	const content = payload(service(), 'project.edited', record);
	service().store.delete('project', record.id);
	change((content.data as { project: IDataObject }).project);
	if (fault !== undefined) service().faults.add(fault);
	const result = await fetching().receive(delivery(content));
	expect(started(result)).toEqual(refused(503));
	expect(result.failure?.message).toMatch(`the API has no project ${record.id}, and`);
	expect(result.failure?.message).toMatch(why);
});

it.each(eventKinds.filter(isDeletion))('%s: null, and nothing is read', async (event) => {
	const record = addRecord[partsOf(event).subject](service());
	const result = await fetching().receive(about(event, record));
	expect(started(result)).toEqual(one);
	expect(result.outputs?.flat()[0].json).toMatchObject({ record: null });
	expect([service().requests, result.log]).toEqual([[], []]);
});

it.each([
	['refuses the credential', { status: 401 }],
	['answers with another record', { status: 200, body: { id: STRANGE_ID, name: 'Haus' } }],
	['no longer has the address', { status: 410, body: { message: 'This endpoint was removed' } }],
])('503 where the API %s, and the next attempt of the service starts', async (_, fault) => {
	service().faults.add(fault);
	const trigger = fetching();
	const received = about('project.edited', addProject(service()));
	expect(started(await trigger.receive(received))).toEqual(refused(503));
	service().faults.clear();
	expect(started(await trigger.receive(received))).toEqual(one);
});
