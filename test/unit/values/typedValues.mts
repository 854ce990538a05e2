// What people in offices in Germany, Austria, Switzerland and England type, or have in their files, and what becomes of
// it: the value that is sent and stored, or the words with which it is refused.

/** For each field rows of what is sent, followed by the values of which it is sent. */
export type Table = Readonly<Record<string, ReadonlyArray<readonly [unknown, ...unknown[]]>>>;
/** Stands for values that are refused: what follows the name of the field and the value in the error. */
const refused = (words: string) => ({ words });
/** The field is not sent. */
export const LEFT = null;

const WRITE_IT = 'is not a number. Write it like 142.5, 142,5, 24500 or 24.500,00';
const NO_AMOUNT = refused(WRITE_IT);
const NO_AREA = refused(`${WRITE_IT}, without the unit (m²)`);
const UNCLEAR = refused(
	'can be read in two ways. If you mean thousands, write it like 24500. If you mean decimals, write it like 24.5. If it comes from a database, use {{ Number($json.x) }} with its name for x',
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
		[24500, '24500', '24.500,00', '24 500,00', "24'500.00"],
		[24.5, '24.5'],
		[1234567, '1.234.567', '1 234 567', '1,234,567.'],
		[1234567.89, '1.234.567,89', '1,234,567.89'],
		// Switzerland, with either apostrophe.
		[28450.5, "28'450.50", '28’450.50', '28’450,50', "28'450.5"],
		[1234567.8, "1'234'567.80"],
		// England.
		[1234.5, '1,234.5', '1234.5', '1234.500'],
		[-3.5, '-3,5', '−3,5', -3.5],
		[-1234.5, '−1.234,5', '-1,234.5', '−1’234.5'],
		[LEFT, '', '   ', null, '\u200b', false],
		[UNCLEAR, '24.500', '24,500', '10.471', '-1.000', '−1,000'],
		[NO_AMOUNT, '28450 €', 'EUR 28.450,00', 'CHF 28’450.–', '28.450,-', true],
		[NO_AMOUNT, '12.34.567', '1.234,567.8', "1'234 567", '1.2.3', '12 34'],
		[NO_AMOUNT, '½', '0x10', '1e400', 'twelve'],
	],
	numberOfResidents: [
		[4, 4, '4', '4,0'],
		[NO_AMOUNT, '4 Personen', '3-4', '2+2'],
	],
	// Coordinates have no thousands, and lie within a range.
	latitude: [
		[51.34, '51.340', '51,340', ' 51.34 ', 51.34],
		[48.137154, '48.137154', '48,137154', '+48.137154'],
		[-33.8688, '-33.8688', '\u221233,8688'],
		[0.5, '.5', '0.5'],
		[90, '90'],
		[-90, '-90'],
		[refused('is not between -90 and 90'), '90,5', '90.0001', '-91', '480', 4_813_715],
		[refused('is not a number'), '51° 20′', '48.137.154', '48,137,154', '48.137,154', '48,137.154'],
		[refused('is not a number'), '1 234', "48'137", '48.1 N', '48.137154, 11.576124', 'north'],
	],
	longitude: [
		[-0.118, '-0,118', '−0.118'],
		[-180, '-180'],
		[179.9, '179,9'],
		[refused('is not between -180 and 180'), '180.5', 180.1],
	],
};

const NOT_EVALUATED = refused(
	'is an expression that n8n did not evaluate. Write it under Expression; in JSON, put = in front of it',
);

const texts: Table = {
	name: [
		['two  blanks', '  two  blanks '],
		['4711', 4711],
		['0', 0],
		['false', 'false'],
		[refused('is not a text'), true],
		[NOT_EVALUATED, '{{ $json.name }}', 'Haus {{ $json.name }}'],
	],
	humanId: [['P-001', ' P-001\n']],
	// Numbers of files in fields that hold texts.
	postalCode: [
		['24103', 24103, '24103', ' 24103 '],
		[LEFT, false],
	],
	countryCode: [
		['at', 'at', ' at'],
		[refused('is not a two-letter country code such as DE'), 'Austria', 'A', 'DEU'],
	],
};

const NO_BOOLEAN = refused(
	'is neither true nor false. Use true, yes, ja, wahr or 1, or false, no, nein, falsch or 0',
);
const noChoice = (choices: string) => refused(`is not one of its values: ${choices}`);

const choices: Table = {
	isLead: [
		[true, true, 'true', 'TRUE', 1, '1', 'yes', 'Yes', 'ja', 'JA', ' Ja ', 'wahr', 'WAHR'],
		[false, false, 'false', 'False', 0, '0', 'no', 'NO', 'nein', 'Nein', 'falsch', 'FALSCH'],
		[NO_BOOLEAN, 'x', 'j', 'n', 'oui', 'ja/nein', 'on', 2, -1, 'unbekannt'],
	],
	status: [
		['inProgress', 'inProgress', 'INPROGRESS', 'In Progress', 'in progress', ' In  Progress'],
		['completed', 'Completed', 'completed'],
		[noChoice('In Progress, Completed, Archived'), 'fertig', 'In Bearbeitung', 'done', 1],
	],
	// Open: further values are sent as they are.
	source: [
		['api', 'API', ' api '],
		['Kontaktformular', ' Kontaktformular\u200b'],
		[noChoice('API, '), 7],
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

const NO_MAIL = refused('is not an email address. Enter one address alone, such as name@email.com');
export const ada = 'ada@mail.example';

const emails: Table = {
	email: [
		[ada, ada, ` ${ada}\u00a0`, 'ada@mail.exam\u00adple'],
		['Ada.Weber+pv@Mail.example', 'Ada.Weber+pv@Mail.example'],
		["o'neill@mail.example", "o'neill@mail.example"],
		[LEFT, '', ' ', null, false],
		[NO_MAIL, `Ada Weber <${ada}>`, `<${ada}>`, `"${ada}"`, `(${ada})`, `„${ada}“`],
		[NO_MAIL, `${ada}; max@mail.example`, `${ada},max@mail.example`, `${ada} max@mail.example`],
		[NO_MAIL, 'ada @mail.example', `E-Mail: ${ada}`],
		[NO_MAIL, 'ada', 'ada@mail', '@mail.example', 'ada@', 'ada@mail..example', `${ada}.`],
		[NO_MAIL, 'ada..w@mail.example', `'${ada}`, 'n/a', '-'],
	],
	isCompany: [[true, 'Ja', 'wahr', 1]],
	phoneNumber: [['4930901820', 4930901820, '4930901820']],
};

export const [BERLIN, NEW_YORK] = ['Europe/Berlin', 'America/New_York'];
/** The day in the time zone of the workflow, where that matters. */
const inZone = (berlin: string, newYork: string) => ({ [BERLIN]: berlin, [NEW_YORK]: newYork });
const NO_DATE = refused(
	'is not a date. Use the form 2026-12-31 or 31.12.2026, with or without a time, or a day number of Excel',
);
const NO_DAY = refused('is a day or time that does not exist');
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
		// Half past midnight in Berlin, on the first of April.
		[inZone('2026-04-01', '2026-03-31'), '2026-03-31T22:30:00.000Z'],
		[inZone(day, '2026-12-30'), midnight + 1, String(midnight + 1), new Date(midnight + 1)],
		[LEFT, '', null, false],
		[NO_DATE, '31/12/2026', '12/31/2026', '31-12-2026', '31. Dezember 2026', 'Dec 31, 2026'],
		[NO_DAY, '31.02.2026', '29.2.27', '2026-02-30', '2026-13-01', '31.12.2026 25:00'],
		[NO_DATE, '31.12.', '31.12.226'],
		[NO_DATE, 'KW 52', 'morgen', 'tba', true, 2026, '20261231', 19999, 80001, 1798675200],
		[
			refused(
				'can be read in two ways: as a day number of Excel, or as something else, such as a postal code. If it is the day 2038-09-19, write it in this form, or as a number instead of a text, with .toNumber() in the expression',
			),
			'50667',
		],
		[
			refused(
				'can be read in several ways: as milliseconds since 1970 (the day 1976-06-04), as a day and time without separators, or as something else, such as a phone number. Write it in the form 2026-12-31, with or without a time',
			),
			...['202703141430', 202_703_141_430],
		],
		[refused('is in the year 1026. Enter a date from 1900 to 2200'), '1026-12-31', '31.12.1026'],
		[NO_DATE, '31.12.2026 bis 15.01.2027', '2026-12'],
	],
};

/** What stands above. */
export const typedValues: readonly Table[] = [texts, numbers, choices, emails, dates];

/** The values of a table one by one, each with what is sent or the error in the time zone of a workflow. */
export const valuesIn = (table: Table, timezone: string) =>
	Object.entries(table).flatMap(([field, rows]) =>
		rows.flatMap(([outcome, ...values]) =>
			values.map((value) => {
				const { words, [timezone]: ofZone } = { ...(outcome as Record<string, unknown> | null) };
				if (words === undefined) return { field, value, sent: ofZone ?? outcome };
				return { field, value, error: `(${field}): "${String(value)}" ${String(words)}` };
			}),
		),
	);
