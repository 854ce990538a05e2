import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { contentDigest } from '../../../../nodes/EnergyProjects/events/contentDigest.ts';
import { n8n, stored } from './n8nProcess.mts';

const START = Date.UTC(2026, 2, 1, 12);
const change = { id: 'P', updated_at: '2026-03-01T13:00:00+01:00' };
afterEach(() => void vi.useRealTimers());

/** Receives bodies about one change, one after the other. */
async function startedBy(...bodies: string[]) {
	const { receive, executions } = n8n();
	for (const body of bodies) expect(await receive(body, { change })).toBe(200);
	return executions;
}

// The service does not promise a new `updated_at` for each change.
describe('different bodies about the same kind, ID and time of change', () => {
	it('a value that is changed and changed back: three events', async () => {
		expect(await startedBy('55', '50', '55')).toEqual(['55', '50', '55']);
	});

	it('the same body again: one event, however often it comes', async () => {
		expect(await startedBy('55', '55', '50', '50', '50')).toEqual(['55', '50']);
	});

	it('a late repeat of the first one after the second: starts again, since it may be a new event', async () => {
		expect(await startedBy('55', '50', '55', '55')).toEqual(['55', '50', '55']);
	});

	it('after a restart: the last one is a duplicate, the one before it is not', async () => {
		const { receive, afterRestart } = n8n();
		for (const body of ['55', '50']) await receive(body, { change });
		const restarted = afterRestart();
		for (const body of ['50', '55']) await restarted.receive(body, { change });
		expect(restarted.executions).toEqual(['55']);
	});

	it('a refused one does not count', async () => {
		const { receive, executions } = n8n();
		await receive('55', { change });
		expect(await receive('50', { change, isRefused: true })).toBe(503);
		await receive('55', { change });
		expect(executions).toEqual(['55']);
	});

	it('changed back while the other one is still being handled: three events', async () => {
		const { receive, executions, ready } = n8n();
		await ready;
		await receive('55', { change });
		const other = receive('50', { change, take: 40 });
		await sleep(10);
		expect(await receive('55', { change })).toBe(200);
		expect(await other).toBe(200);
		expect(executions.sort()).toEqual(['50', '55', '55']);
	});

	it('at two processes, within one second of each other: no event is lost', async () => {
		vi.useFakeTimers({ toFake: ['Date'], now: START });
		const one = n8n();
		await one.ready;
		const other = one.beside();
		await one.receive('55', { change });
		await other.receive('50', { change });
		await one.receive('55', { change });
		await other.receive('50', { change });
		expect([one.executions, other.executions]).toEqual([
			['55', '55'],
			['50', '50'],
		]);
	});

	it('at two processes that did not know of each other, in the same second: both count no longer', async () => {
		vi.useFakeTimers({ toFake: ['Date'], now: START });
		const one = n8n();
		await one.ready;
		const other = n8n({ ...one.database });
		await one.receive('55', { change });
		await other.receive('50', { change });
		one.database.text = other.database.text;
		for (const body of ['50', '55']) await one.receive(body, { change });
		expect(one.executions).toEqual(['55', '50', '55']);
	});

	it.each([
		['another ID', { ...change, id: 'Q' }],
		['another time', { ...change, updated_at: '2026-03-01T13:00:01+01:00' }],
	])('a body with %s in between: the first one is still a duplicate', async (_, otherChange) => {
		const { receive, executions } = n8n();
		await receive('55', { change });
		await receive('50', { change: otherChange });
		await receive('55', { change });
		expect(executions).toEqual(['55', '50']);
	});

	it.each([
		['the ID in other letter case', { ...change, id: 'p' }],
		['the time in another time zone', { ...change, updated_at: '2026-03-01T12:00:00Z' }],
	])('%s is the same', async (_, same) => {
		const { receive, executions } = n8n();
		await receive('55', { change });
		await receive('50', { change: same });
		await receive('55', { change });
		expect(executions).toEqual(['55', '50', '55']);
	});
});

it('a delivery that a former version saved, with a digest of its body alone, is still a duplicate', async () => {
	const text = `${contentDigest('a')}${Math.floor(Date.now() / 1000).toString(36)}`;
	const global = { energyProjectsTrigger: { t1: text } };
	const { database, receive, executions, afterRestart } = n8n(stored(JSON.stringify({ global })));
	for (const body of ['a', 'b', 'a', 'a']) await receive(body);
	expect(executions).toEqual(['b']);
	expect(database.saves).toBe(1);
	const restarted = afterRestart();
	for (const body of ['a', 'b']) await restarted.receive(body);
	expect(restarted.executions).toEqual([]);
});

describe('edits, repeats, late repeats and restarts in any order', () => {
	/** An edit gives one of two records one of three values, with or without a new time of change. */
	const edit = fc.record({
		record: fc.nat(1),
		value: fc.nat(2),
		hasNewTime: fc.boolean(),
	});
	const step = fc.oneof(
		{ weight: 4, arbitrary: edit.map((made) => ({ do: 'edit' as const, ...made })) },
		{ weight: 2, arbitrary: fc.constant({ do: 'repeat' as const }) },
		{ weight: 2, arbitrary: fc.record({ do: fc.constant('repeatLate' as const), of: fc.nat(20) }) },
		{ weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
	);

	interface Sent {
		readonly body: string;
		readonly change: { id: string; updated_at: string };
	}

	it('no event is dropped, and a repeat with no other body in between starts nothing', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
				let trigger = n8n();
				const times = [0, 0];
				const sent: Sent[] = [];
				const latest = new Map<string, string>();
				/** Receives a delivery, and checks whether it starts the workflow. */
				const receive = async (delivery: Sent) => {
					const about = `${delivery.change.id} ${delivery.change.updated_at}`;
					trigger.executions.splice(0);
					expect(await trigger.receive(delivery.body, delivery)).toBe(200);
					const isRepeat = latest.get(about) === delivery.body;
					expect(trigger.executions).toEqual(isRepeat ? [] : [delivery.body]);
					latest.set(about, delivery.body);
					sent.push(delivery);
				};
				for (const each of steps) {
					if (each.do === 'edit') {
						if (each.hasNewTime) times[each.record]++;
						const id = `P${each.record}`;
						const updatedAt = new Date(START + times[each.record]).toISOString();
						const body = JSON.stringify([id, updatedAt, each.value]);
						await receive({ body, change: { id, updated_at: updatedAt } });
					} else if (each.do === 'restart') {
						trigger = trigger.afterRestart();
					} else if (sent.length > 0) {
						await receive(
							each.do === 'repeat' ? sent[sent.length - 1] : sent[each.of % sent.length],
						);
					}
				}
			}),
			{ numRuns: 60 },
		);
	});
});
