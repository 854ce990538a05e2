import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { none, one, started } from '../harness/webhook/answers.mts';
import { receiver, useDeliveries } from '../harness/webhook/deliveries.mts';
import { delivery, payload } from '../harness/webhook/signed.mts';

const { service } = useDeliveries();

describe('a workflow in which another node saves data', () => {
	/** A trigger whose workflow holds this data. */
	const triggerBeside = (data: IDataObject) => {
		const trigger = receiver();
		Object.assign(trigger.staticData, data, { __dataChanged: false });
		return trigger;
	};

	it.each<[string, IDataObject]>([
		['a Code node, for all nodes', { global: { count: 2 } }],
		['a Code node, for itself', { 'node:Code': { count: 2 } }],
		['a polling trigger', { 'node:Energy Projects Polling Trigger': { state: 'x' } }],
	])('%s: n8n has nothing to save, and duplicates are still skipped', async (_, data) => {
		const trigger = triggerBeside(data);
		const content = payload(service(), 'project.edited');
		expect(started(await trigger.receive(delivery(content)))).toEqual(one);
		expect(started(await trigger.receive(delivery(content)))).toEqual(none);
		expect(trigger.staticData.__dataChanged).toBe(false);
		expect(trigger.staticData).toEqual(data);
	});

	it('otherwise n8n has the deliveries to save', async () => {
		const trigger = triggerBeside({});
		await trigger.receive(delivery(payload(service(), 'project.edited')));
		expect(trigger.staticData.__dataChanged).toBe(true);
		expect(Object.keys(trigger.staticData.global as object)).toEqual(['energyProjectsTrigger']);
	});
});

describe('a value that is changed and changed back within one time of change', () => {
	it('starts the workflow three times, and repeats start nothing', async () => {
		const trigger = receiver();
		const content = payload(service(), 'project.edited') as { data: IDataObject };
		const withFlow = (temperature: number) => ({
			...content,
			data: { ...content.data, heatingCircuits: [{ id: 'a', flow_temperature: temperature }] },
		});
		const answers = [];
		for (const temperature of [55, 50, 50, 55, 55]) {
			answers.push(started(await trigger.receive(delivery(withFlow(temperature)))));
		}
		expect(answers).toEqual([one, one, none, one, none]);
	});
});
