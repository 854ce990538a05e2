import { describe, expect, it } from 'vitest';
import { addProject } from '../harness/service/service.mts';
import { useDeliveries } from '../harness/webhook/deliveries.mts';
import { started } from '../harness/webhook/signed.mts';

// "Listen for test event" in the editor: the person who sends an event there wants to know why nothing happens.

const { service, about, receiverWithKey } = useDeliveries();

const NOT_STARTED = 'A genuine event arrived that does not start this workflow: ';
const NOT_CHOSEN = 'project.edited is not chosen under Trigger On';
const accepted = { status: 200, body: { message: 'Accepted' }, started: 0 };
const ofLead = () =>
	about('project.edited', addProject(service(), { status: 'inProgress', isLead: true }));
const fetching = (isLead: string) => ({ fetchRecord: 'apiKey', filters: { isLead } });

describe.each([
	['is not chosen', { events: ['project.created', 'customer.edited'] }, NOT_CHOSEN],
	[
		'a filter by status holds back',
		{ filters: { status: ['completed'] } },
		'its status is inProgress, so the filter Status holds it back',
	],
	[
		'a filter of the record holds back',
		fetching('projects'),
		'the filter Leads or Projects or Technical Feasibility Assessment holds it back',
	],
])('a genuine event that %s', (_, parameters, why) => {
	it('while somebody listens: the sender is answered 200, and the node says why nothing starts', async () => {
		const trigger = receiverWithKey(parameters, {}, 'manual');
		const result = await trigger.receive(ofLead());
		expect(started(result)).toEqual(accepted);
		expect(result.failure?.message).toBe(`${NOT_STARTED}${why}`);
		expect(result.failure?.description).toMatch(/^Change Trigger On or the filters.*Then click/);
		expect((await trigger.receive(ofLead())).failure).toBeDefined();
	});
});
