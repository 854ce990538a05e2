import { describe, expect, it } from 'vitest';
import { readExamples } from '../../sandbox/n8n/demo.mts';
import { eventKinds } from '../../sandbox/service/records.mts';
import { recordsOf } from '../shared.mts';
import { checkYourAccountExample } from './examples/checkYourAccount.mts';
import { enquiriesExample } from './examples/enquiries.mts';
import { heatLoadSheetExample } from './examples/heatLoadSheet.mts';
import { invoiceExample } from './examples/invoiceTask.mts';
import { languageModelExamples } from './examples/languageModels.mts';
import { mailExamples } from './examples/mails.mts';
import { mirrorPostgresExample } from './examples/mirrorPostgres.mts';
import { missNothingExample } from './examples/missNothing.mts';
import { recipes } from './examples/recipes.mts';
import { useBrowser } from './harness/browser.mts';
import { Changes } from './harness/changes.mts';
import { importFilledIn } from './harness/liveExample.mts';
import { useStack } from './harness/stack.mts';
import { hubSpotCredential } from './standIns/hubSpot.mts';

const EVENTS = 'EnergyEvents0001';
const FORM = 'EnergyEnquiry001';
const CLOSING = 'EnergyClosing000';
const WEBHOOK_ID = 'e1000000-7c1e-4a5b-9d42-000000000001';
/** They start with a form, in a chat, or read an address that has to be filled in. */
const NOT_BY_A_CLICK = [FORM, 'EnergyAsk0000001', 'EnergyCheckAcc01'];

const examples = readExamples();
const moreCredentials = [hubSpotCredential];
const stack = useStack({ workflows: examples, publish: [EVENTS], moreCredentials });
const newPage = useBrowser(stack);

const run = async (id: string, trigger: string) => {
	const { status, errors, outputs } = await stack().rest.run(id, trigger);
	expect({ status, errors }).toEqual({ status: 'success', errors: {} });
	return outputs;
};

const clicks = examples
	.filter(({ id }) => !NOT_BY_A_CLICK.includes(id))
	.flatMap(({ id, name, nodes }) =>
		nodes
			.filter(({ type }) => /Trigger$/.test(type) && !/mcpTrigger$/.test(type))
			.map((trigger) => ({ id, name, trigger: trigger.name })),
	);

it.each(clicks)(
	'$name: "$trigger", the first click, works without any set-up, and only reads',
	async ({ id, trigger }) => {
		const { requests } = stack().service;
		const before = requests.length;
		const { Decide: decided } = await run(id, trigger);
		expect(requests.slice(before).filter(({ method }) => method !== 'GET')).toEqual([]);
		// What would be written is shown.
		if (decided !== undefined) expect(decided[0].length).toBeGreaterThan(3);
	},
);

describe('the examples', () => {
	it('react to every kind of event at its own output', async () => {
		stack().register(WEBHOOK_ID);
		const before = (await stack().rest.executionIds(EVENTS)).length;
		const made = new Changes(stack().service);
		made.ofEachKind();
		const all = await stack().executions(EVENTS, before + eventKinds.length);
		const outputs = all.slice(before).map((one) => one.outputs);
		const hits = outputs.flatMap(({ 'When something changes': ofTrigger }) =>
			ofTrigger.flatMap((items, at) => items.map(({ json }) => [json.event, eventKinds[at]])),
		);
		expect(hits.sort()).toEqual(eventKinds.map((kind) => [kind, kind]).sort());
		const read = outputs.flatMap((one) => one['Read the project']?.[0] ?? []);
		expect(read.map(({ json }) => String(json.id)).sort()).toEqual(
			made.eventIds
				.flatMap((one) => /^project\.(?:created|edited):([^:]+)/.exec(one)?.[1] ?? [])
				.sort(),
		);
	});

	it('close projects whose installation day has passed, and name one that is refused', async () => {
		const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' });
		const due = () =>
			recordsOf(stack().service, 'project')
				.filter(
					({ status, isLead, installationDate: day }) =>
						status === 'inProgress' && isLead !== true && Boolean(day) && String(day) < today,
				)
				.map(({ id, installationDate }) => ({ id, installationDate: String(installationDate) }))
				.sort((a, b) => a.installationDate.localeCompare(b.installationDate));
		const before = due();
		expect(before.length).toBeGreaterThan(3);
		const shown = await run(CLOSING, 'Every Monday');
		const ids = shown['Oldest installation first'][0].map(({ json }) => json.id);
		expect(ids).toEqual(before.map(({ id }) => id));
		expect(due()).toEqual(before);
		const id = await importFilledIn(stack(), CLOSING, { switchedOn: ['Set status to completed'] });
		stack().service.faults.add({ method: 'PATCH', status: 422, times: 1 });
		const { errors } = await stack().rest.run(id, 'Every Monday');
		const [left] = due();
		expect(due()).toEqual([left]);
		const humanId = stack().service.store.projects.get(left.id)?.humanId;
		expect(errors['Say what was refused'].message).toContain(
			`1 projects were not closed. ${String(humanId)}: `,
		);
		await run(id, 'Every Monday');
		expect(due()).toEqual([]);
	});
});

missNothingExample(stack);
enquiriesExample(stack);
invoiceExample(stack);
recipes(stack);
mailExamples(stack);
languageModelExamples(stack);
mirrorPostgresExample(stack);
checkYourAccountExample(stack);
heatLoadSheetExample(stack, newPage);
