import { describe, expect, it } from 'vitest';
import { one, refusedWith, started } from '../harness/webhook/answers.mts';
import { useDeliveries } from '../harness/webhook/deliveries.mts';
import { delivery, payload } from '../harness/webhook/signed.mts';
import { addProject } from '../harness/service/records.mts';

const { service, fetching } = useDeliveries();

describe('Fetch Record', () => {
	it.each<[string, unknown]>([
		['two dots', '..'],
		['a dot', '.'],
		['nothing', ''],
		['blanks', ' \t '],
		['20,000 characters', 'x'.repeat(20_000)],
		['half a character', 'a\ud800'],
		['a number', 5],
		['null', null],
		['a list', ['x']],
	])('an id of %s names no record: record null, and nothing is read', async (_, id) => {
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
	])('a 404 with %s comes from something else than the service: 503', async (_, body) => {
		service().faults.add({ status: 404, body });
		const received = delivery(payload(service(), 'project.edited', addProject(service())));
		const trigger = fetching();
		expect(started(await trigger.receive(received))).toEqual(refusedWith(503));
		service().faults.clear();
		expect(started(await trigger.receive(received))).toEqual(one);
	});
});
