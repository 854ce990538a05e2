import { expect, it } from 'vitest';
import { compareTexts } from '../../../nodes/EnergyProjects/values/collation.ts';

it.each([
	[
		'letters with dots come beside those without',
		['Zander', 'Äpfel', 'Apfel'],
		['Apfel', 'Äpfel', 'Zander'],
	],
	['numbers in a text count as numbers', ['P-10', 'P-9', 'P-100'], ['P-9', 'P-10', 'P-100']],
	['small letters and capitals come together', ['b', 'A', 'B', 'a'], ['a', 'A', 'b', 'B']],
])('%s', (_, texts, sorted) => {
	expect([...texts].sort(compareTexts)).toEqual(sorted);
});

it('everything after 400 characters is ignored', () => {
	const long = 'x'.repeat(399);
	expect(compareTexts(`${long}xa`, `${long}xb`)).toBe(0);
	expect(compareTexts(`${long}a`, `${long}b`)).toBeLessThan(0);
	expect(compareTexts(`${long}b`, `${long}a`)).toBeGreaterThan(0);
});
