import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';
import type { Subject } from '../../../sandbox/service/records.mts';
import { recordsOf } from '../../shared.mts';
import { mapped, required } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';

// What people in offices in Germany, Austria, Switzerland and England type, or have in their files, and what becomes of
// it: the value that the service then stores, or the words with which the item is refused.

/** For each field rows of what is stored, followed by the values of which it is stored. */
type Table = Readonly<Record<string, ReadonlyArray<readonly [stored: unknown, ...unknown[]]>>>;
/** Stands for values that are refused: what follows the name of the field and the value in the error. */
const refused = (words: string) => ({ words });
/** The field is not sent. */
const LEFT = null;

const WRITE_IT = 'is not a number. Write it like 142.5, 142,5, 24500 or 24.500,00';
const NO_AMOUNT = refused(`${WRITE_IT}. Correct`);
const NO_AREA = refused(`${WRITE_IT}, without the unit (m²)`);
const UNCLEAR = refused(
	'can be read in two ways, with thousands or with decimals. Write thousands without a separator, such as 24500, and decimals with another number of digits than three, such as 24.5',
);

const numbers: Table = {
	heatedLivingAreaM2: [
		[142.5, 142.5, '142.5', '142,5', '+142,5', ' 142,50 ', '\u00a0142.5\u202f'],
		[0, 0, '0', '0,0', '0.000'],
		[0.5, 0.5, '.5', ',5', '0,5', '0.500'],
		[28.5, '28,5', '2,85e1'],
		[12.3456, '12.3456', '12,3456'],
		[NO_AREA, '142,5 m²', 'ca. 140', '140 qm'],
	],
	projectValue: [
		// Germany and Austria, also with a narrow or a fixed blank.
		[28450, '28.450,00', '28 450,00', '28\u202f450,00', '28\u00a0450', '28450'],
		[1234567, '1.234.567', '1 234 567', '1,234,567.'],
		[1234567.89, '1.234.567,89', '1,234,567.89'],
		// Switzerland, with either apostrophe.
		[28450.5, "28'450.50", '28’450.50', '28’450,50', "28'450.5"],
		[1234567.8, "1'234'567.80"],
		// England.
		[1234.5, '1,234.5', '1234.5', '1234.500'],
		[-3.5, '-3,5', '−3,5', -3.5],
		[-1234.5, '−1.234,5', '-1,234.5', '−1’234.5'],
		[LEFT, '', '   ', null, '\u200b'],
		[UNCLEAR, '24.500', '24,500', '10.471', '-1.000', '−1,000'],
		[NO_AMOUNT, '28450 €', 'EUR 28.450,00', 'CHF 28’450.–', '28.450,-', true],
		[NO_AMOUNT, '12.34.567', '1.234,567.8', "1'234 567", '1.2.3', '12 34'],
		[NO_AMOUNT, '½', '0x10', 'NaN', '1e400', 'twelve'],
	],
	numberOfResidents: [
		[4, 4, '4', '4,0'],
		[NO_AMOUNT, '4 Personen', '3-4', '2+2'],
	],
	// Coordinates have no thousands, and lie within a range.
	latitude: [
		[51.34, '51.340', '51,340', 51.34],
		[refused('is not between -90 and 90'), '90,5', 91],
		[refused('is not a number'), '51° 20′', '48.137.154'],
	],
	longitude: [
		[-0.118, '-0,118', '−0.118'],
		[refused('is not between -180 and 180'), '180.5'],
	],
	// Numbers of files in fields that hold texts.
	postalCode: [['24103', 24103, '24103', ' 24103 ']],
	countryCode: [
		['at', 'at', ' at'],
		[refused('is not a two-letter country code such as DE'), 'Austria', 'A'],
	],
};

const NO_BOOLEAN = refused(
	'is neither true nor false. Use true, yes, ja, wahr or 1, or false, no, nein, falsch or 0',
);
const noChoice = (choices: string) => refused(`is not one of the values it can take: ${choices}`);

const choices: Table = {
	isLead: [
		[true, true, 'true', 'TRUE', 1, '1', 'yes', 'Yes', 'ja', 'JA', ' Ja ', 'wahr', 'WAHR'],
		[false, false, 'false', 'False', 0, '0', 'no', 'NO', 'nein', 'Nein', 'falsch', 'FALSCH'],
		[NO_BOOLEAN, 'x', 'j', 'n', 'oui', 'ja/nein', 'on', 2, -1, 'unbekannt'],
	],
	// The service itself begins with false.
	isMonumentProtected: [[false, '', null]],
	status: [
		['inProgress', 'inProgress', 'INPROGRESS', 'In Progress', 'in progress', ' In  Progress'],
		['completed', 'Completed', 'completed'],
		[noChoice('In Progress, Completed, Archived'), 'fertig', 'In Bearbeitung', 'done', 1],
	],
	buildingType: [
		['multiFamilyHouse', 'Multi-Family House', 'multi‑family house', 'Multi–Family House'],
		[noChoice('Commercial Building, End-Terraced House, '), 'Einfamilienhaus'],
	],
	buildingAge: [
		['from1969To1978', '1969 to 1978', 'from1969To1978', 'FROM1969TO1978'],
		[noChoice('1919 to 1948, '), '1972', 1972, 'bis 1918'],
	],
	currentHeatingSystemType: [
		['gas', 'gas', 'Gas Boiler', 'GAS BOILER'],
		[noChoice('Condensing Gas Boiler, '), 'Öl', 'Gaskessel'],
	],
	technicalFeasibilityAssesment: [['notFeasible', 'Not Feasible', 'notfeasible']],
};

const NO_EMAIL = refused('is not an email address');
const NOT_ALONE = refused(
	'is not just one email address. Enter one address alone, such as name@email.com, without a name, quotes, brackets or separators',
);
const ada = 'ada@mail.example';

const emails: Table = {
	email: [
		[ada, ada, ` ${ada}\u00a0`, 'ada@mail.exam\u00adple', `mailto:${ada}`],
		[ada, `MAILTO:${ada}?subject=Angebot`],
		['Ada.Weber+pv@Mail.example', 'Ada.Weber+pv@Mail.example'],
		["o'neill@mail.example", "o'neill@mail.example"],
		[LEFT, '', ' ', null],
		[NOT_ALONE, `Ada Weber <${ada}>`, `<${ada}>`, `"${ada}"`, `(${ada})`, `„${ada}“`],
		[NOT_ALONE, `${ada}; max@mail.example`, `${ada},max@mail.example`, `${ada} max@mail.example`],
		[NOT_ALONE, 'ada @mail.example', `E-Mail: ${ada}`],
		[NO_EMAIL, 'ada', 'ada@mail', '@mail.example', 'ada@', 'ada@mail..example', `${ada}.`],
		[NO_EMAIL, 'ada..w@mail.example', `'${ada}`, 'n/a', '-'],
	],
	isCompany: [[true, 'Ja', 'wahr', 1]],
	phoneNumber: [['4930901820', 4930901820, '4930901820']],
};

const [BERLIN, NEW_YORK] = ['Europe/Berlin', 'America/New_York'];
/** The day in the time zone of the workflow, where that matters. */
const inZone = (berlin: string, newYork: string) => ({ [BERLIN]: berlin, [NEW_YORK]: newYork });
const NO_DATE = refused(
	'is not a date. Use the form 2026-12-31 or 31.12.2026, with or without a time, or a day number of Excel',
);
const day = '2026-12-31';
const midnight = Date.UTC(2026, 11, 31);

const dates: Table = {
	installationDate: [
		[day, '2026-12-31', '31.12.2026', ' 31.12.2026 ', '31.12.26'],
		['2026-02-01', '1.2.2026', '01.02.2026', '1.2.26', '01.2.26'],
		['2069-12-31', '31.12.69'],
		['1970-01-01', '1.1.70', '01.01.1970'],
		['2028-02-29', '29.02.28', '29.2.2028'],
		// A local time, however late or early, is on that day.
		[day, '31.12.2026 23:59', '31.12.26 0:05', '31.12.2026, 14:30 Uhr'],
		[day, '2026-12-31T23:59:59', '2026-12-31 00:00', '2026-12-31T00:00:00'],
		// Day numbers of Excel, with the time of the day as a fraction.
		[day, 46387, 46387.75, '46387,75', '46387.999'],
		['1954-10-03', 20000],
		['2119-01-11', 80000],
		// Midnight UTC is how programs write a day.
		[day, '2026-12-31T00:00:00Z', '2026-12-31T00:00:00.000Z', '2026-12-31 00:00:00Z'],
		[day, '2026-12-31T00:00:00+00:00', midnight, String(midnight), new Date(midnight)],
		// Any other instant is the day it falls on.
		[inZone('2027-01-01', day), '2026-12-31T23:30:00Z'],
		[inZone(day, '2026-12-30'), '2026-12-31T03:00:00.000Z', '2026-12-31T00:00:00+01:00'],
		[inZone(day, '2026-12-30'), midnight + 1, String(midnight + 1), new Date(midnight + 1)],
		[LEFT, '', null],
		[NO_DATE, '31/12/2026', '12/31/2026', '31-12-2026', '31. Dezember 2026', 'Dec 31, 2026'],
		[NO_DATE, '31.02.2026', '29.2.27', '2026-02-30', '2026-13-01', '31.12.', '31.12.226'],
		[NO_DATE, 'KW 52', 'morgen', 'tba', true, 2026, '20261231', 19999, 80001, 1798675200],
		[
			refused(
				'can be read in two ways: as a day number of Excel, or as something else, such as a postal code. If it is the day 2038-09-19, write it in this form, or as a number instead of a text, with .toNumber() in the expression',
			),
			'50667',
		],
		[refused('is in the year 1026. Enter a date from 1900 to 2200'), '1026-12-31', '31.12.1026'],
		[NO_DATE, '31.12.2026 bis 15.01.2027', '31.12.2026 25:00', '2026-12'],
	],
};

const { service, run } = useScenario();

/** The entries of a table one by one. */
const entriesOf = (table: Table) =>
	Object.entries(table).flatMap(([field, rows]) =>
		rows.flatMap(([stored, ...values]) => values.map((value) => ({ field, value, stored }))),
	);

/** What is stored of a value of an address or of the record itself. */
function storedIn(record: object | undefined, field: string): unknown {
	const { address, ...own }: Record<string, unknown> = { ...record };
	return { ...(address as object), ...own }[field] ?? LEFT;
}

it.each<[string, Subject, Table, string]>([
	['numbers', 'project', numbers, BERLIN],
	['booleans and choices', 'project', choices, BERLIN],
	['emails', 'customer', emails, BERLIN],
	['dates', 'project', dates, BERLIN],
	['dates', 'project', dates, NEW_YORK],
])('%s of a %s: what is stored, or why it is refused', async (_, subject, table, timezone) => {
	const entries = entriesOf(table);
	const nameOf = { project: 'name', customer: 'lastName' }[subject];
	const items = entries.map(({ field, value }, at) => ({
		...required[subject],
		...{ [field]: value, [nameOf]: String(at) },
	})) as IDataObject[];
	const create = { resource: subject, operation: 'create', ...mapped };
	const { json } = await run(create, { items, timezone, onError: 'continueRegularOutput' });
	const records = new Map(recordsOf(service(), subject).map((one) => [one[nameOf], one]));
	const outcomes = entries.map(({ field, value }, at) => {
		const record = records.get(String(at));
		const { error } = json[at];
		return { field, value, stored: record === undefined ? error : storedIn(record, field) };
	});
	expect(outcomes).toEqual(
		entries.map(({ field, value, stored }) => {
			const { words, [timezone]: ofZone } = { ...(stored as IDataObject | null) };
			const error = `(${field}): "${String(value)}" ${String(words)}`;
			const refusal = expect.stringContaining(error) as unknown;
			return { field, value, stored: words === undefined ? (ofZone ?? stored) : refusal };
		}),
	);
});
