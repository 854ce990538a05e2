import { crc32 } from 'node:zlib';
import type { IDataObject } from 'n8n-workflow';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { recordsOf } from '../shared.mts';
import { useStack } from './harness/stack.mts';
import { action, manual, of } from './harness/workflows.mts';

// A workbook as Excel saves it, written by hand: what reads it in n8n has not written it.

/** A date is a number with the form of one, as Excel keeps it. */
export type Cell = string | number | boolean | null | { readonly day: number };

const schemas = 'http://schemas.openxmlformats.org';
const main = `xmlns="${schemas}/spreadsheetml/2006/main"`;
const links = `${schemas}/officeDocument/2006/relationships`;
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const relations = (...targets: ReadonlyArray<[type: string, target: string]>) => {
	const each = targets.map(
		([type, target], at) =>
			`<Relationship Id="rId${at + 1}" Type="${links}/${type}" Target="${target}"/>`,
	);
	return `<Relationships xmlns="${schemas}/package/2006/relationships">${each.join('')}</Relationships>`;
};
/** The second form is 14, the short date of the country, such as 31.12.2026. */
const styles = `<styleSheet ${main}><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`;

function xmlOf(cell: Cell, place: string): string {
	if (cell === null) return '';
	if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
	if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${Number(cell)}</v></c>`;
	if (typeof cell === 'object') return `<c r="${place}" s="1"><v>${cell.day}</v></c>`;
	const text = cell.replace(/&/g, '&amp;').replace(/</g, '&lt;');
	return `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
}

/** A workbook of one sheet. */
export function workbookOf(rows: ReadonlyArray<readonly Cell[]>): Buffer {
	const lines = rows.map((cells, row) => {
		const place = (column: number) => `${String.fromCharCode(65 + column)}${row + 1}`;
		return `<row>${cells.map((cell, column) => xmlOf(cell, place(column))).join('')}</row>`;
	});
	return zipOf({
		'[Content_Types].xml': `<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/sheet.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
		'_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
		'xl/workbook.xml': `<workbook ${main} xmlns:r="${links}"><sheets><sheet name="Tabelle1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		'xl/_rels/workbook.xml.rels': relations(['worksheet', 'sheet.xml'], ['styles', 'styles.xml']),
		'xl/styles.xml': styles,
		'xl/sheet.xml': `<worksheet ${main}><sheetData>${lines.join('')}</sheetData></worksheet>`,
	});
}

/** A number of two or four bytes, the lowest first. */
const two = (number: number) => Buffer.from([number & 255, (number >> 8) & 255]);
const four = (number: number) => Buffer.concat([two(number), two(number >>> 16)]);

/** A zip archive of texts, without compression. */
function zipOf(texts: Readonly<Record<string, string>>): Buffer {
	const files: Buffer[] = [];
	const directory: Buffer[] = [];
	let at = 0;
	for (const [path, text] of Object.entries(texts)) {
		const [name, content] = [Buffer.from(path), Buffer.from(text)];
		const { length } = content;
		// Version 2.0, no flags, no compression, midnight of the first day of 1980.
		const head = [two(20), four(0), two(0), two(0x21), four(crc32(content))];
		const sizes = [four(length), four(length), two(name.length), two(0)];
		const place = [two(0), four(0), four(0), four(at)];
		const file = Buffer.concat([Buffer.from('PK\x03\x04'), ...head, ...sizes, name, content]);
		files.push(file);
		directory.push(Buffer.from('PK\x01\x02'), two(20), ...head, ...sizes, ...place, name);
		at += file.length;
	}
	const size = Buffer.concat(directory).length;
	const counts = [four(0), two(files.length), two(files.length), four(size), four(at), two(0)];
	return Buffer.concat([...files, ...directory, Buffer.from('PK\x05\x06'), ...counts]);
}

// Files as an office has them, read by n8n's own nodes for files.

const folder = mkdtempSync(join(tmpdir(), 'energy-projects-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const stack = useStack({ workflows: [], service: { seed: 'empty' } });
const projects = () => recordsOf(stack().service, 'project');
const customers = () => recordsOf(stack().service, 'customer');

let count = 0;

const [BERLIN, NEW_YORK] = ['Europe/Berlin', 'America/New_York'];

/** Each of the fields with an expression for a column of the row, whatever came between. */
const columns = (names: Readonly<Record<string, string>>) =>
	Object.fromEntries(
		Object.entries(names).map(([field, of]) => [field, `={{ $('Rows').item.json['${of}'] }}`]),
	);
const upsert = (name: string, more: IDataObject) => action(name, { operation: 'upsert', ...more });
const extract = (operation: string, options: IDataObject = {}) =>
	of('extractFromFile', 1, 'Rows', { operation, options });
/** The node of older workflows. */
const spreadsheetFile = of('spreadsheetFile', 2, 'Rows', {});

/** Reads a file, makes items of its rows, and imports these. @returns how many each step created, updated and left */
async function importFile(
	file: string,
	timezone: string,
	...[rows, ...steps]: Array<ReturnType<typeof of>>
) {
	const path = { fileSelector: join(folder, file), options: {} };
	const read = of('readWriteFile', 1, 'File', path);
	const made = manual(`Import${String(++count).padStart(10, '0')}`, [{}], read, rows, ...steps);
	const settings = { executionOrder: 'v1', timezone };
	const body = { ...made, settings };
	const { id } = await stack().rest.call<{ id: string }>('POST', '/rest/workflows', body);
	const { outputs, errors } = await stack().rest.run(id, 'Start');
	expect(errors).toEqual({});
	return steps.map(({ name }) => {
		const results = (outputs[name]?.[0] ?? []).map(({ json }) => json.syncResult);
		const kinds = ['created', 'updated', 'unchanged'];
		return kinds.map((kind) => results.filter((one) => one === kind).length);
	});
}

/** The first day of 2026 as Excel counts, and a later day as ISO 8601 has it. */
const FIRST_DAY = 46_023;
const isoDay = (day: number) =>
	new Date(Date.UTC(2026, 0, 1 + day - FIRST_DAY)).toISOString().slice(0, 10);

it('a workbook of Excel with dates, decimals and booleans is stored as it stands there, in every time zone', async () => {
	const rows = Array.from({ length: 60 }, (_, row) => ({
		Nummer: `X-${row}`,
		Name: `Wärme & Söhne ${row}`,
		Fläche: 100 + row / 4,
		Wert: row % 7 === 0 ? null : 24_500.5 + row,
		// With the time of the day as its fraction in every third row.
		Termin: row % 10 === 9 ? null : { day: FIRST_DAY + row * 6 + (row % 3 === 0 ? 0.75 : 0) },
		Anfrage: row % 2 === 0,
	}));
	const cells: Cell[][] = [Object.keys(rows[0]), ...rows.map((row) => Object.values(row))];
	const file = 'Projekte.xlsx';
	writeFileSync(join(folder, file), workbookOf(cells));
	const projectsOf = upsert('Projects', {
		matchOn: 'humanId',
		...columns({ matchValue: 'Nummer', name: 'Name' }),
		projectFields: columns({
			...{ heatedLivingAreaM2: 'Fläche', projectValue: 'Wert' },
			...{ installationDate: 'Termin', isLead: 'Anfrage' },
		}),
	});
	expect(await importFile(file, NEW_YORK, extract('xlsx'), projectsOf)).toEqual([[60, 0, 0]]);
	const stored = new Map(projects().map((one) => [one.humanId, one]));
	for (const { Nummer, Name, Fläche, Wert, Termin, Anfrage } of rows) {
		const record = stored.get(Nummer);
		expect(record).toMatchObject({ name: Name, heatedLivingAreaM2: Fläche, isLead: Anfrage });
		const day = Termin === null ? null : isoDay(Math.floor(Termin.day));
		expect([record?.projectValue ?? null, record?.installationDate ?? null]).toEqual([Wert, day]);
	}
	expect(await importFile(file, BERLIN, spreadsheetFile, projectsOf)).toEqual([[0, 0, 60]]);
});

it('a CSV file of a CRM gives each customer one project of the same name; a second import changes nothing', async () => {
	const rows = Array.from({ length: 40 }, (_, row) => ({
		...{ firstName: 'Ada', lastName: `O'Weiß-${row}`, email: `Kunde${row}@mail.example` },
		phoneNumber: row % 4 === 0 ? '' : `+49 30 ${row}`,
		isCompany: row % 3 === 0 ? 'Ja' : 'Nein',
		companyName: `"Wärme; Söhne ""${row}"" GmbH"`,
		addressLine1: `"Lindenstraße ${row},\r\nHinterhaus"`,
		...{ postalCode: `0${4000 + row}`, latitude: `51,${340 + row}`, Auftrag: 'Wärmepumpe' },
		Wert: `${1 + row}.${String(row).padStart(3, '0')}.450,00`,
		...{ Fläche: row % 5 === 0 ? '' : `${row},5`, Status: 'in progress' },
	}));
	const lines = [Object.keys(rows[0]), ...rows.map((row) => Object.values(row))];
	const text = lines.map((cells) => cells.join(';')).join('\r\n');
	writeFileSync(join(folder, 'Kunden.csv'), `\ufeff${text}\r\n`);
	const steps = [
		extract('csv', { delimiter: ';', enableBOM: true }),
		upsert('Customers', { resource: 'customer', matchOn: 'email', dataMode: 'autoMapInputData' }),
		upsert('Projects', {
			matchOn: 'name',
			...columns({ matchValue: 'Auftrag' }),
			projectFields: {
				customerId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
				...columns({ projectValue: 'Wert', heatedLivingAreaM2: 'Fläche', status: 'Status' }),
			},
		}),
	];
	expect(await importFile('Kunden.csv', BERLIN, ...steps)).toEqual(Array(2).fill([40, 0, 0]));
	const stored = new Map(customers().map((one) => [one.email, one]));
	const ofCustomer = new Map(projects().map((one) => [one.customerId, one]));
	for (const [row, { lastName, email, phoneNumber, postalCode }] of rows.entries()) {
		const customer = stored.get(email);
		const addressLine1 = `Lindenstraße ${row},\r\nHinterhaus`;
		expect({ phoneNumber: '', ...customer }).toMatchObject({
			...{ firstName: 'Ada', lastName, phoneNumber, isCompany: row % 3 === 0 },
			companyName: `Wärme; Söhne "${row}" GmbH`,
			address: { addressLine1, postalCode, latitude: Number(`51.${340 + row}`) },
		});
		expect({ heatedLivingAreaM2: 0, ...ofCustomer.get(customer?.id) }).toMatchObject({
			...{ name: 'Wärmepumpe', status: 'inProgress' },
			projectValue: (1 + row) * 1_000_000 + row * 1_000 + 450,
			heatedLivingAreaM2: row % 5 === 0 ? 0 : row + 0.5,
		});
	}
	expect(await importFile('Kunden.csv', BERLIN, ...steps)).toEqual(Array(2).fill([0, 0, 40]));
});
