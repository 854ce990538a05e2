// Judges events/eventParameters.ts and the parameters of both triggers.
import { NodeHelpers } from 'n8n-workflow';
import type { INode, INodeParameters, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { EnergyProjectsPollingTrigger } from '../../../nodes/EnergyProjects/EnergyProjectsPollingTrigger.node.ts';
import { EnergyProjectsTrigger } from '../../../nodes/EnergyProjects/EnergyProjectsTrigger.node.ts';
import { projectResource } from '../../../nodes/EnergyProjects/service/records/project.ts';

const webhook = new EnergyProjectsTrigger().description;
const polling = new EnergyProjectsPollingTrigger().description;
const notice = webhook.properties[0].displayName;
const labelsOf = (properties: readonly INodeProperties[]) =>
	properties
		.filter(({ type }) => !['notice', 'hidden'].includes(type))
		.map(({ displayName }) => displayName);

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
});

it.each<[object, string[]]>([
	[{}, ['Signing Secret']],
	[{ fetchRecord: 'apiKey' }, ['API Key to Fetch Records', 'Signing Secret']],
	[{ fetchRecord: 'oAuth2' }, ['OAuth2 Account to Fetch Records', 'Signing Secret']],
])('the webhook trigger with %j asks for the credentials %j', (set, labels) => {
	const node = { typeVersion: 2 };
	const filled = NodeHelpers.getNodeParameters(
		...([webhook.properties, set as INodeParameters, true, false, node, webhook] as const),
	);
	const asked = (webhook.credentials ?? []).filter((credential) =>
		NodeHelpers.displayParameter(filled ?? {}, credential, node, webhook),
	);
	expect(asked.map(({ displayName }) => displayName)).toEqual(labels);
});

it('the steps of the webhook trigger stand in the notice as lines with their numbers: n8n shows no ordered list', () => {
	const lines = [...notice.matchAll(/<ul>(\d)\. [^<]+<\/ul>/g)].map(([, number]) => number);
	expect(lines).toEqual(['1', '2', '3', '4']);
	expect(notice.replace(/<\/?ul>/g, '')).not.toContain('<');
});

describe('Trigger On', () => {
	const options = (node: typeof webhook) =>
		(node.properties.find(({ name }) => name === 'events')?.options ??
			[]) as INodePropertyOptions[];
	/** What the editor says about a trigger with these events. */
	const issuesWith = (events: string[]): unknown => {
		const node = { typeVersion: 2, parameters: { events } } as unknown as INode;
		return NodeHelpers.getNodeParametersIssues(webhook.properties, node, webhook)?.parameters
			?.events;
	};

	// n8n saves nothing for a parameter at its default. A kind that joined the default would, on an update of the package,
	// start every workflow whose maker left "Trigger On" as it was.
	it.each([webhook, polling])('is by default the six kinds of the first version', (node) => {
		expect(node.properties.find(({ name }) => name === 'events')?.default).toEqual([
			...['project.created', 'project.edited', 'project.deleted'],
			...['customer.created', 'customer.edited', 'customer.deleted'],
		]);
	});

	it('needs at least one event: a trigger without any would never start', () => {
		expect(issuesWith([])).toEqual(['Parameter "Trigger On" is required.']);
		expect(issuesWith(['project.edited'])).toBeUndefined();
	});

	// The service sends only the last of several events in a row. The polling trigger finds the creation anyway.
	it('says of each creation that it is not enough for the webhook trigger, and so does the notice', () => {
		const saying = (node: typeof webhook) =>
			options(node)
				.filter(({ description }) => description?.endsWith('so choose the edited event too'))
				.map(({ value }) => value);
		expect(saying(webhook)).toEqual(['customer.created', 'project.created']);
		expect(saying(polling)).toEqual([]);
		expect(notice).toMatch(/both “created” and “edited”.*Create or Update/);
	});
});

it('says which filters need Fetch Record', () => {
	const { options = [] } = webhook.properties.find(({ name }) => name === 'filters') ?? {};
	const needing = (options as INodeProperties[]).filter(({ description }) =>
		description?.endsWith('Needs Fetch Record.'),
	);
	expect(needing.map(({ name }) => name)).toEqual(['isLead', 'technicalFeasibilityAssesment']);
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

	it('offers what the service computes too, and says of it alone that it can change without an edit', () => {
		const options = (property?.options ?? []) as INodePropertyOptions[];
		const computed = projectResource.fields.filter((field) => field.isComputed === true);
		const values = computed.map(({ name }) => `project.${name}`).sort();
		expect(values).toContain('project.buildingHeatLoadKw');
		const marked = options.filter(({ name }) => name.endsWith(' (Computed)'));
		const explained = options.filter(({ description }) => description?.includes('without an edit'));
		for (const these of [marked, explained]) {
			expect(these.map(({ value }) => value).sort()).toEqual(values);
		}
		expect(property?.default).toEqual([]);
	});

	it('offers nothing if no edit is chosen, and stays: the editor would empty what is hidden', () => {
		expect(offered(['project.created', 'customer.deleted'])).toEqual([]);
		expect(property?.displayOptions).toBeUndefined();
	});
});
