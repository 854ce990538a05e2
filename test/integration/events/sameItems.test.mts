// Judges events/eventItem.ts and events/eventId.ts.
import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { eventKinds, partsOf } from '../../../sandbox/service/records.mts';
import type { ApiRecord, EventKind } from '../../../sandbox/service/records.mts';
import type { StoreChange } from '../../../sandbox/service/store.mts';
import { receiver } from '../harness/webhook/deliveries.mts';
import { delivery, payload, signingSecret } from '../harness/webhook/signed.mts';
import { usePolls } from '../harness/polls.mts';
import { addCustomer, addProject, apiKeyCredential } from '../harness/service/service.mts';

const { service, trigger } = usePolls();

const place = { postalCode: '04109', city: 'Leipzig', country: 'Deutschland' };
const address = { addressLine1: 'Lindenstraße 12', ...place };
const heatingCircuits = [{ id: 'c1', name: 'Floor', flowTemperature: 35, returnTemperature: 28 }];

/** Lets a change of one kind happen. @returns what the service sends about it */
function happen(event: EventKind, former: Record<string, ApiRecord>): StoreChange {
	const { store } = service();
	let happened: StoreChange | undefined;
	store.once('change', (change) => (happened = change));
	const { subject, change } = partsOf(event);
	const fields = subject === 'project' ? { name: 'other' } : { email: 'other@mail.example' };
	if (change === 'edited') store.edit(subject, former[subject].id, fields);
	else if (change === 'deleted') store.delete(subject, former[subject].id);
	else if (subject === 'customer') addCustomer(service(), { address, email: 'a@mail.example' });
	else {
		addProject(service(), { address, heatingCircuits, customerId: former.customer.id });
	}
	if (happened === undefined) throw new Error('Nothing happened');
	return happened;
}

/** What the record does not hold. */
function withoutWhatTheRecordLacks(item: IDataObject): IDataObject {
	const without = (list: unknown, name: string) =>
		(list as IDataObject[]).map((entry) => {
			const { [name]: left, ...others } = entry;
			expect(left).toBeDefined();
			return others;
		});
	return {
		...item,
		addresses: without(item.addresses, 'id'),
		...(item.heatingCircuits !== undefined && {
			heatingCircuits: without(item.heatingCircuits, 'circuitType'),
		}),
	};
}

it.each(eventKinds)('%s: both triggers bring the same item', async (event) => {
	// Others stay, so that one deletion leaves no empty list.
	addCustomer(service());
	const customer = addCustomer(service(), { address, email: 'ada@mail.example' });
	addProject(service());
	const own = { humanId: 'P|ü,:1', address, heatingCircuits };
	const project = addProject(service(), { ...own, customerId: customer.id });
	const polls = trigger();
	await polls.activate();

	const { record } = happen(event, { project, customer });
	const both = { ...signingSecret(), ...apiKeyCredential(service()) };
	const webhook = receiver({ fetchRecord: 'apiKey' }, both);
	const { outputs = [] } = await webhook.receive(delivery(payload(service(), event, record)));
	const polled = await polls.poll();

	const [sent] = outputs.flat().map(({ json }) => json);
	const [found, ...more] = polled.json;
	expect(more).toEqual([]);
	const placeOf = (all: object[][] = []) => all.findIndex((items) => items.length > 0);
	expect(placeOf(polled.outputs)).toBe(placeOf(outputs));
	const { subject, change } = partsOf(event);
	if (change === 'deleted') {
		const { id, humanId } = sent[subject] as IDataObject;
		expect(found).toEqual({
			...{ event, eventId: sent.eventId, record: null },
			[subject]: {
				...{ id, ...(subject === 'project' && { humanId }) },
				deletedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown,
			},
		});
		return;
	}
	const { changedFields, ...item } = found;
	expect(item).toEqual(withoutWhatTheRecordLacks(sent));
	const edited = subject === 'project' ? ['name'] : ['email'];
	expect(changedFields).toEqual(change === 'edited' ? edited : undefined);
});
