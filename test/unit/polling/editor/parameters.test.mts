import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { pollingProperties } from '../../../../nodes/EnergyProjects/polling/parameters.ts';
import { pollingPanel } from '../../../../nodes/EnergyProjects/polling/pollingPanel.ts';
import { defaultKinds } from '../../../../nodes/EnergyProjects/service/eventKinds.ts';
import { meaningOf } from '../../../../nodes/EnergyProjects/service/field.ts';
import type { ListedRecord } from '../../../../nodes/EnergyProjects/service/record.ts';
import { customerRecord } from '../../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectRecord } from '../../../../nodes/EnergyProjects/service/records/project.ts';

const parameter = (name: string) => pollingProperties.filter((one) => one.name === name)[0];
const options = (parameter('options').options ?? []) as INodeProperties[];
const option = (name: string) => options.filter((one) => one.name === name)[0];
const described = ({ description }: INodeProperties) => description ?? '';

describe('the parameters of the polling trigger', () => {
	// n8n saves nothing for a parameter at its default.
	it('have these names and defaults in saved workflows', () => {
		const defaults = (of: readonly INodeProperties[]) =>
			Object.fromEntries(of.map(({ name, default: value }) => [name, value]));
		expect(defaults(pollingProperties)).toEqual({
			authentication: 'apiKey',
			events: defaultKinds,
			splitByEvent: true,
			filters: {},
			onlyIfChanged: [],
			options: {},
		});
		expect(defaults(options)).toEqual({
			emitExisting: false,
			maxParallelRequests: 20,
			maxRetries: 3,
			timeout: 60,
		});
	});

	it('are lists to choose from, a boolean and numbers', () => {
		expect(parameter('events').type).toBe('multiOptions');
		expect(parameter('onlyIfChanged').type).toBe('multiOptions');
		expect(parameter('options')).toMatchObject({ type: 'collection', placeholder: 'Add option' });
		expect(options.map(({ type }) => type)).toEqual(['boolean', 'number', 'number', 'number']);
	});

	it('are called what the documents call them', () => {
		expect(parameter('onlyIfChanged').displayName).toBe('Only If Changed');
		expect(parameter('options').displayName).toBe('Options');
		expect(option('emitExisting').displayName).toBe('Emit Existing');
	});

	it('say what they do', () => {
		expect(described(parameter('events'))).toMatch(/events that start the workflow/);
		expect(described(parameter('onlyIfChanged'))).toMatch(
			/only if one of these fields has changed.*no field of projects.*every edit.*customers.*only if you choose it/,
		);
		expect(described(parameter('options'))).toMatch(/first poll.*requests are sent.*none/);
		expect(described(option('emitExisting'))).toMatch(
			/first poll reports every existing project and customer as created.*If this is off/,
		);
	});

	it('say nothing of creating records, which this node does not do', () => {
		expect(described(option('maxRetries'))).toMatch(/How many times to retry/);
		expect(described(option('maxRetries'))).not.toMatch(/create/i);
		expect(described(option('maxParallelRequests'))).toMatch(/at the same time/);
		expect(described(option('timeout'))).toMatch(/How long to wait/);
	});
});

describe('the fields of Only If Changed', () => {
	const { options: fields = [], displayOptions } = parameter('onlyIfChanged');
	const byValue = new Map((fields as INodePropertyOptions[]).map((one) => [one.value, one]));
	const fieldOf = ({ fields: all }: ListedRecord, name: string) =>
		all.filter((field) => field.name === name)[0];

	it('are named after the record and the field, with its meaning', () => {
		expect(byValue.get('project.status')).toMatchObject({
			name: 'Project: Status',
			description: meaningOf(fieldOf(projectRecord, 'status')),
		});
		expect(byValue.get('customer.email')).toMatchObject({
			name: 'Customer: Email',
			description: meaningOf(fieldOf(customerRecord, 'email')),
		});
	});

	it('come in the order of the alphabet, those of projects first', () => {
		const names = [...byValue.values()].map(({ name }) => name);
		const of = (noun: string) =>
			names.filter((name) => name.startsWith(noun)).sort((a, b) => a.localeCompare(b));
		expect(names).toEqual([...of('Project: '), ...of('Customer: ')]);
	});

	it('say of a computed one that it is computed', () => {
		const meaning = meaningOf(fieldOf(projectRecord, 'buildingHeatLoadKw'));
		const { name, description } = byValue.get('project.buildingHeatLoadKw') ?? {};
		expect(name).toMatch(/^Project: .+ \(Computed\)$/);
		expect(description).toBe(
			`${meaning}; computed by the service, so it can change without an edit`,
		);
	});

	it('are not those that no client can send', () => {
		for (const name of ['id', 'createdAt', 'updatedAt', 'companyId']) {
			expect(byValue.has(`project.${name}`)).toBe(false);
		}
	});

	it('are offered while edits of their record are chosen', () => {
		const shownWith = (value: string) => byValue.get(value)?.displayOptions;
		expect(shownWith('project.status')).toEqual({ show: { events: ['project.edited'] } });
		expect(shownWith('customer.email')).toEqual({ show: { events: ['customer.edited'] } });
		expect(displayOptions).toEqual({ show: { events: ['project.edited', 'customer.edited'] } });
	});
});

describe('the panel beside the parameters', () => {
	const { header, activationHint, executionsHelp } = pollingPanel as {
		header: string;
		activationHint: Record<'active' | 'inactive', string>;
		executionsHelp: string;
	};

	it('names the service', () => {
		expect(header).toBe('Events from Energy Projects');
	});

	it.each(['active', 'inactive'] as const)(
		'says what the first poll does, and what later ones do: %s',
		(state) => {
			expect(activationHint[state]).toMatch(
				/regularly checks.*first poll.*only records what already exists.*Later polls start the workflow/,
			);
		},
	);

	it('says what Fetch Test Event shows, and how to start with what exists', () => {
		expect(executionsHelp).toMatch(
			/Fetch Test Event.*newest record.*edited last.*made-up deletion.*Nothing is remembered.*poll times.*Emit Existing/,
		);
	});
});
