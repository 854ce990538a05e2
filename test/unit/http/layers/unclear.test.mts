import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { network } from '../troubledItems.mts';
import { endOf, runWith } from './service.mts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const lost = network('ECONNRESET');
const LEAVES_OPEN = /may or may not|may have been/;

describe('an error leaves open whether something has changed', () => {
	it.each([
		['an update whose connection was lost, then refused', 'update', lost, 422, /been saved/],
		['an update answered with 500, then refused', 'update', { statusCode: 500 }, 403, /been saved/],
		['an update whose connection was lost, then not found', 'update', lost, 404, /been saved/],
		['a deletion whose connection was lost, then refused', 'delete', lost, 403, /been deleted/],
	] as const)('%s', async (_, operation, first, statusCode, text) => {
		const { send, sent } = runWith([first, { statusCode }]);
		expect((await endOf(send(operation))).outcome).toMatchObject({
			failed: `Could not ${operation} project p1 (${statusCode})`,
			advice: expect.stringMatching(text),
		});
		expect(sent).toHaveLength(2);
	});
});

describe('an error leaves nothing open', () => {
	it.each([
		['a read whose connection was lost', 'get', lost],
		['a read answered with 500', 'get', { statusCode: 500 }],
		['a read answered with a success that is no JSON', 'get', { statusCode: 200, body: '<p>' }],
		['an update that was refused', 'update', { statusCode: 422 }],
		['an update that reached nobody', 'update', network('ENOTFOUND')],
		['a deletion that was refused', 'delete', { statusCode: 403 }],
	] as const)('about %s', async (_, operation, answer) => {
		const { send } = runWith([answer]);
		const { outcome } = await endOf(send(operation));
		expect(outcome).toMatchObject({ failed: expect.stringMatching(/^Could not/) });
		expect(outcome).toMatchObject({ advice: expect.not.stringMatching(LEAVES_OPEN) });
	});
});

it('an error that came at once says nothing about waiting', async () => {
	const { send } = runWith([{ statusCode: 422 }]);
	expect((await endOf(send('update'))).outcome).toMatchObject({
		advice: expect.not.stringMatching(/wait/),
	});
});
