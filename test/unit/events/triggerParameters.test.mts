import { NodeHelpers } from 'n8n-workflow';
import type { INodeParameters, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { EnergyProjectsPollingTrigger } from '../../../nodes/EnergyProjects/EnergyProjectsPollingTrigger.node.ts';
import { EnergyProjectsTrigger } from '../../../nodes/EnergyProjects/EnergyProjectsTrigger.node.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';

const webhook = new EnergyProjectsTrigger().description;
const polling = new EnergyProjectsPollingTrigger().description;
const labelsOf = (properties: readonly INodeProperties[]) =>
	properties.filter(({ type }) => type !== 'notice').map(({ displayName }) => displayName);

describe('the parameters', () => {
	it('of the webhook trigger: how to register it, what starts it, then the credentials, the options last', () => {
		expect(webhook.properties[0].type).toBe('notice');
		expect(labelsOf(webhook.properties)).toEqual([
			...['Trigger On', 'Split by Event', 'Fetch Record', 'Credentials'],
			...['Simplify', 'Filters', 'Options'],
		]);
	});

	it('of the polling trigger: the same, with its credential on top', () => {
		expect(labelsOf(polling.properties)).toEqual([
			...['Authentication', 'Trigger On', 'Split by Event', 'Filters'],
			...['Only If Changed', 'Options'],
		]);
	});

	it.each([webhook, polling])(
		'filters have the names that they have in the action node',
		(node) => {
			const filters = node.properties.find(({ name }) => name === 'filters')?.options ?? [];
			expect(labelsOf(filters as INodeProperties[])).toEqual(
				expect.arrayContaining(['Leads or Projects', 'Status']),
			);
		},
	);

	it('each step of a text for n8n has its number in it', () => {
		const notice = webhook.properties[0].displayName;
		for (const text of [notice, JSON.stringify(webhook.triggerPanel)]) {
			for (const start of ['1. Copy the ', '2. Create a webhook', '3. Copy its signing secret']) {
				expect(text).toContain(start);
			}
			expect(text).not.toContain('<ol');
		}
	});
});

describe('Only If Changed', () => {
	const property = polling.properties.find(({ name }) => name === 'onlyIfChanged');
	const isShown = (parameters: INodeParameters, one: INodeProperties | INodePropertyOptions) =>
		NodeHelpers.displayParameter(parameters, one as INodeProperties, { typeVersion: 1 }, polling);
	const offered = (events: string[]) =>
		((property?.options ?? []) as INodePropertyOptions[])
			.filter((option) => isShown({ events }, option))
			.map(({ name }) => name);
	const sorted = (names: string[]) => names.toSorted((a, b) => a.localeCompare(b));

	it('offers the fields of projects first, each in the order of the alphabet', () => {
		const names = offered(['project.edited', 'customer.edited']);
		const ofProjects = names.filter((name) => name.startsWith('Project: '));
		const ofCustomers = names.filter((name) => name.startsWith('Customer: '));
		expect(ofProjects.length).toBeGreaterThan(5);
		expect(ofCustomers.length).toBeGreaterThan(5);
		expect(names).toEqual([...sorted(ofProjects), ...sorted(ofCustomers)]);
	});

	it.each([
		['project', 'Project: '],
		['customer', 'Customer: '],
	])('offers only the fields of a %s if only its edits are chosen', (subject, start) => {
		const names = offered([`${subject}.created`, `${subject}.edited`]);
		expect(names.length).toBeGreaterThan(5);
		expect(names.filter((name) => !name.startsWith(start))).toEqual([]);
	});

	it('offers what the service computes too, and says of it alone that it can change without an edit', () => {
		const options = (property?.options ?? []) as INodePropertyOptions[];
		const computed = projectRecord.fields.filter((field) => field.isComputed === true);
		const values = computed.map(({ name }) => `project.${name}`).sort();
		expect(values).toContain('project.buildingHeatLoadKw');
		const marked = options.filter(({ name }) => name.endsWith(' (Computed)'));
		const explained = options.filter(({ description }) => description?.includes('without an edit'));
		for (const these of [marked, explained]) {
			expect(these.map(({ value }) => value).sort()).toEqual(values);
		}
		expect(property?.default).toEqual([]);
	});

	it('is not there if no edit is chosen', () => {
		if (property === undefined) throw new Error('There is no Only If Changed');
		expect(isShown({ events: ['customer.edited'] }, property)).toBe(true);
		expect(isShown({ events: ['project.created', 'customer.deleted'] }, property)).toBe(false);
	});
});

describe("n8n's own sentences about the polling trigger", () => {
	it('name the service, since n8n leaves out the word Trigger', () => {
		const service = polling.displayName.replace(/ trigger/i, '');
		expect(`Your workflow will now regularly check ${service} for events`).toBe(
			'Your workflow will now regularly check Energy Projects (Polling) for events',
		);
	});
});
