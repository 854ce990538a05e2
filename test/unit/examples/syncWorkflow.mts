import { readExamples } from '../../../sandbox/n8n/demo.mts';
import type { Row, Step } from './syncDecision.mts';

/** The other system. */
export type Kind = 'HubSpot' | 'Pipedrive' | 'table';

type Json = Record<string, unknown>;
type Noted = { json: Json & { row: Row } };
type FindRows = (customerId: string, otherId: string) => Row[];
type Code = (...given: unknown[]) => unknown;

const EXAMPLES = {
	table: 'EnergyAndTable01',
	HubSpot: 'EnergyAndHubSpot',
	Pipedrive: 'EnergyAndPipedrv',
};
/** What an office fills in, and who becomes a customer. */
export const FILLED_IN: Array<[string, string]> = [
	['CHECK_ONLY = true', 'CHECK_ONLY = false'],
	['MAY_BE_EMPTY = false', 'MAY_BE_EMPTY = true'],
	['BRAKE = 1 / 3', "BRAKE = $('brake')"],
	['BECOMES_CUSTOMER = ', "BECOMES_CUSTOMER = ({ lifecyclestage: stage }) => stage !== 'lead'; "],
];

const filledIn = (text: string) =>
	FILLED_IN.reduce((all, [from, to]) => all.replace(from, to), text);

/** One step, as it leaves Decide. */
export type Planned = Step & {
	sent: Record<string, string>;
	body: Json;
	fields: Record<string, string>;
	was: Json;
	since?: string;
	news?: string[];
};

/** The code and the expressions of an example, as they stand there. */
export class Workflow {
	readonly kind: Kind;
	private readonly codes = new Map<string, Code>();

	constructor(kind: Kind) {
		this.kind = kind;
		const example = readExamples().find(({ id }) => id === EXAMPLES[kind]);
		for (const { name, parameters } of example?.nodes ?? []) {
			if (typeof parameters.jsCode === 'string') {
				const code = filledIn(parameters.jsCode);
				this.codes.set(name, new Function('$', '$input', '$now', 'Date', code) as Code);
			}
			const { conditions, columns } = parameters as {
				conditions?: { conditions: Array<{ leftValue: string }> };
				columns?: { value: Record<string, string> };
			};
			if (conditions) this.add(name, conditions.conditions[0].leftValue);
			for (const [column, value] of Object.entries(columns?.value ?? {}))
				this.add(`${name}: ${column}`, value);
		}
	}

	private add(name: string, text: string): void {
		const [, expression] = /^=\{\{(.*)\}\}$/s.exec(filledIn(text)) ?? [];
		const code = expression === undefined ? JSON.stringify(text) : expression;
		this.codes.set(name, new Function('$', '$json', '$now', `return (${code});`) as Code);
	}

	private call(name: string, ...given: unknown[]): unknown {
		const code = this.codes.get(name);
		if (code === undefined) throw new Error(`The example has no ${name}`);
		return code(...given);
	}

	/** @param lists by node what was read */
	decide(lists: Record<string, Json[]>, brake: number, now: Clock): Planned[] {
		const $ = (name: string) => {
			const items = (lists[name] ?? []).map((json) => ({ json }));
			return name === 'brake' ? brake : { all: () => items, first: () => items[0] };
		};
		const items = this.call('Decide', $, undefined, now, now.Date) as Array<{ json: Planned }>;
		// As n8n hands it on.
		return JSON.parse(JSON.stringify(items.map(({ json }) => json))) as Planned[];
	}

	/** Whether what was read again is what was decided on. */
	isStill(step: Planned, read: Json, now: Clock): boolean {
		return this.call('Still as decided', nodes({ 'One at a time': step }), read, now) === true;
	}

	/**
	 * What the nodes after a write make of its answer.
	 *
	 * @param last what this run noted last
	 * @param rowsNow reads the row as it is by now, or those of all runs
	 */
	noted(
		step: Planned,
		answer: Json,
		again: Json,
		last: Row | undefined,
		rowsNow: FindRows,
		now: Clock,
	): Row {
		const $ = nodes({ 'One at a time': step, again, 'Note it': last });
		const $input = { first: () => ({ json: answer }) };
		const [{ json }] = this.call('What both have now', $, $input, now, now.Date) as [Noted];
		const what = JSON.parse(JSON.stringify(json)) as Noted['json'];
		const rows = rowsNow(what.row.customerId, what.row.otherId);
		const [known] = rows;
		const $now = nodes({ 'What both have now': what, 'Read the row': rows });
		const column = (name: string) =>
			this.call(`Note it: ${name}`, $now, known ?? {}, now) as string;
		const names = 'who state customerId otherId agreed replaced since'.split(' ');
		const values = Object.fromEntries(names.map((name) => [name, column(name)])) as unknown as Row;
		return { ...values, id: what.row.id || (known?.id ?? 0) };
	}
}

/** n8n's `$`: each name stands for one item; a node that reads again is called so in each example. */
const nodes = (items: Record<string, unknown>) => (name: string) => {
	const json = items[name] ?? (name.includes('again') ? items.again : undefined);
	const all = () => [json].flat().map((one) => ({ json: one }));
	return { first: () => ({ json }), item: { json }, all, isExecuted: json !== undefined };
};

/** The time of a history, as the workflow asks for it. @param time in milliseconds */
export const clockOf = (time: () => number) => {
	const iso = () => new Date(time()).toISOString();
	class Now extends Date {
		constructor(...given: [] | [string | number]) {
			super(given[0] ?? time());
		}
	}
	return { iso, toISODate: () => iso().slice(0, 10), Date: Now };
};
export type Clock = ReturnType<typeof clockOf>;
