import fc from 'fast-check';
import { Workflow } from 'n8n-workflow';
import type { IDataObject, INode, INodeTypes } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { digestOf, remember, SeenDeliveries } from '../../../nodes/EnergyProjects/webhook/seen.ts';
import { checkDelivery, isRefusal } from '../../../nodes/EnergyProjects/webhook/delivery.ts';
import { parseSignature } from '../../../nodes/EnergyProjects/webhook/signature.ts';
import { BODY, bytes, headerOf, NOW, NOW_MS, projectEvent, SECRET } from './fixtures.mts';

const HOUR = 3_600_000;
const bodyOf = (number: number) => bytes(`{"event":"project.edited","data":{"n":${number}}}`);

/** A node that gets deliveries; between them n8n keeps its static data as JSON. */
function node(kept = '{}', inProcess = new Map<string, number>()) {
	let stored = kept;
	const at = (nowMs: number) => {
		const staticData = JSON.parse(stored) as IDataObject;
		return { staticData, seen: new SeenDeliveries(staticData, nowMs, inProcess) };
	};
	return {
		stored: () => JSON.parse(stored) as IDataObject,
		has: (body: Uint8Array, nowMs = NOW_MS) => at(nowMs).seen.has(digestOf(body)),
		add: (body: Uint8Array, nowMs = NOW_MS) => {
			const { staticData, seen } = at(nowMs);
			seen.add(digestOf(body));
			stored = JSON.stringify(staticData);
		},
		keep: (body: Uint8Array) => remember(inProcess, digestOf(body), NOW_MS / 1000),
	};
}

describe('deliveries that were taken', () => {
	it('are known again, others are not', () => {
		const trigger = node();
		expect(trigger.has(BODY)).toBe(false);
		trigger.add(BODY);
		expect(trigger.has(BODY)).toBe(true);
		expect(trigger.has(bytes('{}'))).toBe(false);
	});

	it('are known again when signed anew', () => {
		const trigger = node();
		for (const time of [NOW - 60, NOW]) {
			const signature = parseSignature(headerOf(time));
			if (typeof signature === 'string') throw new Error(signature);
			const delivery = checkDelivery(signature, BODY, [SECRET], 300, NOW_MS);
			expect(isRefusal(delivery)).toBe(false);
			expect(trigger.has(BODY)).toBe(time === NOW);
			if (time < NOW) trigger.add(BODY);
		}
	});

	it('are others when a single byte differs, as the time of the change does', () => {
		const project = { ...projectEvent.data.project, updated_at: '2026-03-01T13:00:01+01:00' };
		const later = { ...projectEvent, data: { ...projectEvent.data, project } };
		const trigger = node();
		trigger.add(BODY);
		expect(trigger.has(bytes(JSON.stringify(later)))).toBe(false);
		expect(trigger.has(Buffer.concat([BODY, bytes('\n')]))).toBe(false);
	});

	it('are not remembered by asking', () => {
		const trigger = node();
		trigger.has(BODY);
		expect(trigger.has(BODY)).toBe(false);
	});

	it('are known within the same call too', () => {
		const seen = new SeenDeliveries({}, NOW_MS);
		seen.add(digestOf(BODY));
		expect(seen.has(digestOf(BODY))).toBe(true);
	});

	it('are known for 24 hours, and not longer', () => {
		const trigger = node();
		trigger.add(BODY);
		expect(trigger.has(BODY, NOW_MS + 24 * HOUR - 1000)).toBe(true);
		expect(trigger.has(BODY, NOW_MS + 24 * HOUR + 1000)).toBe(false);
	});

	it('stay known when the clock was set back', () => {
		const trigger = node();
		trigger.add(BODY);
		expect(trigger.has(BODY, NOW_MS - HOUR)).toBe(true);
	});

	it('are 500 at most: the oldest go first', () => {
		const trigger = node();
		for (let number = 0; number < 501; number++) trigger.add(bodyOf(number));
		expect(trigger.has(bodyOf(0))).toBe(false);
		const others = Array.from({ length: 500 }, (_, index) => trigger.has(bodyOf(index + 1)));
		expect(others.filter((known) => known).length).toBe(500);
	});

	it('leave nothing behind once their time is over', () => {
		const trigger = node();
		for (let number = 0; number < 100; number++) trigger.add(bodyOf(number));
		trigger.add(BODY, NOW_MS + 25 * HOUR);
		expect(String(trigger.stored().seen)).not.toContain(' ');
	});

	it('behave like a list with times, in any order of deliveries', () => {
		const steps = fc.array(fc.record({ body: fc.nat(8), hours: fc.integer({ min: 0, max: 30 }) }), {
			maxLength: 30,
		});
		fc.assert(
			fc.property(steps, (deliveries) => {
				const trigger = node();
				const takenAt = new Map<number, number>();
				let nowMs = NOW_MS;
				for (const { body, hours } of deliveries) {
					nowMs += hours * HOUR + 1000;
					const known = nowMs - (takenAt.get(body) ?? -Infinity) < 24 * HOUR;
					expect(trigger.has(bodyOf(body), nowMs)).toBe(known);
					if (known) continue;
					trigger.add(bodyOf(body), nowMs);
					takenAt.set(body, nowMs);
				}
			}),
		);
	});
});

describe('the memory of a process', () => {
	/** Two deliveries at the same moment: both start from the same static data, the second saves last. */
	const afterTwoAtOnce = (inProcess: Map<string, number>) => {
		const before = '{}';
		const first = node(before, inProcess);
		const second = node(before, inProcess);
		first.add(bodyOf(1));
		first.keep(bodyOf(1));
		second.add(bodyOf(2));
		return second;
	};

	it('keeps the later of two deliveries from forgetting the earlier', () => {
		const trigger = afterTwoAtOnce(new Map());
		expect([trigger.has(bodyOf(1)), trigger.has(bodyOf(2))]).toEqual([true, true]);
		const afterRestart = node(JSON.stringify(trigger.stored()));
		expect([afterRestart.has(bodyOf(1)), afterRestart.has(bodyOf(2))]).toEqual([true, true]);
	});

	it('holds 500 at most, and each for 24 hours', () => {
		const inProcess = new Map<string, number>();
		const trigger = node('{}', inProcess);
		for (let number = 0; number < 600; number++) trigger.keep(bodyOf(number));
		expect(inProcess.size).toBe(500);
		expect(trigger.has(bodyOf(599), NOW_MS + 23 * HOUR)).toBe(true);
		expect(trigger.has(bodyOf(599), NOW_MS + 25 * HOUR)).toBe(false);
	});
});

describe('the static data', () => {
	it('stays below 12,000 characters, whatever was sent', () => {
		const trigger = node();
		for (let number = 0; number < 600; number++) {
			trigger.add(Buffer.concat([bodyOf(number), Buffer.alloc(1000)]));
		}
		expect(JSON.stringify(trigger.stored()).length).toBeLessThan(12_000);
	});

	it('holds neither content nor secret of a delivery', () => {
		const trigger = node();
		trigger.add(BODY);
		expect(JSON.stringify(trigger.stored())).toMatch(/^\{"seen":"[\w-]{20,24}"\}$/);
	});

	it('keeps what else is in it', () => {
		const trigger = node('{"other":{"a":1}}');
		trigger.add(BODY);
		expect(trigger.stored()).toMatchObject({ other: { a: 1 } });
	});

	it.each(['null', '42', '[]', '{}', 'true', '""', '"   "', '"nonsense"', '"0123456789abcdef"'])(
		'does no harm when it was spoiled: %s',
		(spoiled) => {
			const trigger = node(`{"seen":${spoiled}}`);
			expect(trigger.has(BODY)).toBe(false);
			trigger.add(BODY);
			expect(trigger.has(BODY)).toBe(true);
		},
	);

	it('is saved by n8n after a delivery was taken, also when n8n forgot, not after one was asked for', () => {
		const trigger: INode = {
			id: '1',
			name: 'Trigger',
			type: 'trigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		};
		const nodeTypes = { getByNameAndVersion: () => undefined } as unknown as INodeTypes;
		const workflow = new Workflow({ nodes: [trigger], connections: {}, active: false, nodeTypes });
		const isToBeSaved = () => workflow.staticData.__dataChanged === true;
		const seen = new SeenDeliveries(workflow.getStaticData('node', trigger), NOW_MS);
		seen.has(digestOf(BODY));
		expect(isToBeSaved()).toBe(false);
		seen.add(digestOf(BODY));
		expect(isToBeSaved()).toBe(true);
		// What n8n does while it hands the execution over.
		workflow.staticData.__dataChanged = false;
		const stored = JSON.stringify(workflow.staticData);
		seen.add(digestOf(BODY));
		expect(isToBeSaved()).toBe(true);
		expect(JSON.stringify(workflow.staticData)).toBe(stored);
	});
});
