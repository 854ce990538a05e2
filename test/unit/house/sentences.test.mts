import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
	ACTIVATION_BUDGET_MS,
	UNLIMITED_BUDGET_MS,
} from '../../../nodes/EnergyProjects/polling/poll.ts';
import { SHARES } from '../../../nodes/EnergyProjects/polling/source.ts';
import { carriedOfCustomer, eventKinds } from '../../../nodes/EnergyProjects/service/eventKinds.ts';
import { page, says } from '../../documents.mts';

// Sentences of the documents that no other test shows. Any other test names the sentence that it shows, by `says`.

const TRIGGERS = 'docs/triggers.md';
const minutes = (milliseconds: number) => String((SHARES.all * milliseconds) / 60_000);
const seconds = (milliseconds: number) => String(Math.floor((SHARES.all * milliseconds) / 1_000));

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
