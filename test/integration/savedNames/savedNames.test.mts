import type { INodeProperties } from 'n8n-workflow';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { eventKinds } from '../../../nodes/EnergyProjects/service/eventKinds.ts';
import type { EventKind } from '../../../sandbox/service/records.mts';
import { byId } from '../../shared.mts';
import { addCustomer, addProject, addRecord } from '../harness/service/service.mts';
import { receiver, useDeliveries } from '../harness/webhook/deliveries.mts';
import { delivery, payload } from '../harness/webhook/signed.mts';
import { credentials, nodes } from './descriptions.mts';

/**
 * Every name that ends up in people's workflows and credentials, once, with its default, and the keys of items that their
 * expressions use. A name can be added: then renew the pins. Before the first publication a name may also change; then
 * renew the pins too, in a commit that says why. After the first publication a name never changes.
 */
const RENEW = 'PIN_NAMES=1 npx vitest run savedNames';
const file = new URL('savedNames.json', import.meta.url);

/** By name: the default that n8n uses if nothing is saved for it, or the names in it. */
type Pins = Record<string, unknown>;

const { service, run } = useDeliveries();

/** A parameter with everything in it. @param place of a resource or an operation, for a default or choices of its own */
function addPins(pins: Pins, property: INodeProperties, path: string, place = ''): void {
	// A field is pinned once for all collections, and so is a part of an address.
	const name = `${path}.${property.name}`
		.replace(/\.(project|customer)(Update)?Fields\./, '.fields.')
		.replace(/\.((project|customer)Address|fields\.address)\./, '.address.');
	const value: unknown = property.default ?? null;
	const text = typeof value === 'object' ? JSON.stringify(value) : value;
	const isOther = name in pins && pins[name] !== text;
	pins[isOther ? `${name} (${place})` : name] = text;
	const choices = new Set<string>();
	for (const mode of property.modes ?? []) choices.add(mode.name);
	for (const option of property.options ?? []) {
		if ('values' in option) {
			for (const one of option.values) addPins(pins, one, `${name}.${option.name}`, place);
		} else if ('type' in option) addPins(pins, option, name, place);
		else if ('value' in option) choices.add(String(option.value));
	}
	const own = [...choices].sort().join(' ');
	const isOtherChoice = `${name} =` in pins && pins[`${name} =`] !== own;
	if (own !== '') pins[isOtherChoice ? `${name} (${place}) =` : `${name} =`] = own;
}

function descriptionPins(): Pins {
	const pins: Pins = {};
	for (const { description } of nodes) {
		const { name, version, properties, webhooks = [] } = description;
		pins[`node ${name}`] = version;
		// The service has the whole address.
		for (const { path } of webhooks) pins[`path of the webhook of ${name}`] = path;
		for (const property of properties) {
			const { resource = [], operation = [] } = property.displayOptions?.show ?? {};
			addPins(pins, property, name, [...resource, ...operation].join('.'));
		}
	}
	for (const { name, extends: parents = [], properties } of credentials) {
		pins[`credential ${name}`] = parents.join(' ');
		// Hidden values may change: people neither see nor save them.
		for (const property of properties.filter(({ type }) => type !== 'hidden')) {
			addPins(pins, property, name);
		}
	}
	return pins;
}

/** The keys of an item, also those inside its objects and list entries: expressions use them. */
function keysOf(value: unknown, path = ''): string[] {
	if (Array.isArray(value)) return value.slice(0, 1).flatMap((entry) => keysOf(entry, `${path}[]`));
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) => [
		`${path}.${key}`,
		...keysOf(inner, `${path}.${key}`),
	]);
}

const address = { addressLine1: 'Lindenstraße 12', postalCode: '04109', city: 'Leipzig' };
const heatingCircuits = [{ id: 'c1', name: 'Floor', flowTemperature: 35, returnTemperature: 28 }];

/** The keys in the output of the nodes, as far as the nodes choose them. */
async function itemPins(): Promise<Pins> {
	const pins: Pins = {};
	const add = (name: string, item: unknown) => (pins[`item, ${name}`] = keysOf(item).join(' '));
	for (const resource of ['project', 'customer'] as const) {
		const { id } = addRecord[resource](service(), { address });
		const runs = async (operation: string, more: object = {}) => {
			const chosen = { resource, operation, [`${resource}Id`]: byId(String(id)), ...more };
			return (await run(chosen, { onError: 'continueRegularOutput' })).json[0];
		};
		add(`${resource}, simplified`, await runs('get'));
		const updateFields = { companyName: 'x', name: 'x' };
		const options = { skipUnchanged: true };
		add(`${resource}, updated`, await runs('update', { updateFields, options }));
		add(`${resource}, deleted`, await runs('delete'));
		add(`${resource}, failed`, await runs('get'));
	}
	const trigger = receiver();
	for (const { value } of eventKinds) {
		const customer = addCustomer(service(), { address });
		const isProject = value.startsWith('project');
		const more = { address, heatingCircuits, customerId: customer.id };
		const record = isProject ? addProject(service(), more) : customer;
		const event = delivery(payload(service(), value as EventKind, record));
		const { outputs = [] } = await trigger.receive(event);
		const output = outputs.findIndex((items) => items.length > 0);
		pins[`output of ${value}, all six chosen`] = output;
		add(value, outputs[output]?.[0]?.json);
	}
	return pins;
}

it('the names in saved workflows and their defaults are the ones that are pinned', async () => {
	const now: Pins = { ...descriptionPins(), ...(await itemPins()) };
	if (process.env.PIN_NAMES !== undefined) {
		const sorted = Object.entries(now).sort(([a], [b]) => (a < b ? -1 : 1));
		writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, '\t')}\n`);
	}
	const pinned = JSON.parse(readFileSync(file, 'utf8')) as Pins;
	expect(problemsIn(now, pinned)).toEqual([]);
});

function problemsIn(now: Pins, pinned: Pins): string[] {
	const broken = Object.entries(pinned).flatMap(([name, value]) => {
		if (!(name in now)) return [`${name} is gone: workflows that use it lose what people entered`];
		const [was, is] = [value, now[name]].map((one) => JSON.stringify(one));
		const [before, after] = [value, now[name]].map((list) => String(list).split(' '));
		const more = after.filter((word) => !before.includes(word));
		if (more.length > 0 && before.every((word) => after.includes(word)))
			return [`${name} has new: ${more.join(', ')}. Renew the pins with: ${RENEW}`];
		return was === is ? [] : [`${name} was ${was} and is ${is}: saved workflows rely on it`];
	});
	const added = Object.keys(now).filter((name) => !(name in pinned));
	return [
		...broken,
		...added.map((name) => `${name} is not pinned yet. Renew the pins with: ${RENEW}`),
	];
}
