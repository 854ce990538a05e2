import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { caseDocument } from './caseDocument.mts';
import { cases } from './cases.mts';
import { NOW_MS } from '../fixtures.mts';
import { oursAnswers, stripeAccepts } from './verifiers.mts';

const DOCUMENT = fileURLToPath(
	new URL('../../../../docs/maintainers/signature-cases.md', import.meta.url),
);

// The end-to-end tests check what n8n's own verifier says, since n8n is installed there.
describe('signature cases', () => {
	// The node compares the timestamp with the time of the machine.
	beforeAll(() => void vi.useFakeTimers({ now: NOW_MS, toFake: ['Date'] }));
	afterAll(() => void vi.useRealTimers());

	for (const row of cases) {
		describe(
			row.why === undefined ? row.case : `${row.case} (the node differs: ${row.why})`,
			() => {
				it(`the node answers ${row.ours}`, async () => {
					expect(await oursAnswers(row.sent)).toBe(row.ours);
				});

				it(`the stripe package ${row.stripe ? 'accepts' : 'refuses'} it`, () => {
					expect(stripeAccepts(row.sent, NOW_MS)).toBe(row.stripe);
				});
			},
		);
	}

	it('give a reason exactly if the node differs from one of the others', () => {
		const differing = cases.filter(
			({ ours, stripe, n8n }) => (ours === 200) !== stripe || (ours === 200) !== n8n,
		);
		expect(cases.filter((row) => row.why !== undefined)).toEqual(differing);
	});

	it('have different names', () => {
		expect(new Set(cases.map((row) => row.case)).size).toBe(cases.length);
	});

	it('are the ones in docs/maintainers/signature-cases.md', async () => {
		const text = await caseDocument(cases, DOCUMENT);
		if (process.env.UPDATE_DOCS === '1') {
			mkdirSync(dirname(DOCUMENT), { recursive: true });
			writeFileSync(DOCUMENT, text);
		}
		const written = existsSync(DOCUMENT) ? readFileSync(DOCUMENT, 'utf8') : '';
		expect(written.replaceAll('\r\n', '\n')).toBe(text);
	});
});
