import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cases } from '../unit/webhook/cases/cases.mts';
import { NOW_MS } from '../unit/webhook/fixtures.mts';
import { n8nAccepts } from './harness/n8nVerifier.mts';

describe('the signature cases, by n8n’s own verifier', () => {
	beforeAll(() => void vi.useFakeTimers({ now: NOW_MS, toFake: ['Date'] }));
	afterAll(() => void vi.useRealTimers());

	it.each(cases.map((row) => [row.n8n ? 'accepts' : 'refuses', row.case, row] as const))(
		'%s: %s',
		async (_, __, row) => {
			expect(await n8nAccepts(row.sent)).toBe(row.n8n);
		},
	);
});
