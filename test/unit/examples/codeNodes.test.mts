import { createRequire } from 'node:module';
import type * as Luxon from 'luxon';
import { describe, expect, it } from 'vitest';
import { customerResource } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectResource } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { exampleOf } from '../../e2e/harness/liveExample.mts';

// What the Code nodes of the examples make of lists as an office has them once a year.

const require = createRequire(import.meta.url);
const { DateTime, Settings } = require('luxon') as typeof Luxon;
Settings.defaultZone = 'Europe/Berlin';

type Json = Record<string, unknown>;
type Item = { json: Json; binary?: Record<string, { data: string }> };
type Code = (...given: unknown[]) => Item[];

/** Runs a Code node as n8n does. @param rows what the named nodes before it gave */
function run(id: string, node: string, items: Json[], rows: Json[] = [{}], now = '2026-11-02') {
	const code = exampleOf(id).nodes.find(({ name }) => name === node)?.parameters.jsCode;
	const of = (list: Json[]) => ({ all: () => list.map((json) => ({ json })) });
	const call = new Function('$', '$input', '$now', 'DateTime', String(code)) as Code;
	return call(() => of(rows), of(items), DateTime.fromISO(now), DateTime);
}
const tasks = (items: Json[], now?: string) =>
	run('EnergyInvoice001', 'Who has no row yet', items, [{ projectId: 'begun' }], now);
const report = (items: Json[], rows?: Json[]) =>
	run('EnergyReconcile1', 'The report', items, rows).map(({ json }) => json);
const email = (items: Json[]) =>
	run(
		'EnergyHeatReady1',
		'Write the email',
		items.map((record) => ({ record, customer: record.customer })),
	);
const sheet = (items: Json[]) => {
	const parts = Object.values(
		run('EnergyNightly001', 'Write the table', items)[0].binary as Item['binary'] & object,
	);
	return Buffer.from(parts[parts.length - 1].data, 'base64').toString();
};

const project = (number: number, more: Json = {}) => ({
	...{ id: `id-${number}`, humanId: `P-${number}`, name: `House ${number}`, status: 'completed' },
	...{ projectValue: 1234.5, buildingHeatLoadKw: 9.25, customer: { lastName: 'Weber' }, ...more },
});

describe.each([
	['invoice tasks', 200, (items: Json[]) => tasks(items)],
	['the report', 200, report],
	['the email of heat loads', 200, email],
	['the nightly table', 32_000, sheet],
])('%s', (_, longest, textOf) => {
	it('of 5,000 projects have each, though one has a name of 40,000 characters and nothing else', () => {
		const items = Array.from({ length: 5_000 }, (_, number) => project(number));
		const name = 'ä'.repeat(40_000);
		items[2_500] = { id: 'id-2500', humanId: 'P-2500', name } as unknown as (typeof items)[number];
		const text = JSON.stringify(textOf(items));
		const named = text.match(/P-\d+/g);
		expect(new Set(named).size).toBe(items.length);
		expect(Math.max(...(text.match(/ä+/g) ?? []).map(({ length }) => length))).toBeLessThanOrEqual(
			longest,
		);
	});
});

it('an empty list makes no task, an agreement, and a table of headings', () => {
	expect(tasks([{}])).toEqual([]);
	expect(report([{}])).toMatchObject([{ result: 'all agree' }]);
	expect(sheet([{}]).match(/<row>/g)).toHaveLength(1);
});

it.each([
	['as Excel writes it', '1.234,50 €', undefined],
	['a number', 1234.5, undefined],
	['a cent more', '1234,51', 'different'],
	['blank', '', 'different'],
	['no amount', 'n/a', 'not an amount: n/a'],
])('an amount of a spreadsheet: %s', (_, projectValue, result) => {
	const rows = [{ humanId: ' p-1', projectValue }, { humanId: '' }];
	const told = report([project(1)], rows).filter((row) => row.result !== 'all agree');
	expect(told.map((row) => row.result)).toEqual(result === undefined ? [] : [result]);
});

it('tasks that HubSpot refused are told with its reasons, each once', () => {
	const refused = [{ error: { message: 'No key' } }, { error: 'Away' }, { error: 'Away' }, {}];
	expect(() => run('EnergyInvoice001', 'Say what was refused', refused)).toThrow(
		/^3 tasks were not made\. .* No key \| Away$/,
	);
});

it.each([
	['2027-03-25T05:00:00', '2027-03-28T07:00:00.000Z'],
	['2027-10-28T05:00:00', '2027-10-31T08:00:00.000Z'],
])('on the day on which the clock changes, an invoice is due at nine: %s', (now, due) => {
	expect(tasks([project(1)], now)).toMatchObject([{ json: { due } }]);
});

it.each([
	['2027-03-28T01:30:00Z', 3.5],
	['2027-10-31T00:30:00Z', 2.5],
	['2027-10-31T01:30:00Z', 2.5],
])(
	'in the night in which the clock changes, Excel shows the hour of the wall: %s',
	(time, hour) => {
		const [, days] = /s="2"><v>([\d.]+)/.exec(sheet([project(1, { updatedAt: time })])) ?? [];
		expect((Number(days) % 1) * 24).toBeCloseTo(hour, 6);
	},
);

it.each([projectResource, customerResource])(
	'the view of $noun records has each field but lists',
	(resource) => {
		const { nodes } = exampleOf('EnergyPostgres01');
		const sql = JSON.stringify(nodes.map(({ parameters }) => parameters));
		const view = sql.split(`CREATE VIEW energy_${resource.noun}s`)[1]?.split('END IF')[0];
		const columns = resource.fields
			.filter(({ name, type }) => !['id', 'updatedAt'].includes(name) && type !== 'list')
			.flatMap(({ name, fields }) =>
				fields === undefined
					? `record->>'${name}'`
					: fields.map((part) => `record->'${name}'->>'${part.name}'`),
			);
		expect(columns.filter((one) => !view?.includes(one))).toEqual([]);
	},
);
