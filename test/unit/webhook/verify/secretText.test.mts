import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	cleanSecret,
	problemOfSecret,
} from '../../../../nodes/EnergyProjects/webhook/verify/secretText.ts';

const SECRET = 'whsec_a1b2c3d4e5f6a7b8';

describe('a secret as it was entered', () => {
	it.each([
		['blanks', ` \t${SECRET}\r\n`],
		['a no-break space', `\u00A0${SECRET}\u00A0`],
		['a zero-width space', `${SECRET}\u200B`],
		['a byte-order mark', `\uFEFF${SECRET}`],
		['a soft hyphen inside', `whsec_\u00AD${SECRET.slice(6)}`],
		['marks of the reading direction', `\u202A${SECRET}\u202C`],
		['a word joiner, blanks and quotes', ` \u2060" ${SECRET}\u2060 " `],
		['a control character', `${SECRET}\u0007`],
		['double quotes', `"${SECRET}"`],
		['single quotes', `'${SECRET}'`],
		['backticks', `\`${SECRET}\``],
		['typographic quotes', `“${SECRET}”`],
		['German quotes', `„${SECRET}“`],
		['French quotes', `« ${SECRET} »`],
	])('counts without %s', (_, entered) => {
		expect(cleanSecret(entered)).toBe(SECRET);
	});

	it.each([`"${SECRET}`, `${SECRET}'`, `"${SECRET}'`, `a"${SECRET}"b`, `wh'sec"${SECRET}`])(
		'keeps quotes that are no pair around it: %s',
		(secret) => {
			expect(cleanSecret(secret)).toBe(secret);
		},
	);

	it('loses no more than one pair of quotes', () => {
		expect(cleanSecret(`""${SECRET}""`)).toBe(`"${SECRET}"`);
	});

	it.each([undefined, null, 42, {}, '', ' ', '\u200B'])(
		'is empty if nothing was entered: %j',
		(entered) => {
			expect(cleanSecret(entered)).toBe('');
		},
	);

	it('keeps every visible character of any secret the service could make', () => {
		const secret = fc.stringMatching(/^[\w+/=!#$%&()*,.:;<>?@[\]^{|}~-]{8,80}$/);
		fc.assert(fc.property(secret, (text) => void expect(cleanSecret(text)).toBe(text)));
	});
});

describe('what cannot be a secret', () => {
	it.each([
		['whsec_••••••••', 'masked'],
		['●●●●●●●●●●●●', 'masked'],
		['whsec_***', 'masked'],
		['whsec_a1b2c3…', 'masked'],
		['whsec_a1b2...e5f6', 'masked'],
		['https://n8n.example.com/webhook/1/webhook', 'webAddress'],
		['HTTPS://EXAMPLE.COM', 'webAddress'],
		['www.example.com/hook', 'webAddress'],
		['1234567', 'incomplete'],
		['🔑🔑🔑🔑', 'incomplete'],
		['whsec_a1b2 c3d4e5f6', 'incomplete'],
		['whsec_a1b2\nc3d4e5f6', 'incomplete'],
	])('%j is %s', (text, problem) => {
		expect(problemOfSecret(text)).toBe(problem);
	});

	it.each(['12345678', SECRET, 'a*b**c.d..e', 'http_is_no_address', 'pässwörd', `x"y'z"0123`])(
		'%s can be one',
		(text) => {
			expect(problemOfSecret(text)).toBeUndefined();
		},
	);
});
