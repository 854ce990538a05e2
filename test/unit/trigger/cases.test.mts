import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { caseDocument } from './caseDocument.mts';
import { cases } from './cases.mts';
import { NOW_MS } from './fixtures.mts';
import { n8nAccepts, n8nVerifier, oursAnswers, stripeAccepts } from './verifiers.mts';

const DOCUMENT = fileURLToPath(new URL('../../../docs/signature-cases.md', import.meta.url));

describe('signature cases', () => {
	// Ours and n8n's verifier ask the machine for the time.
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

			// Without the n8n beside the package (npm start installs it) there is nothing to ask.
			it(`is ${row.n8n ? 'accepted' : 'refused'} by n8n's own verifier`, async ({ skip }) => {
				if (n8nVerifier === undefined) return skip('no n8n is installed in .local/n8n');
				expect(await n8nAccepts(n8nVerifier, row.sent)).toBe(row.n8n);
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
