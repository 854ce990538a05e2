import type { IDataObject } from 'n8n-workflow';
import { eventKinds } from '../../../nodes/EnergyProjects/service/eventKinds.ts';
import type { EventKind } from '../../../sandbox/service/records.mts';
import type { RunningService } from '../../../sandbox/service/start.mts';
import { receiver } from '../harness/webhook/deliveries.mts';
import { delivery, payload } from '../harness/webhook/signed.mts';
import { addCustomer, addProject } from '../harness/service/records.mts';
import type { useScenario } from '../harness/scenario.mts';
import { byId } from '../../shared.mts';
import type { Pins } from './descriptions.mts';

const address = { addressLine1: 'Lindenstraße 12', postalCode: '04109', city: 'Leipzig' };

/** The keys of an item, also those inside its objects and list entries: expressions use them. */
function keysOf(value: unknown, path = ''): string[] {
	if (Array.isArray(value)) return value.slice(0, 1).flatMap((entry) => keysOf(entry, `${path}[]`));
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) => [
		`${path}.${key}`,
		...keysOf(inner, `${path}.${key}`),
	]);
}

const pins = (what: string, item: unknown): Pins =>
	Object.fromEntries(keysOf(item).map((key) => [`${what}: ${key}`, true]));

/** A record that fills everything an event can contain. */
function subjectOf(service: RunningService, event: EventKind) {
	const customer = addCustomer(service, { address });
	if (!event.startsWith('project')) return customer;
	const heatingCircuits = [{ id: 'c1', name: 'Floor', flowTemperature: 35, returnTemperature: 28 }];
	return addProject(service, { address, customerId: customer.id, heatingCircuits });
}

/** The keys in the output of the nodes, as far as the nodes choose them. */
export async function itemPins(
	service: RunningService,
	run: ReturnType<typeof useScenario>['run'],
): Promise<Pins> {
	const onError = 'continueRegularOutput';
	const found: Pins[] = [];
	for (const [resource, add] of [
		['project', addProject],
		['customer', addCustomer],
	] as const) {
		const { id } = add(service, { address });
		const chosen = { resource, [`${resource}Id`]: byId(String(id)) };
		const simplified = await run({ ...chosen, operation: 'get' });
		found.push(pins(`simplified ${resource}`, simplified.json[0]));
		const unchanged = { ...chosen, operation: 'update', options: { skipUnchanged: true } };
		const updated = await run({ ...unchanged, updateFields: { companyName: 'x', name: 'x' } });
		found.push({ [`updated ${resource}: .syncResult`]: updated.json[0].syncResult !== undefined });
		const deleted = await run({ ...chosen, operation: 'delete' });
		found.push(pins(`deleted ${resource}`, deleted.json[0]));
		const failed = await run({ ...chosen, operation: 'get' }, { onError });
		found.push(pins(`failed ${resource}`, failed.json[0]));
	}
	const trigger = receiver();
	for (const { value } of eventKinds) {
		const event = value as EventKind;
		const about = delivery(payload(service, event, subjectOf(service, event)));
		const { outputs = [] } = await trigger.receive(about);
		const output = outputs.findIndex((items) => items.length > 0);
		found.push({ [`output of ${event}, all six chosen`]: output });
		found.push(pins(`event ${event}`, outputs[output]?.[0]?.json as IDataObject));
	}
	return Object.assign({}, ...found) as Pins;
}
