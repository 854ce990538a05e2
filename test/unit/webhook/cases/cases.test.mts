import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cases } from './cases.mts';
import { NOW_MS } from '../fixtures.mts';
import { oursAnswers, stripeAccepts } from './verifiers.mts';

describe('signature cases', () => {
	// The node compares the timestamp with the time of the machine.
	beforeAll(() => void vi.useFakeTimers({ now: NOW_MS, toFake: ['Date'] }));
	afterAll(() => void vi.useRealTimers());

	it.each(cases)('$case: the node answers $ours, stripe accepts: $stripe', async (row) => {
		expect(await oursAnswers(row.sent)).toBe(row.ours);
		expect(stripeAccepts(row.sent, NOW_MS)).toBe(row.stripe);
	});
});
