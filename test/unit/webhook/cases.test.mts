import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { caseDocument } from './caseDocument.mts';
import { cases } from './cases.mts';
import { NOW_MS } from './fixtures.mts';
import { oursAnswers, stripeAccepts } from './verifiers.mts';

const DOCUMENT = fileURLToPath(new URL('../../../docs/signature-cases.md', import.meta.url));

// What n8n's own verifier says is held up in the end-to-end tests, where n8n is installed.
describe('signature cases', () => {
	// Ours asks the machine for the time.
	beforeAll(() => void vi.useFakeTimers({ now: NOW_MS, toFake: ['Date'] }));
	afterAll(() => void vi.useRealTimers());

	for (const row of cases) {
		describe(row.why === undefined ? row.case : `${row.case} (we differ: ${row.why})`, () => {
			it(`is answered with ${row.ours} by ours`, async () => {
				expect(await oursAnswers(row.sent)).toBe(row.ours);
			});

			it(`is ${row.stripe ? 'accepted' : 'refused'} by the stripe package`, () => {
				expect(stripeAccepts(row.sent, NOW_MS)).toBe(row.stripe);
			});
		});
	}

	it('have a reason wherever ours differs from one of the others, and nowhere else', () => {
		const differing = cases.filter(
			({ ours, stripe, n8n }) => (ours === 200) !== stripe || (ours === 200) !== n8n,
		);
		expect(cases.filter((row) => row.why !== undefined)).toEqual(differing);
	});

	it('are called by different names', () => {
		expect(new Set(cases.map((row) => row.case)).size).toBe(cases.length);
	});

	it('are what docs/signature-cases.md says', async () => {
		const text = await caseDocument(cases, DOCUMENT);
		if (process.env.UPDATE_DOCS === '1') {
			mkdirSync(dirname(DOCUMENT), { recursive: true });
			writeFileSync(DOCUMENT, text);
		}
		const written = existsSync(DOCUMENT) ? readFileSync(DOCUMENT, 'utf8') : '';
		expect(written.replaceAll('\r\n', '\n')).toBe(text);
	});
});
