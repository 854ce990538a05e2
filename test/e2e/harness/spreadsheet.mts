import { crc32 } from 'node:zlib';

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
