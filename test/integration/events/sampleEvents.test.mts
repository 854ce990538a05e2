// Judges events/eventItem.ts and events/recordItem.ts.
import { format } from 'prettier';
import { readFileSync } from 'node:fs';
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

const prettier = { parser: 'json', useTabs: true, printWidth: 100 };
/** The text of an example file with what the trigger hands over now: `-u` writes it, after a change of that. */
const textOf = async (example: Example) =>
	await format(JSON.stringify(example, null, '\t'), prettier);

describe('the sample events of the examples are what the trigger hands over', () => {
	const now = Date.UTC(2026, 10, 2, 14, 5, 33);
	beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
	afterAll(() => void vi.useRealTimers());

	it('of each kind, for the first record of the sandbox', async () => {
		const samples = read('sample-events.json');
		const nodes = samples.nodes.filter(({ parameters }) => parameters.jsonOutput !== undefined);
		expect(nodes).toHaveLength(eventKinds.length);
		for (const [index, kind] of eventKinds.entries())
			nodes[index].parameters.jsonOutput = JSON.stringify(await handedOver(kind), null, 2);
		await expect(await textOf(samples)).toMatchFileSnapshot(file('sample-events.json'));
	});

	it('of a new project, pinned to the trigger, since it belongs at its first output', async () => {
		const reacting = read('react-to-events.json');
		const [[name, items]] = Object.entries(reacting.pinData ?? {});
		expect(reacting.nodes.map((node) => node.name)).toContain(name);
		expect(items).toHaveLength(1);
		items[0].json = await handedOver('project.created');
		await expect(await textOf(reacting)).toMatchFileSnapshot(file('react-to-events.json'));
		expect(eventKinds[0]).toBe('project.created');
	});
});
