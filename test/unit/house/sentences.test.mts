import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { toFieldValue } from '../../../nodes/EnergyProjects/input/fieldValue.ts';
import {
	ACTIVATION_BUDGET_MS,
	UNLIMITED_BUDGET_MS,
} from '../../../nodes/EnergyProjects/polling/poll.ts';
import { SHARES } from '../../../nodes/EnergyProjects/polling/source.ts';
import { withoutWordsForNothing } from '../../../nodes/EnergyProjects/run/tool.ts';
import { carriedOfCustomer, eventKinds } from '../../../nodes/EnergyProjects/service/eventKinds.ts';
import { fieldNamed, fieldsInside } from '../../../nodes/EnergyProjects/service/field.ts';
import { customerResource } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectResource } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { comparableEmail } from '../../../nodes/EnergyProjects/values/parse.ts';
import { folded } from '../../../nodes/EnergyProjects/values/text.ts';
import { page, says } from '../../documents.mts';

// Sentences of the documents that no other test shows: what the code makes of their own examples. Any other test names the
// sentence that it shows, by `says`.

const ACTION = 'docs/action-node.md';
const TRIGGERS = 'docs/triggers.md';
const minutes = (milliseconds: number) => String((SHARES.all * milliseconds) / 60_000);
const seconds = (milliseconds: number) => String(Math.floor((SHARES.all * milliseconds) / 1_000));

/** What becomes of a value of a field, also of a part of the address: what is sent, or the error. */
function sent(name: string, value: unknown, timeZone = 'Europe/Berlin'): unknown {
	const { fields } = projectResource;
	const known = [
		...fields,
		...fieldsInside(fieldNamed(fields, 'address')),
		...customerResource.fields,
	];
	try {
		return toFieldValue(fieldNamed(known, name), value, timeZone);
	} catch (error) {
		return (error as Error).message;
	}
}
const refused = (words: string) => expect.stringContaining(words) as unknown;

/** What becomes of each of these values, in a time zone if it matters. */
const all = (values: readonly unknown[], outcome: unknown, zone?: string) =>
	values.map((given) => ({ given, outcome, zone }));
const DAY = '2026-12-31';

it.each<[sentence: string, field: string, ...Array<ReturnType<typeof all>>]>([
	[
		"`142.5`, `142,5`, `24500`, `24.500,00`, `24 500,00`, `24'500.00`; no units",
		'projectValue',
		all(['142.5', '142,5'], 142.5),
		all(['24500', '24.500,00', '24 500,00', "24'500.00"], 24_500),
		all(['142.5 kW'], refused('without a unit')),
	],
	[
		'`24.500` and `24,500` can mean two things and are refused: enter `24500`, or `24.5`',
		'projectValue',
		all(['24.500', '24,500'], refused('If you mean thousands, write 24500.')),
		all(['24.5'], 24.5),
	],
	['with a point or a comma, never with thousands', 'latitude', all(['51,340', '51.340'], 51.34)],
	[
		'`2026-12-31`, `31.12.2026` or `31.12.26`, with or without a time',
		'installationDate',
		all([DAY, '31.12.2026', '31.12.26', '31.12.2026 15:00'], DAY),
	],
	[
		"Excel's day numbers (`46387`), as text only with a fraction; milliseconds",
		'installationDate',
		all([46_387, '46387.5', Date.UTC(2026, 11, 31, 12)], DAY),
		all(['46387'], refused('postal code')),
	],
	[
		'slashes, years before 1900 or after 2200',
		'installationDate',
		all(['31/12/2026'], refused('is not a date')),
		all(['1899-12-31', '2201-01-01'], refused('from 1900 to 2200')),
		all(['1900-01-01'], '1900-01-01'),
	],
	[
		"Midnight UTC is that day everywhere. Any other time with a time zone becomes its day in the workflow's time zone.",
		'installationDate',
		all([`${DAY}T00:00:00Z`, '2027-01-01T03:00:00Z'], DAY, 'America/New_York'),
	],
	[
		"the label that you see (`In Progress`) or the service's value (`inProgress`)",
		'status',
		all(['In Progress', 'inProgress'], 'inProgress'),
	],
	['one address alone', 'email', all(['a@mail.example, b@mail.example'], refused('email'))],
	[
		'true, yes, ja, wahr, 1, or false, no, nein, falsch, 0',
		'isLead',
		all(['true', 'yes', 'ja', 'wahr', '1'], true),
		all(['false', 'no', 'nein', 'falsch', '0'], false),
	],
	['A postal code that is a number has lost its zero', 'postalCode', all([4109], '4109')],
])('%s', (sentence, field, ...tried) => {
	says(ACTION, sentence);
	const values = tried.flat();
	const outcomes = values.map(({ given, zone }) => sent(field, given, zone));
	expect(outcomes).toEqual(values.map(({ outcome }) => outcome));
});

it('words for nothing of a model count as empty', () => {
	says(ACTION, 'such as `null`, `none`, `n/a`, `unknown` and `not provided`, count as empty');
	const words = ['null', 'none', 'n/a', 'unknown', 'not provided'];
	expect(words.map(withoutWordsForNothing)).toEqual(words.map(() => ''));
});

it('look-alikes are the same', () => {
	says(
		ACTION,
		'the form of dashes (`P–009`), apostrophes and quotation marks do not matter; ß is ss',
	);
	for (const [one, other] of [
		['P–009', ' p-009'],
		["O'Neill", 'O’NEILL'],
		['Weiß', 'WEISS'],
	])
		expect(folded(one)).toBe(folded(other));
	says(ACTION, 'In email addresses, case and spaces around them do not matter.');
	expect(comparableEmail(' Ada@Mail.example ')).toBe('ada@mail.example');
});

it('how long a poll may take: of the time that n8n gives it, a part', () => {
	const longest = `A poll may take ${minutes(UNLIMITED_BUDGET_MS)} minutes`;
	const first = `the first one after publishing or a restart ${seconds(ACTIVATION_BUDGET_MS)} seconds`;
	says('docs/troubleshooting.md', `${longest}, ${first}`);
	// n8n 2.41 gives it four fifths of N8N_SCHEDULER_POLL_TIMEOUT, which is 45 by default.
	const durable = `A poll may then take only ${seconds(45_000 * 0.8)} seconds`;
	says('docs/running-n8n.md', `${durable}. To allow ${minutes(300_000 * 0.8)} minutes, set`);
});

it('messages that the page about trouble quotes are those of the nodes', () => {
	const root = new URL('../../../', import.meta.url);
	const files = globSync('nodes/**/*.ts', { cwd: root });
	const code = files.map((file) => readFileSync(new URL(file, root), 'utf8')).join('\n');
	const quotes = [...page('docs/troubleshooting.md').matchAll(/\*\*"(.+?)"/g)];
	expect(quotes.length).toBeGreaterThan(5);
	const parts = quotes.flatMap(([, quote]) => quote.split('…').map((part) => part.trim()));
	expect(parts.filter((part) => !code.includes(part))).toEqual([]);
});

it('what the items tell of a project and a customer', () => {
	const namesOf = (kind: string) => eventKinds.find(({ value }) => value === kind)?.carries ?? [];
	const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
	says(TRIGGERS, `- \`project\`: ${list(namesOf('project.edited'))}, times`);
	const more = namesOf('customer.edited').filter(
		(name) => !carriedOfCustomer.some((own) => own === name),
	);
	says(
		TRIGGERS,
		`- \`customer\`: ${list(carriedOfCustomer)}; in its own events also ${list(more)} and times`,
	);
});
