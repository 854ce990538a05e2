import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { examplesFolder } from '../../../sandbox/n8n/paths.mts';

export interface SyncRecord {
	id: string;
	name: string;
	values: Record<string, string | readonly string[] | null | undefined>;
	was?: readonly string[];
	partner?: string;
}

export interface Row {
	id: number;
	customerId: string;
	otherId: string;
	who: string;
	state: string;
	agreed: string;
	replaced?: string;
	since?: string;
}

export interface Step {
	what: 'create here' | 'create there' | 'change here' | 'change there' | 'note' | 'forget';
	row: Row;
	news?: string[];
	isSecond?: boolean;
	values: Record<string, string>;
	before: Record<string, string>;
	a: SyncRecord;
	b: SyncRecord;
}

type Winner = 'here' | 'there' | 'wait';

export interface Input {
	here: readonly SyncRecord[];
	there: readonly SyncRecord[];
	rows: readonly Row[];
	fields: Record<
		string,
		{ same?: (text: string) => string; lacks?: (text: string) => string | false }
	>;
	key: string;
	keyless?: 'here' | 'there';
	way: 'both' | 'here' | 'there';
	isNew: Record<'here' | 'there', (record: SyncRecord) => boolean>;
	names: Record<'here' | 'there', string>;
	brake: number;
	maybeEmpty?: boolean;
	onConflict: Winner;
	onLink: Winner;
	today: string;
	run: Partial<Row>;
}

/** The text that each workflow holds a copy of. */
export const decisionText = readFileSync(
	join(examplesFolder, 'sync-decision.js'),
	'utf8',
).trimEnd();

/** As n8n's Code node has it: a text that is run, without imports. */
export const decide = new Function(`${decisionText}\nreturn decide;`)() as (input: Input) => {
	problem?: string;
	items: Step[];
};
