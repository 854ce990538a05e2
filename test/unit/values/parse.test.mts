import { describe, expect, it } from 'vitest';
import { says } from '../../documents.mts';
import { enumerations } from '../../../nodes/EnergyProjects/service/enumerations.ts';
import {
	isAmong,
	toLeadsOrProjects,
} from '../../../nodes/EnergyProjects/values/leadsOrProjects.ts';
import {
	booleanOr,
	choiceIn,
	choicesOf,
	comparableEmail,
	toBoolean,
	toEmail,
} from '../../../nodes/EnergyProjects/values/parse.ts';

// More of what people type, as the values of fields: typedValues.mts.
describe('a boolean', () => {
	it.each([
		[true, true],
		[' WAHR ', true],
		["'ja\u200b", true],
		['0 ', false],
		['Nein', false],
		[' ', undefined],
		[null, undefined],
	])('%o is %o', (given, meant) => {
		expect(toBoolean(given)).toBe(meant);
		expect(booleanOr(given, true)).toBe(meant ?? true);
	});

	it.each([2, 'y', 'oui', 'truely', [true], {}])('%o is none: the default counts', (given) => {
		expect(() => toBoolean(given)).toThrow(
			/is neither true nor false\. Use true, yes, ja, wahr or 1/,
		);
		expect([true, false].map((other) => booleanOr(given, other))).toEqual([true, false]);
	});
});

describe('a choice', () => {
	it.each(Object.entries(enumerations))('of %s is taken by value and by label', (_, choices) => {
		for (const { value, name } of choices) {
			for (const text of [value, name]) {
				for (const given of [text, text.toUpperCase(), ` ${text.toLowerCase()} `]) {
					expect(choiceIn(choices, given)).toBe(value);
				}
			}
		}
		for (const given of ['', 'other', null, 7]) expect(choiceIn(choices, given)).toBeUndefined();
	});

	it.each<[unknown, string[]]>([
		[' a, b\u200b ,,c', ['a', 'b', 'c']],
		[
			['a ', '', 'b'],
			['a', 'b'],
		],
		['', []],
		[null, []],
		[undefined, []],
		[5, ['5']],
	])('several in %o are %o', (given, choices) => {
		expect(choicesOf(given)).toEqual(choices);
	});
});

describe('leads or projects', () => {
	it.each([
		['any', 'any'],
		['Only Leads', 'leads'],
		['PROJECTS', 'projects'],
		[true, 'leads'],
		['false', 'projects'],
		['', undefined],
		[null, undefined],
	])('%o means %o', (given, meant) => {
		expect(toLeadsOrProjects(given)).toBe(meant);
	});

	it('anything else is refused with the choices', () => {
		expect(() => toLeadsOrProjects('orders')).toThrow(
			'"orders" is not one of its values: Both, Only Leads, Only Projects',
		);
	});

	it('a project that does not say that it is a lead counts as an order', () => {
		const among = (isLead?: boolean | null) =>
			(['any', 'leads', 'projects'] as const).filter((choice) => isAmong(choice, { isLead }));
		expect(among(true)).toEqual(['any', 'leads']);
		expect([among(false), among(null), among()]).toEqual(Array(3).fill(['any', 'projects']));
	});
});

it.each([
	['Anna@Example.com', 'Anna@Example.com'],
	['\u200banna@\u00adexample.com\ufeff', 'anna@example.com'],
	['a.b@mail.office.co.uk', 'a.b@mail.office.co.uk'],
	["anna.o'neil+crm@straße-köln.de", "anna.o'neil+crm@straße-köln.de"],
])('the email address %j is sent as %j', (given, sent) => {
	expect(toEmail(given)).toBe(sent);
	says('docs/action-node.md', 'In email addresses, case and spaces around them do not matter.');
	expect(comparableEmail(given)).toBe(sent.toLowerCase());
});
