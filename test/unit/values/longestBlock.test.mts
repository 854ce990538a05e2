import type { IDataObject } from 'n8n-workflow';
import { afterAll, describe, expect, it } from 'vitest';
import { MatchIndex } from '../../../nodes/EnergyProjects/actions/write/matchIndex.ts';
import { idFromLocator } from '../../../nodes/EnergyProjects/actions/parameters/record/locator.ts';
import { matchKey } from '../../../nodes/EnergyProjects/actions/parameters/match.ts';
import { redact } from '../../../nodes/EnergyProjects/http/secrets/redaction.ts';
import { addressOf, isUsableBaseUrl } from '../../../nodes/EnergyProjects/http/url.ts';
import type { Field } from '../../../nodes/EnergyProjects/service/field.ts';
import { writableFields } from '../../../nodes/EnergyProjects/service/record.ts';
import { customerRecord } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { changesBetween } from '../../../nodes/EnergyProjects/values/changes/changes.ts';
import { choicesOf } from '../../../nodes/EnergyProjects/values/parse/choices.ts';
import { toInstant } from '../../../nodes/EnergyProjects/values/parse/dates.ts';
import {
	MOST_ENTRIES,
	toFieldValue,
} from '../../../nodes/EnergyProjects/values/parse/fieldValue.ts';
import { numberIn } from '../../../nodes/EnergyProjects/values/parse/scalarValue.ts';
import { quoted } from '../../../nodes/EnergyProjects/values/quoted.ts';
import { toBoolean } from '../../../nodes/EnergyProjects/values/parse/boolean.ts';
import { comparableName, comparableText } from '../../../nodes/EnergyProjects/values/text.ts';
import { unknownIn } from '../../../nodes/EnergyProjects/values/parse/unknownFields.ts';
import { worstInputs } from './worstInputs.mts';

// The test looks for hangs of 10 seconds and more; a machine under load may take longer than usual.
const HANG_MS = 2_000;
const SHOW = process.env.SHOW_LONGEST_BLOCK !== undefined;

const longest: Array<{ by: string; input: string; ms: number }> = [];

/** Reads each of the worst inputs. An error is fine as long as it is short. */
function readAll(by: string, read: (input: unknown) => unknown): void {
	for (const [input, value] of Object.entries(worstInputs)) {
		let message = '';
		const start = performance.now();
		try {
			read(value);
		} catch (error) {
			({ message } = error as Error);
		}
		const ms = performance.now() - start;
		longest.push({ by, input, ms });
		expect(ms, input).toBeLessThan(HANG_MS);
		expect(message.length, input).toBeLessThan(800);
		expect(message, input).not.toContain('call stack');
	}
}

afterAll(() => {
	if (!SHOW) return;
	const worst = new Map<string, (typeof longest)[number]>();
	for (const block of longest) {
		if (block.ms > (worst.get(block.by)?.ms ?? 0)) worst.set(block.by, block);
	}
	console.table([...worst.values()].map(({ ms, ...block }) => ({ ...block, ms: ms.toFixed(1) })));
});

const fields = [...writableFields(projectRecord), ...writableFields(customerRecord)];
const kindOf = ({ type, pattern, valuesAreOpen }: Field) =>
	[type, pattern && 'with a pattern', valuesAreOpen && 'open'].filter(Boolean).join(' ');
const parts = fields.flatMap((field) => field.fields ?? []);
const oneOfEachKind = new Map([...fields, ...parts].map((field) => [kindOf(field), field]));

describe('a value of a megabyte neither blocks the process nor appears whole in an error', () => {
	it.each([...oneOfEachKind])('as a field: %s', (kind, field) => {
		readAll(`field: ${kind}`, (input) => toFieldValue(field, input, 'Europe/Berlin', true));
	});

	const text = (value: unknown) => (typeof value === 'string' ? value : '');
	const circuits = (value: unknown): IDataObject => ({
		heatingCircuits: Array.isArray(value) ? value : [],
	});
	const reversed = (value: unknown) =>
		circuits(Array.isArray(value) ? value.slice(0, MOST_ENTRIES).reverse() : []);
	const projectAt = (projectId: string) =>
		addressOf('https://a', projectRecord.endpoints.get, { projectId });
	it.each<[string, (input: unknown) => unknown]>([
		['locator: ID', (value) => idFromLocator(value)],
		['locator: link', (value) => idFromLocator({ __rl: true, mode: 'url', value })],
		['value to match: name', (value) => matchKey('name', value)],
		['value to match: email', (value) => matchKey('email', value)],
		['filter: text', comparableText],
		['filter: name', comparableName],
		['filter: time', (value) => toInstant(value, 'Europe/Berlin')],
		['boolean', toBoolean],
		['limit and options', numberIn],
		['list of choices', choicesOf],
		['unknown fields', (value) => unknownIn(projectRecord.fields, { mood: value as string })],
		[
			'unknown parts',
			(value) =>
				unknownIn(projectRecord.fields, { address: value, heatingCircuits: value } as never),
		],
		['a value in an error', quoted],
		['ID in an address', (value) => projectAt(text(value))],
		['base URL', (value) => isUsableBaseUrl(text(value))],
		['redaction', (value) => redact(text(value), ['sk_0123456789+/"<&\\'])],
		[
			'change of a text',
			(value) => changesBetween(projectRecord, { name: text(value) }, { name: `${text(value)} ` }),
		],
		[
			'change of circuits',
			(value) => changesBetween(projectRecord, circuits(value), reversed(value)),
		],
	])('as %s', (by, read) => {
		readAll(by, read);
	});
});

it('finding among 40,000 records with the same name takes hardly any time', async () => {
	const records = Array.from({ length: 40_000 }, (_, id) => ({ id: String(id), name: 'Haus' }));
	const start = performance.now();
	const index = await MatchIndex.of('name', records);
	const ms = performance.now() - start;
	longest.push({ by: 'match index', input: '40,000 of one name', ms });
	expect(index.find({ on: 'name', value: 'Haus', key: 'Haus' })).toEqual(records);
	expect(ms).toBeLessThan(HANG_MS);
});
