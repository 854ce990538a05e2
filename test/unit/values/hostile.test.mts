// Judges values/ and input/fieldValue.ts by hostile texts.
import { expect, it } from 'vitest';
import { toFieldValue } from '../../../nodes/EnergyProjects/input/fieldValue.ts';
import { searchFilter } from '../../../nodes/EnergyProjects/reading/filters.ts';
import type { Item } from '../../../nodes/EnergyProjects/run/item.ts';
import { withoutWordsForNothing } from '../../../nodes/EnergyProjects/run/tool.ts';
import { customerResource } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectResource } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { canonicalText } from '../../../nodes/EnergyProjects/values/canonical.ts';
import { instantIn } from '../../../nodes/EnergyProjects/values/dates.ts';
import {
	choiceIn,
	choicesOf,
	comparableEmail,
} from '../../../nodes/EnergyProjects/values/parse.ts';
import { groupedBy } from '../../../nodes/EnergyProjects/values/slices.ts';
import { withoutSpelling } from '../../../nodes/EnergyProjects/values/spelling.ts';
import * as text from '../../../nodes/EnergyProjects/values/text.ts';
import { parseSignature } from '../../../nodes/EnergyProjects/webhook/signature.ts';

// What a stranger writes into a form, and how long n8n stands still for it: judged by growth, since machines differ.

const searched = async (value: string, phoneNumber: string) => {
	const { read } = searchFilter('', '', async () => await Promise.resolve(({ name }) => [name]));
	const keep = (await read(value, {} as Item)) as (record: object) => boolean;
	return keep({ name: phoneNumber, phoneNumber });
};
const fields = [...customerResource.fields, ...projectResource.fields];
const ofEachType = new Map(
	fields
		.filter((field) => field.access !== 'readOnly' && !field.fields)
		.map((field) => [field.type, field]),
);

/** Each function that meets a value from outside. */
const functions: Readonly<Record<string, (given: string) => unknown>> = {
	...Object.fromEntries(
		(['visible', 'asSeen', 'folded', 'typedText', 'refuseUnmeant', 'idIn', 'quoted'] as const).map(
			(name) => [name, text[name]],
		),
	),
	...Object.fromEntries(
		[...ofEachType].map(([type, field]) => [
			`toFieldValue of ${type}`,
			(given: string) => toFieldValue(field, given, 'Europe/Berlin'),
		]),
	),
	hasWordsOf: (given) => text.hasWordsOf(given)?.('a b c') ?? text.hasWordsOf('a b c')?.(given),
	compareTexts: (given) => text.compareTexts(given, `${given}b`),
	choiceIn: (given) => choiceIn([{ value: 'a', name: 'A' }], given),
	choicesOf,
	comparableEmail,
	'postal code': (given) => withoutSpelling('postalCode', given),
	street: (given) => withoutSpelling('addressLine1', given),
	company: (given) => withoutSpelling('companyName', given),
	canonicalText: (given) => fields.map((field) => canonicalText(field, given)),
	instantIn,
	parseSignature,
	withoutWordsForNothing,
	'Search for it': async (given) => await searched(given, '0341 901820'),
	'Search in it': async (given) => await searched('0341 901820', given),
};

const hostile: Readonly<Record<string, string>> = {
	marks: '\u0301\u0316',
	blanks: ' ',
	digits: '1',
	brackets: '{[(<',
	'invisible marks': '\u200b\u00ad',
	'parts of an address': '.a@',
	'parts of a link': '/a?#',
	'parts of a number': '+0 ',
	'parts of a street': 'str. 1 a ',
	'words in place of a value': 'undefined, ',
	'wrong encodings': 'Ãâ',
};

/** In milliseconds: what takes less holds up nobody, and may be noise. */
const SHORT_MS = 100;

/** Whether work of ten times the size takes hardly more than ten times as long: quadratic would be a hundred times. */
async function growsLinearly(work: (size: number) => unknown, size: number): Promise<boolean> {
	const timeOf = async (of: number) => {
		const began = performance.now();
		await Promise.resolve(of)
			.then(work)
			// A refusal takes its time, too.
			.catch(() => undefined);
		return performance.now() - began;
	};
	// A busy machine can slow down any of them.
	for (let round = 0; round < 6; round++) {
		const time = await timeOf(10 * size);
		if (time < SHORT_MS || time < 50 * (await timeOf(size))) return true;
	}
	return false;
}

it.each(
	Object.entries(functions).flatMap(([name, given]) =>
		Object.entries(hostile).map(([what, unit]) => ({ name, given, what, unit })),
	),
)('$name: ten times as many $what take hardly more than ten times as long', async (row) => {
	const work = (size: number) => row.given(`a${row.unit.repeat(size / row.unit.length)}!`);
	for (const size of [1e4, 1e5]) expect(await growsLinearly(work, size)).toBe(true);
});

it('ten times as many records with one key take hardly more than ten times as long', async () => {
	const crowd = async (count: number) => {
		const records = Array.from({ length: count }, (_, id) => ({ id }));
		await groupedBy(records, () => 'a@mail.example');
	};
	for (const size of [2_000, 20_000]) expect(await growsLinearly(crowd, size)).toBe(true);
});
