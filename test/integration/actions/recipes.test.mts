// Judges reading/filters.ts and values/parse.ts by what docs/recipes.md says.
import type { IDataObject } from 'n8n-workflow';
import { afterEach, expect, it, vi } from 'vitest';
import { page as pageAt } from '../../documents.mts';
import { exampleOf } from '../../e2e/harness/liveExample.mts';
import { recordsOf } from '../../shared.mts';
import { useScenario } from '../harness/scenario.mts';
import { addProject, writes } from '../harness/service/service.mts';

/** What the recipes' page tells people to enter, taken from that page. The other recipes run in a real n8n. */
const page = pageAt('docs/recipes.md');
const section = (heading: string) => page.split(`## ${heading}\n`)[1].split('\n## ')[0];
const dates = section('Today, in 14 days, this month');
const csv = section('A CSV file from Excel');
const table = new Map(
	[...dates.matchAll(/^\| ([^|]+?) +\| `([^`]+)` +\| `([^`]+)` +\|$/gm)].map(
		([, wanted, from, to]) => [wanted, [`=${from}`, `=${to}`]],
	),
);

const { service, run } = useScenario();
afterEach(() => vi.useRealTimers());

/** Half past midnight in Berlin, where it is the 18th already, and the day before in UTC. */
const setClock = (time = '2027-03-17T23:30:00Z') =>
	vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });

const found = async (filters: object) => {
	const { error, json } = await run({ operation: 'getAll', returnAll: true, filters });
	expect(error).toBeUndefined();
	return json.map(({ name }) => name).sort();
};

it.each([
	['installations today', ['2027-03-18'], ['2027-03-17', '2027-03-19']],
	['installations exactly in 14 days', ['2027-04-01'], ['2027-03-31', '2027-04-02']],
	['installations within 14 days', ['2027-03-18', '2027-04-01'], ['2027-03-17', '2027-04-02']],
	['installations this month', ['2027-03-01', '2027-03-31'], ['2027-02-28', '2027-04-01']],
])('%s: each of its days, and no other', async (wanted, inside, outside) => {
	for (const day of [...inside, ...outside, null]) {
		addProject(service(), { name: String(day), installationDate: day });
	}
	setClock();
	const [installationDateFrom, installationDateTo] = table.get(wanted) ?? [];
	expect(await found({ installationDateFrom, installationDateTo })).toEqual(inside);
});

it('what has changed since yesterday: since its midnight in the time zone of the workflow', async () => {
	for (const updatedAt of ['2027-03-16T22:59:00Z', '2027-03-16T23:01:00Z']) {
		addProject(service(), { name: updatedAt, updatedAt });
	}
	setClock();
	const [, updatedAfter] = /\*\*Updated After\*\* to `([^`]+)`/.exec(dates) ?? [];
	expect(await found({ updatedAfter: `=${updatedAfter}` })).toEqual(['2027-03-16T23:01:00Z']);
});

it.each([
	['2027-03-29T04:00:00Z', '2027-03-28', '2027-03-29'],
	['2027-11-01T05:00:00Z', '2027-10-31', '2027-11-01'],
])(
	'on the Monday after the clock changed, what was installed by Sunday is closed: %s',
	async (now, ...days) => {
		for (const installationDate of days) {
			addProject(service(), { name: installationDate, isLead: false, installationDate });
		}
		setClock(now);
		const { nodes } = exampleOf('EnergyClosing000');
		const [list] = nodes.filter(({ parameters }) => parameters.operation === 'getAll');
		expect(await found(list.parameters.filters as object)).toEqual(days.slice(0, 1));
	},
);

it('a CSV file of Excel: numbers and dates of Germany are stored, one that can be read in two ways is refused', async () => {
	const Projektnummer = String(addProject(service(), { projectValue: 900 }).humanId);
	const [, number, day] = /writes semicolons, `([^`]+)` and `([^`]+)`/.exec(csv) ?? [];
	const [, ambiguous] = /A number such as `([^`]+)` can be read in two ways/.exec(csv) ?? [];
	const [, matchValue] = /\*\*Human ID to Match\*\*: `([^`]+)`/.exec(csv) ?? [];
	const additionalFields = {
		...{ heatedLivingAreaM2: '={{ $json.Flaeche }}', installationDate: '={{ $json.Einbau }}' },
		projectValue: '={{ $json.Wert }}',
	};
	const upsert = { operation: 'upsert', matchOn: 'humanId', matchValue: `=${matchValue}` };
	const load = async (row: IDataObject) =>
		await run({ ...upsert, additionalFields }, { items: [{ Projektnummer, ...row }] });
	expect((await load({ Flaeche: number, Einbau: day, Wert: '' })).error).toBeUndefined();
	const stored = { heatedLivingAreaM2: 28.5, installationDate: '2027-03-14', projectValue: 900 };
	expect(recordsOf(service(), 'project')).toMatchObject([stored]);
	const before = writes(service());
	expect((await load({ Flaeche: number, Wert: ambiguous })).error?.message).toContain(
		`"${ambiguous}" can be read in two ways`,
	);
	expect(writes(service())).toEqual(before);
});
