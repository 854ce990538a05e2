import { describe, expect, it } from 'vitest';
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
	toJsonObject,
} from '../../../nodes/EnergyProjects/values/parse.ts';

// More of what people type, as the values of fields: typedValues.mts.
describe('a boolean', () => {
	it.each([
		[true, true],
		[' WAHR ', true],
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
		[' a, b ,,c', ['a', 'b', 'c']],
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

describe('an email address', () => {
	it.each([
		['Anna@Example.com', 'Anna@Example.com'],
		['\u200banna@\u00adexample.com\ufeff', 'anna@example.com'],
		['\u200b MAILTO: anna@example.com', 'anna@example.com'],
		['a.b@mail.office.co.uk', 'a.b@mail.office.co.uk'],
		['anna.müller+crm@straße-köln.de', 'anna.müller+crm@straße-köln.de'],
		['\u200b', undefined],
	])('%j is sent as %j', (given, sent) => {
		expect(toEmail(given)).toBe(sent);
		expect(comparableEmail(given)).toBe((sent ?? '').toLowerCase());
	});

	const others = ['anna', 'anna@', '@example.com', 'a@b@example.com', 'a@.com', 'a@b.', 'a@b.de!'];
	const dots = ['a..b@example.com', 'a@b..de', '.a@b.de', 'a.@b.de', "'a@b.de", '’a@b.de'];
	it.each([...others, ...dots, 7, `${'a'.repeat(400)}@b.de`])('%o is none', (given) => {
		expect(() => toEmail(given)).toThrow(/is not an email address$/);
	});

	const separated = ['a@b.de;', 'a@b.de;c@d.de', 'a@b.de | c@d.de'];
	const around = ['[a@b.de]', '{a@b.de}', '`a@b.de`', '«a@b.de»'];
	it.each([...separated, ...around, 'see mailto:a@b.de', 'a b@c.de'])(
		'%o has something around it, and is refused with the form that works',
		(given) => {
			expect(() => toEmail(given)).toThrow(/not just one email address.* Enter one address alone/);
		},
	);

	it('is no other one because it looks alike', () => {
		expect(comparableEmail('anna@straße.de')).not.toBe(comparableEmail('anna@strasse.de'));
		expect(comparableEmail('a–b@c.de')).not.toBe(comparableEmail('a-b@c.de'));
	});
});

describe('a number that JSON cannot hold', () => {
	const large = '12345678901234567890';
	it.each<[string, unknown]>([
		[large, `{"a": 1, "id": ${large}}`],
		[`-${large}`, `{"deep": [{"a": "\\"", "id": -${large}}]}`],
		['9007199254740993', '{"id":9007199254740993}'],
		['1e400', '{"a": {"b": [0.1, 1e400]}}'],
		['-1E+400', '{"a": -1E+400}'],
		['12345678901234567000', { id: Number(large) }],
		['Infinity', { deep: [{ a: Infinity }] }],
		['NaN', { a: NaN, b: Infinity }],
	])('is refused by its name: %s', (shown, given) => {
		expect(() => toJsonObject(given)).toThrow(
			`the number ${shown} cannot be sent as it is: JSON would make something else of it. Write it as a text, in quotation marks.`,
		);
	});

	it.each([
		`{"id": "${large}", "${large}": "say \\"1e400\\", [1e400]"}`,
		'{"a": 0.1, "b": 12.345678901234567890, "c": -9007199254740991, "d": 1e15}',
	])('but not in a text, and not for its decimals: %s', (given) => {
		expect(toJsonObject(given)).toEqual(JSON.parse(given));
	});
});

it('a JSON object comes out as it will be sent: a time as its text', () => {
	const visitAt = new Date('2027-03-14T08:00:00Z');
	const sent = { visitAt: '2027-03-14T08:00:00.000Z' };
	expect(toJsonObject({ deep: [{ visitAt }], visitAt })).toEqual({ deep: [sent], ...sent });
});
