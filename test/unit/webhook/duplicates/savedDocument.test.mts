import { afterEach, describe, expect, it, vi } from 'vitest';
import { n8n, stored } from './n8nProcess.mts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 2, 1, 12);
const setClock = (now: number) => void vi.useFakeTimers({ toFake: ['Date'], now });
afterEach(() => void vi.useRealTimers());

describe('the document n8n saves', () => {
	it('stays below 12,000 characters, whatever was sent', async () => {
		const { receive, saved } = n8n();
		for (let number = 0; number < 600; number++) await receive(`${number} ${'x'.repeat(1000)}`);
		expect(saved().length).toBeLessThan(12_000);
	});

	it('contains neither the content nor the secret of a delivery', async () => {
		const { receive, saved } = n8n();
		await receive('a');
		expect(saved()).toMatch(/^\{"energyProjectsTrigger":\{"t1":"[\w~-]{20,24}"\}\}$/);
	});

	it('keeps everything else that is in it', async () => {
		const { database, receive } = n8n(stored('{"global":{"other":{"a":1}},"node:Poll":{"b":2}}'));
		await receive('a');
		expect(JSON.parse(database.text)).toMatchObject({
			global: { other: { a: 1 } },
			'node:Poll': { b: 2 },
		});
	});

	it('forgets a trigger that was removed from the workflow, after a day', async () => {
		const { database, receive, saved } = n8n(stored('{}', { t1: 'One', t2: 'Other' }));
		setClock(START);
		await receive('a', {}, 't2');
		delete database.nodes.t2;
		setClock(START + 25 * HOUR);
		await receive('a');
		expect(saved()).not.toContain('t2');
	});

	const spoiled = [
		'null',
		'42',
		'[]',
		'{}',
		'true',
		'""',
		'"   "',
		'"nonsense"',
		'"0123456789abcdef"',
	];

	it.each([
		...spoiled.map((value) => `{"global":{"energyProjectsTrigger":{"t1":${value}}}}`),
		...spoiled.map((value) => `{"global":{"energyProjectsTrigger":${value}}}`),
	])('does no harm if somebody changed it: %s', async (text) => {
		const { executions, receive, afterRestart } = n8n(stored(text));
		await receive('a');
		expect(executions).toEqual(['a']);
		const restarted = afterRestart();
		await restarted.receive('a');
		expect(restarted.executions).toEqual([]);
	});

	it.each(['{"global":null}', '{"global":42}', '{"global":"x"}', '{"global":[]}'])(
		'does no harm if nothing can be written to it: %s',
		async (text) => {
			const { executions, receive } = n8n(stored(text));
			expect([await receive('a'), await receive('a')]).toEqual([200, 200]);
			expect(executions).toEqual(['a']);
		},
	);
});
