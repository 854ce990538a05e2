import { format } from 'prettier';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { examplesFolder } from '../../../sandbox/n8n/paths.mts';
import { payloadOf } from '../../../sandbox/service/events.mts';
import { eventKinds, partsOf } from '../../../sandbox/service/records.mts';
import type { EventKind } from '../../../sandbox/service/records.mts';
import { recordsOf } from '../../shared.mts';
import { receiver } from '../harness/webhook/deliveries.mts';
import { delivery } from '../harness/webhook/signed.mts';
import { useService } from '../harness/service/service.mts';

interface Example {
	nodes: Array<{ name: string; parameters: { jsonOutput?: string } }>;
	pinData?: Record<string, Array<{ json: unknown }>>;
}

const service = useService();
const file = (name: string) => join(examplesFolder, name);
const read = (name: string) => JSON.parse(readFileSync(file(name), 'utf8')) as Example;

/** What the trigger hands over for an event about the first record of the sandbox, at fixed times. */
async function handedOver(kind: EventKind): Promise<unknown> {
	const [first] = recordsOf(service(), partsOf(kind).subject);
	if (first === undefined) throw new Error(`There is no record for ${kind}`);
	const createdAt = '2026-09-14T08:12:45.000Z';
	const updatedAt = kind.endsWith('created') ? createdAt : '2026-11-02T14:05:31.000Z';
	const payload = payloadOf(service().store, kind, { ...first, createdAt, updatedAt });
	const trigger = receiver({ splitByEvent: false }, undefined, 'manual');
	const { outputs = [] } = await trigger.receive(delivery(payload));
	return outputs[0]?.[0]?.json;
}

/** With RENEW_SAMPLES=1 the examples are written again: after a change of what the trigger hands over. */
async function renew(): Promise<void> {
	const write = async (name: string, example: Example) => {
		const text = JSON.stringify(example, null, '\t');
		writeFileSync(
			file(name),
			await format(text, { parser: 'json', useTabs: true, printWidth: 100 }),
		);
	};
	const samples = read('sample-events.json');
	const nodes = samples.nodes.filter(({ parameters }) => parameters.jsonOutput !== undefined);
	for (const [index, kind] of eventKinds.entries()) {
		nodes[index].parameters.jsonOutput = JSON.stringify(await handedOver(kind), null, 2);
	}
	await write('sample-events.json', samples);
	const reacting = read('react-to-events.json');
	for (const items of Object.values(reacting.pinData ?? {})) {
		for (const item of items) item.json = await handedOver('project.created');
	}
	await write('react-to-events.json', reacting);
}

describe('the sample events of the examples', () => {
	beforeAll(async () => {
		vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 2, 14, 5, 33) });
		if (process.env.RENEW_SAMPLES === '1') await renew();
	});
	afterAll(() => void vi.useRealTimers());

	it.each([...eventKinds.entries()])(
		'of kind %i, %s, are what the trigger hands over for the first record of the sandbox',
		async (index, kind) => {
			const samples = read('sample-events.json').nodes.flatMap(
				({ parameters: { jsonOutput } }) => jsonOutput ?? [],
			);
			expect(samples).toHaveLength(eventKinds.length);
			expect(JSON.parse(samples[index])).toEqual(await handedOver(kind));
		},
	);

	it('are pinned to the trigger as the event of a new project, which belongs at its first output', async () => {
		const { pinData = {}, nodes } = read('react-to-events.json');
		const [[name, items]] = Object.entries(pinData);
		expect(nodes.map((node) => node.name)).toContain(name);
		expect(items).toEqual([{ json: await handedOver('project.created') }]);
		expect(eventKinds[0]).toBe('project.created');
	});
});
