// Several nights: Create or Update with the same rows, at services that each keep what they want. By hand with more rows, such
// as 75 of each way to match, over a week: NIGHT_ROWS=75 NIGHTS=7 npx vitest run actions/nights
import type { IDataObject } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stored } from '../../../sandbox/service/differences.mts';
import type { Differences } from '../../../sandbox/service/differences.mts';
import { subjects } from '../../../sandbox/service/records.mts';
import { recordsOf } from '../../shared.mts';
import { mapped } from '../harness/samples/sampleWrites.mts';
import { runner } from '../harness/scenario.mts';
import { addRecord, requestsWith, useService } from '../harness/service/service.mts';

/** All kinds of rows come up within 20. */
const ROWS = Number(process.env.NIGHT_ROWS ?? 20);
/** More of them than a page of the list holds. */
const PAGES = Math.max(ROWS, 55);
const NIGHTS = Number(process.env.NIGHTS ?? 3);
const LONGEST = 40;

const pick = <Value,>(values: readonly Value[], number: number): Value =>
	values[number % values.length];

const firstNames = 'Ada,Jürgen,Özlem,Zoë,Søren,Anna-Lena,Łukasz,Max  Emil,Éva,Jo'.split(',');
const lastNames = [
	...['Müller', 'Weiß', 'O’Neil', 'von der Heide', 'Meier-Lüdenscheidt', "D'Angelo", 'Großmann'],
	...['Şahin', 'Nguyễn', 'Koch', 'ter  Beek', 'Strauß', 'Öztürk', 'Dr. Brandt', 'Schäfer'],
];
const phones = ['0341 90#', '+49 341 90-#', '(0341) 90 #', '0049341/90#', '+4934190#'];
const streets = ['Lindenstraße 12', 'Am Markt 3a', 'Straße des 17. Juni 135', "Rue de l'Église 5"];

/** A whole address, parts of one, the columns of a simplified item, or nothing. */
function place(number: number): IDataObject {
	const [addressLine1, city] = [pick(streets, number), pick(['Leipzig', 'Köln', 'Plön'], number)];
	const postalCode = `0${4109 + number}`;
	const country = pick(['Deutschland', 'Germany', 'DE', 'Österreich'], number >> 2);
	const rest = { country, countryCode: 'de', latitude: '51,3397', longitude: 12.3731 };
	return pick<IDataObject>(
		[
			{ address: { addressLine1, postalCode, city, ...rest } },
			{ address: { addressLine1, city: ` ${city} ` } },
			{ city, postalCode },
			{ address: null },
		],
		number,
	);
}

/** Named, named alike with and without IDs, without names, with an index: also several of these. */
function circuits(number: number): IDataObject[] {
	const [warm, hot] = [{ flowTemperature: '35,5', returnTemperature: 28 }, { flowTemperature: 55 }];
	const alike = { name: 'Heizkreis', returnTemperature: '30,0' };
	const [id, other] = [`a-${number}`, `b-${number}`];
	const two = (one: IDataObject, another: IDataObject) => [one, another];
	return pick<IDataObject[]>(
		[
			[],
			two({ name: 'EG', ...warm }, { name: 'OG', ...hot }),
			two({ ...alike, flowTemperature: '40,0' }, { ...alike, ...hot }),
			two({ id, ...alike }, { id: other, ...alike }),
			two(warm, hot),
			two({ ...warm, index: 1 }, { ...hot, index: 0 }),
			two({ id, name: 'Bad', ...warm }, { id: other, ...hot }),
			two({ name: 'Fußboden', ...warm, index: 2 }, { name: 'Heizkörper', ...hot, index: 1 }),
		],
		number,
	);
}

/** @param rows of each way to match: those after them are matched by name, and the very last has a long one */
const customer = (number: number, rows: number): IDataObject => ({
	firstName: pick(firstNames, number),
	lastName:
		number === 2 * rows - 1
			? 'von und zu Hohenlohe-Schillingsfürst-Waldenburg'
			: pick(lastNames, Math.floor(number / firstNames.length)),
	email:
		number < rows ? pick([`Kunde.${number}@Mail.example`, `k${number}@büro.example`], number) : '',
	phoneNumber: pick(phones, number).replace('#', String(100 + number)),
	isCompany: pick(['ja', 'nein', false, ''], number),
	companyName: pick(['Großmann & Söhne GmbH', ' '], number),
	...place(number),
});

/** With a number; then without one, first with a customer and names that others have too. */
function project(number: number, rows: number, customerId: string): IDataObject {
	const [hasNumber, hasCustomer] = [number < rows, number < rows * 1.6];
	const shared = `${pick(['Wärmepumpe', 'Altbau – Sanierung'], number)} ${number >> 2}`;
	const long = 'Sanierung eines Mehrfamilienhauses am Lindenplatz';
	const own =
		number === 2 * rows - 1
			? `${long}, Bauabschnitt 2`
			: `Haus ${pick(lastNames, number)} ${number}`;
	return {
		humanId: hasNumber ? `KD-2026/${number}` : '',
		name: hasNumber ? pick(['Wärmepumpe  Süd', long], number) : hasCustomer ? shared : own,
		customerId: hasCustomer ? customerId : '',
		status: pick(['inProgress', 'Completed', ''], number),
		isLead: pick([false, 'nein', 'ja'], number),
		projectValue: pick(['28.450,50', "18'999.99", 24500, '1.234.567', ''], number),
		installationDate: pick(['01.04.2026', '2026-04-01', '2026-04-01T00:00:00.000Z', ''], number),
		buildingAge: pick(['from2002', 'before1918'], number),
		heatedLivingAreaM2: pick(['142,5', 98.7, '210'], number),
		avgHeatload: pick(['65,4', 40], number),
		yearlyEnergyConsumption: pick(['18 000', '22.500,75'], number),
		heatingCircuits: circuits(number),
		// Those that are not told apart by their names can only be given as a whole list.
		otherCircuits: pick(['keep', 'keep', ...Array<string>(5).fill('remove'), 'keep'], number),
		...place(number),
	};
}

const ways = [
	{ subject: 'customer', matchOn: 'email', isSecond: false, rowFor: customer },
	{ subject: 'customer', matchOn: 'name', isSecond: true, rowFor: customer },
	{ subject: 'project', matchOn: 'humanId', isSecond: false, rowFor: project },
	{ subject: 'project', matchOn: 'name', isSecond: true, rowFor: project },
] as const;

const storedCircuits = [
	{ id: 'cellar', name: 'Keller' },
	{ id: 'ground', name: 'EG', index: 1 },
];

/** What is there of every fifth row before the first night: older, and with a part that no row has. */
function older({ firstName, lastName, ...row }: IDataObject): IDataObject {
	const matched = ['email', 'humanId', 'customerId'].filter((name) => row[name]);
	const circuits = [row.heatingCircuits].flat() as Array<IDataObject | undefined>;
	return {
		...(firstName !== undefined
			? { firstName, lastName, phoneNumber: '030 1' }
			: { name: row.name, status: 'archived' }),
		...Object.fromEntries(matched.map((name) => [name, row[name]])),
		...(circuits.some((one) => one?.name === 'EG') && { heatingCircuits: storedCircuits }),
		address: { addressLine1: 'Alter Weg 1', addressLine2: 'Hinterhaus', city: 'Altstadt' },
	};
}

/** What becomes of the values with these names. */
const change =
	(changes: Record<string, (value: never) => unknown>): Differences['keeps'] =>
	(name, value) =>
		Object.hasOwn(changes, name) && value !== null ? changes[name](value as never) : value;

const countries: Record<string, string> = {
	Deutschland: 'Germany',
	DE: 'Germany',
	Österreich: 'Austria',
};

interface Service extends Differences {
	is: string;
	/** Of each way to match; a multiple of five. */
	rows?: number;
	/** What comes of the rows in the first night and in each later one, unless all goes well. */
	first?: object;
	later?: object;
}

const services: readonly Service[] = [
	{ is: 'is well-behaved, with several pages', rows: PAGES },
	{
		is: 'numbers projects itself',
		keeps: change({ humanId: () => undefined }),
		// One more project each night, and an error for each row.
		first: { created: ROWS * 2.4 + 1, updated: ROWS * 0.6, errors: ROWS },
		later: { created: 1, unchanged: ROWS * 3, errors: ROWS },
	},
	{
		is: 'trims and cuts texts',
		keeps: (_, value) =>
			typeof value === 'string' ? value.replace(/\s+/g, ' ').slice(0, LONGEST).trim() : value,
		// The last customer and the last project by name.
		first: { errors: 2 },
		later: { created: 2, unchanged: ROWS * 4 - 2, errors: 2 },
	},
	{
		is: 'writes phone numbers and countries its own way',
		keeps: change({
			phoneNumber: (phone: string) => `+49${phone.replace(/\D/g, '').replace(/^(?:00)?49|^0/, '')}`,
			countryCode: (code: string) => code.toUpperCase(),
			country: (country: string) => countries[country] ?? country,
		}),
	},
	{
		is: 'rounds numbers',
		keeps: (name, value) =>
			typeof value !== 'number'
				? value
				: /Temperature$|Heatload$/.test(name)
					? Math.round(value)
					: Math.fround(value),
	},
	{
		is: 'replaces addresses, and shows a day as a moment',
		shows: change({
			installationDate: (day: string) => new Date(Date.parse(day) - 7_200_000).toISOString(),
		}),
	},
	{
		is: 'refuses the parts that it adds itself',
		errors: 'nest',
		shows: change({
			address: (address: object) => ({ ...address, district: 'Mitte' }),
			heatingCircuits: (list: object[]) => list.map((circuit) => ({ ...circuit, pump: 'auto' })),
		}),
	},
	{
		is: 'gives circuits new IDs with each write',
		keeps: change({ id: () => undefined }),
	},
];

const table: object[] = [];
afterAll(() => console.table(table));

describe.each(services)('the same rows every night, at a service that $is', (tried) => {
	const { is, rows = ROWS, first, later, ...differences } = tried;
	const [all, known] = [rows * 4, (rows * 4) / 5];
	const service = useService({ seed: 'empty', differences });
	const run = runner(service);
	const nights: Array<Awaited<ReturnType<typeof runNight>>> = [];

	async function runNight(isFirst: boolean) {
		service().requests.splice(0);
		const results: IDataObject[] = [];
		for (const { subject, matchOn, isSecond, rowFor } of ways) {
			const customers = recordsOf(service(), 'customer');
			const items = Array.from({ length: rows }, (_, at) =>
				rowFor((isSecond ? rows : 0) + at, rows, customers[at]?.id),
			);
			for (const row of isFirst ? items.filter((_, at) => at % 5 === 0) : [])
				addRecord[subject](service(), stored(older(row), differences));
			const options = { otherCircuits: '={{ $json.otherCircuits ?? "keep" }}' };
			const parameters = { resource: subject, operation: 'upsert', matchOn, options, ...mapped };
			results.push(...(await run(parameters, { items, onError: 'continueRegularOutput' })).json);
		}
		const errors = results.flatMap(({ error }) => (error === undefined ? [] : [String(error)]));
		const [updated, unchanged] = ['updated', 'unchanged'].map(
			(result) =>
				results.filter((one) => one.error === undefined && one.syncResult === result).length,
		);
		const accepted = (method: string) =>
			requestsWith(service(), method).filter(({ status }) => status < 300).length;
		const counts = { created: accepted('POST'), updated, unchanged, errors: errors.length };
		table.push({ service: is, night: nights.length + 1, ...counts, patches: accepted('PATCH') });
		const records = subjects.flatMap((subject) => recordsOf(service(), subject));
		// Circuits without names get new IDs with each change.
		const held = records.map(({ updatedAt, id, ...fields }) => {
			const isShown = ([name]: [string, unknown]) => name !== 'heatingCircuits';
			const list = (fields.heatingCircuits ?? []) as object[];
			const own = list.map((circuit) => ({ ...circuit, id: undefined }));
			return [id, JSON.stringify([Object.entries(fields).filter(isShown), own])] as const;
		});
		return { counts, errors, records: new Map(held) };
	}

	beforeAll(async () => {
		while (nights.length < NIGHTS) nights.push(await runNight(nights.length === 0));
	}, 600_000);

	it('creates in the first night what is missing, and updates what is there', () => {
		const [{ counts, records }] = nights;
		const usual = { created: all - known, updated: known, unchanged: 0, errors: 0 };
		expect(counts).toEqual({ ...usual, ...first });
		const complete = [...records.values()].filter((record) => record.includes('Hinterhaus'));
		expect(complete).toHaveLength(known);
	});

	it('neither creates nor updates in a later night, and fails for the same reasons', () => {
		const expected = { created: 0, updated: 0, unchanged: all, errors: 0, ...later };
		const [before, ...others] = nights.map(({ errors, counts }) => ({
			counts,
			texts: errors.map((text) => text.replace(/[\da-f-]{36}|\d+/g, '#')),
		}));
		expect(others).toEqual(others.map(() => ({ counts: expected, texts: before.texts })));
	});

	it('loses and changes no record, and names each new one in an error', () => {
		for (const [at, { records, errors, counts }] of nights.slice(1).entries()) {
			const before = nights[at].records;
			expect([...records].filter(([id]) => before.has(id))).toEqual([...before]);
			const added = [...records.keys()].filter((id) => !before.has(id));
			expect(added).toHaveLength(counts.created);
			for (const id of added) expect(errors.join()).toContain(id);
		}
	});
});
