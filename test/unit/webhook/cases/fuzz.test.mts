import { describe, expect, it } from 'vitest';
import { isGenuine, parseSignature } from '../../../../nodes/EnergyProjects/webhook/signature.ts';
import { BODY, bytes, customerEvent, headerOf, NOW, NOW_MS, SECRET } from '../fixtures.mts';
import { size } from '../../../sizes.mts';
import { mutate, randomOf } from './mutations.mts';
import type { Attempt } from './mutations.mts';

const MUTANTS = size(10_000, 100_000, 1_000);
const MAX_AGE = 300;

const genuine: readonly Attempt[] = [BODY, bytes(JSON.stringify(customerEvent))].map((body) => ({
	header: headerOf(NOW, body),
	body,
	secret: SECRET,
}));

/** Checks in the same order as the trigger: the header first, then the whole delivery. */
function isTaken({ header, body, secret }: Attempt): boolean {
	const signature = typeof header === 'string' ? parseSignature(header) : 'missing';
	if (typeof signature === 'string') return false;
	const secrets = secret === '' ? [] : [secret];
	return (
		isGenuine(signature, body, secrets) &&
		Math.abs(NOW_MS - signature.timestampMs) <= MAX_AGE * 1000
	);
}

/**
 * Whether a mutant still says what was signed: the same bytes, and the same time and signature among the parts of the
 * header. The trigger may take such a mutant.
 */
function saysTheSame({ header, body, secret }: Attempt): boolean {
	if (typeof header !== 'string' || secret !== SECRET) return false;
	const parts = header.split(',').map((part) => part.replace(/\s+/g, ''));
	return genuine.some((original) => {
		const signed = String(original.header).split(',');
		return (
			Buffer.compare(original.body, body) === 0 && signed.every((part) => parts.includes(part))
		);
	});
}

describe('altered deliveries', () => {
	it('are made from deliveries that the trigger takes', () => {
		expect(genuine.map(isTaken)).toEqual([true, true]);
	});

	it(`never start the workflow and never crash the check: ${MUTANTS}`, { timeout: 300_000 }, () => {
		const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000_000);
		const random = randomOf(seed);
		/** Taken by the trigger, or an error thrown by the check. */
		const wrong: unknown[] = [];
		let [tried, unchanged] = [0, 0];
		while (tried < MUTANTS) {
			const mutant = mutate(random, genuine);
			const isUnchanged = saysTheSame(mutant);
			if (isUnchanged) unchanged++;
			else tried++;
			try {
				if (!isUnchanged && isTaken(mutant)) wrong.push(mutant);
			} catch (error) {
				wrong.push(error);
			}
		}
		expect(wrong, `FUZZ_SEED=${seed}`).toEqual([]);
		expect(unchanged).toBeLessThan(MUTANTS / 2);
	});
});
