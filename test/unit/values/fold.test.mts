// Judges `folded` of values/text.ts, everywhere that it decides.
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { searchFilter } from '../../../nodes/EnergyProjects/reading/filters.ts';
import type { Item } from '../../../nodes/EnergyProjects/run/item.ts';
import { fieldNamed } from '../../../nodes/EnergyProjects/service/field.ts';
import { customerResource } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectResource } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { canonicalText } from '../../../nodes/EnergyProjects/values/canonical.ts';
import { choiceIn } from '../../../nodes/EnergyProjects/values/parse.ts';
import { folded } from '../../../nodes/EnergyProjects/values/text.ts';
import { changesBetween } from '../../../nodes/EnergyProjects/writing/completing.ts';
import { isMatch, matchKey } from '../../../nodes/EnergyProjects/writing/matching.ts';
import { says } from '../../documents.mts';

// When two texts are the same: one table for everything that compares texts. Email addresses have a form of their own.

/** Texts of a row name the same. As what a record holds, each is another text: who corrects it wants it sent. */
const SAME_NAME: Array<[what: string, ...string[]]> = [
	['letter case', 'Haus Weber', 'HAUS WEBER', 'haus weber'],
	['the Turkish İ and ı', 'İpek Yıldız', 'ipek yildiz', 'IPEK YILDIZ'],
	['ß', 'Straße 1', 'STRASSE 1', 'strasse 1', 'Stra\u1e9ee 1'],
	['all at once', "Müller's “Groß”-Bau", 'MU\u0308LLER’S \u00a0„GROSS“\u2011BAU\u200b'],
];

/** Texts of a row look the same. */
const SAME: Array<[what: string, ...string[]]> = [
	['decomposed letters', 'Wärme Åsgård', 'Wa\u0308rme A\u030asga\u030ard', 'Wärme \u212bsgård'],
	['wide and joined letters, digits', 'Wolff 12', 'Ｗｏｌｆｆ\u3000１２', 'Wol\ufb00 12'],
	['half-width letters', 'ガス', '\uff76\uff9e\uff7d'],
	['blanks', 'Haus Weber', ' Haus  Weber\n', 'Haus\u00a0Weber', 'Haus\u202f\tWeber'],
	['invisible marks', 'P-001', 'P\u200b-001', '\ufeffP-001', 'P-\u00ad001', '\u202aP-001\u202c'],
	['hyphens', 'P-001', 'P\u2010001', 'P\u2011001', 'P\u2013001', 'P\u2212001', 'P－001'],
	['apostrophes', "O'Neil", ...[...'’‘‚‛ʼʻʹ′‵`´＇｀'].map((mark) => `O${mark}Neil`)],
	[
		'quotation marks',
		'Haus "Süd"',
		...['„“', '“”', '«»', '»«', '‹›', '″″', '＂＂', '〝〞'].map(([a, b]) => `Haus ${a}Süd${b}`),
	],
	["a spreadsheet's apostrophe in front", '04109', "'04109", '’04109', "' 04109", '`04109'],
	['a dot of its own', 'İpek', 'I\u0307pek'],
	['all at once', "Müller's “Groß”-Bau", 'Mu\u0308ller’s \u00a0„Groß“\u2011Bau\u200b'],
];

const OTHERS: Array<[one: string, other: string]> = [
	['Müller', 'Mueller'],
	['Müller', 'Muller'],
	['Maße', 'Mase'],
	['P-001', 'P-0001'],
	['P-001', 'P001'],
	['P 001', 'P-001'],
	["O'Neil", 'ONeil'],
	["O'Neil", 'O"Neil'],
	['Işıl', 'Isil'],
	['Haus 10²', 'Haus 102'],
	['Haus ½', 'Haus 1/2'],
	['Haus Weber', 'HausWeber'],
	['Haus Weber', 'Haus Weber.'],
	['А', 'A'],
];

const pairsOf = (rows: typeof SAME) =>
	rows.flatMap(([what, one, ...others]) => others.map((other) => [what, one, other] as const));

type Comparison = [string, (one: string, other: string) => unknown];

/** Everything that asks whether two texts name the same. */
const ofNames: Comparison[] = [
	['a search', (one, other) => isFound(one, other)],
	['a match of Create or Update', (one, other) => isMatched(one, other)],
	['a choice', (one, other) => choiceIn([{ value: one, name: one }], other) === one],
];
/** Everything that asks whether a record holds a text already. */
const ofValues: Comparison[] = [
	['"unchanged"', (one, other) => isUnchanged('name', one, other)],
	['"unchanged" of a field that only the service knows', (a, b) => isUnchanged('roof', a, b)],
	['an edit that a poll sees', (one, other) => isSameToPolls(one, other)],
];

async function isFound(stored: string, searched: string): Promise<boolean> {
	const { read } = searchFilter('', '', async () => await Promise.resolve(({ name }) => [name]));
	const keep = (await read(searched, {} as Item)) as (record: IDataObject) => boolean;
	return keep({ name: stored });
}

function isMatched(lastName: string, other: string): boolean {
	const way = { value: 'name', fields: ['lastName'] };
	const key = matchKey(customerResource, way, { lastName: other });
	const matched = { way, key, values: {}, shown: '', body: {} };
	return isMatch(customerResource, matched, { lastName });
}

const isUnchanged = (field: string, one: string, other: string): boolean =>
	!(field in changesBetween(projectResource, { [field]: one }, { [field]: other }, true));

const isSameToPolls = (one: string, other: string): boolean => {
	const [a, b] = [one, other].map((name) =>
		canonicalText(fieldNamed(projectResource.fields, 'name'), name),
	);
	return a === b;
};

describe.each(ofNames)('%s', (_, isSame) => {
	it.each(pairsOf(SAME_NAME))('%s does not count: %j is %j', async (_what, one, other) => {
		expect([await isSame(one, other), await isSame(other, one)]).toEqual([true, true]);
	});
});

describe.each(ofValues)('%s', (_, isSame) => {
	it.each(pairsOf(SAME_NAME))('%s counts: %j is a correction of %j', async (_what, one, other) => {
		expect([await isSame(one, other), await isSame(other, one)]).toEqual([false, false]);
	});
});

describe.each([...ofNames, ...ofValues])('%s', (_, isSame) => {
	it.each(pairsOf(SAME))('%s do not count: %j is %j', async (_what, one, other) => {
		says(
			'docs/action-node.md',
			'(`P–009`), apostrophes and quotation marks do not matter; ß is ss',
		);
		expect([await isSame(one, other), await isSame(other, one)]).toEqual([true, true]);
	});

	it.each(OTHERS)('%j is not %j', async (one, other) => {
		expect(await isSame(one, other)).toBe(false);
	});
});

it('whatever characters a text has, its Unicode form and what nobody sees do not count', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme' }), (text) => {
			expect(folded(text.normalize('NFD'))).toBe(folded(text));
			expect(folded(`\u200b ${text}\ufeff`)).toBe(folded(text));
		}),
		{ examples: [['\u1fef']] },
	);
});

it('a character between letters is the same whatever stands beside it', () => {
	const characters = Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code));
	for (const text of characters.map((character) => `a${character}b`)) {
		expect(folded(`Ж ${text}`)).toBe(`ж ${folded(text)}`);
	}
});

it('a text that would take long to work on is compared as it is', () => {
	const endless = `${'a b '.repeat(5_000_000)}c`;
	for (const text of [`a${'\u0301\u0327'.repeat(500)}`, `A\u0301  ${'X'.repeat(10_000)}`, endless])
		expect(folded(text) === text).toBe(true);
});

it.each([null, undefined, {}, [], ['a'], () => 'a'])('%o is not a text', (value) => {
	expect(folded(value)).toBe('');
});
