import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { traverseNodeParameters } from 'n8n-workflow';
import type { FromAIArgument } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { enumerations } from '../../../nodes/EnergyProjects/service/enumerations.ts';
import { fieldNamed } from '../../../nodes/EnergyProjects/service/field.ts';
import type { RecordType } from '../../../nodes/EnergyProjects/service/record.ts';
import { accountRecord } from '../../../nodes/EnergyProjects/service/records/account.ts';
import { customerRecord } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { documentRecord } from '../../../nodes/EnergyProjects/service/records/document.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { leadsOrProjectsParameter } from '../../../nodes/EnergyProjects/values/leadsOrProjects.ts';
import { readExamples } from '../../../sandbox/n8n/demo.mts';
import { root } from '../../../sandbox/n8n/paths.mts';

/** What a language model sees of the tools in the examples: names, descriptions, arguments. */
interface Tool {
	name: string;
	parameters: Record<string, unknown>;
}

const toolsOf = (id: string): Tool[] =>
	(readExamples().find((example) => example.id === id)?.nodes ?? [])
		.filter(({ type }) => type === 'n8n-nodes-energy-projects.energyProjectsTool')
		.map(({ name, parameters }) => ({ name, parameters }));

const forClients = toolsOf('EnergyMcpServer1');
function tool(name: string): Tool {
	const found = forClients.find((one) => one.name === name);
	if (found === undefined) throw new Error(`There is no tool ${name}`);
	return found;
}
const descriptionOf = ({ parameters }: Tool) => String(parameters.toolDescription);

function argumentsOf({ parameters }: Tool): FromAIArgument[] {
	const found: FromAIArgument[] = [];
	traverseNodeParameters(parameters, found);
	return found;
}
const aboutArgument = (of: string, key: string) =>
	argumentsOf(tool(of)).find((one) => one.key === key)?.description ?? '';

const valuesOf = (values: ReadonlyArray<{ readonly value: string }>) =>
	values.map(({ value }) => value);

it('the AI agent and MCP clients are offered the same tools', () => {
	expect(forClients.map(({ name }) => name)).toEqual([
		'find_projects',
		'get_project',
		'find_customers',
		'get_account',
		'list_documents',
	]);
	expect(toolsOf('EnergyAsk0000001')).toEqual(forClients);
});

describe.each(forClients)('the tool $name', (one) => {
	it('can only read: its operation is fixed, and it reads', () => {
		expect(['get', 'getAll']).toContain(one.parameters.operation);
		expect(argumentsOf(one).map(({ key }) => key)).not.toContain('operation');
	});

	it('says in few words what it does and what its arguments are', () => {
		expect(one.parameters.descriptionType).toBe('manual');
		for (const text of [descriptionOf(one), ...argumentsOf(one).map((each) => each.description)]) {
			expect(text).toMatch(/^[\s\S]{20,300}\.$/);
		}
		for (const name of [one.name, ...argumentsOf(one).map(({ key }) => key)]) {
			expect(name).toMatch(/^[a-z_]{4,20}$/);
		}
	});

	it('names no tool that does not exist', () => {
		const texts = JSON.stringify(one.parameters);
		const named = texts.match(/\b(?:find|get|list|read)_\w+/g) ?? [];
		const names = forClients.map(({ name }) => name);
		expect(named.filter((name) => !names.includes(name))).toEqual([]);
	});
});

it('no email address or phone number of a customer is given away', () => {
	const ofCustomers = forClients.filter(({ parameters }) => parameters.resource === 'customer');
	expect(ofCustomers.map(({ parameters }) => parameters.output)).toEqual(['selectedFields']);
	expect(String(ofCustomers[0].parameters.outputFields)).not.toMatch(/email|phone/i);
	const ofProjects = forClients.filter(({ parameters }) => parameters.resource === 'project');
	expect(ofProjects.map(({ parameters }) => parameters.options)).toEqual([{}, {}]);
});

describe('the page about MCP clients', () => {
	const page = readFileSync(join(root, 'docs', 'mcp-client.md'), 'utf8');
	const lineOf = (name: string) =>
		new RegExp(`^- \`${name}\`: .*$`, 'm').exec(page)?.[0].toLowerCase() ?? '';

	it.each(forClients)('says what leaves the house with $name', (one) => {
		// A project that is read has all that a project that is found has.
		const known = one.name === 'get_project' ? lineOf('find_projects') : '';
		const told = known + lineOf(one.name);
		const missing = fieldsOf(one).filter((name) => !new RegExp(WORDS[name] ?? name).test(told));
		expect(missing).toEqual([]);
	});
});

it('the values of enumerations are named as the service and the node spell them', () => {
	for (const value of valuesOf(enumerations.projectStatus)) {
		expect(aboutArgument('find_projects', 'status')).toMatch(new RegExp(`\\b${value}\\b`));
	}
	for (const value of valuesOf(leadsOrProjectsParameter.options)) {
		expect(aboutArgument('find_projects', 'kind')).toMatch(new RegExp(`\\b${value}\\b`));
	}
});

it('the units of a project are in the names of its fields or in the description', () => {
	const fields = (tool('get_project').parameters.outputFields as string[])
		.map((name) => fieldNamed(projectRecord.fields, name))
		.flatMap((field) => [field, ...(field.fields ?? [])]);
	const units = [...new Set(fields.flatMap(({ name, unit }) => (isIn(name, unit) ? [] : [unit])))];
	expect(units.length).toBeGreaterThan(2);
	const described = descriptionOf(tool('get_project')).replace(' per ', '/');
	expect(units.filter((unit) => !described.includes(String(unit)))).toEqual([]);
});

/** The fields that a tool returns, with the parts of an address. */
function fieldsOf({ parameters }: Tool): readonly string[] {
	const record = records[String(parameters.resource)];
	if (record === undefined) throw new Error('There is no such resource');
	const { outputFields } = parameters as { outputFields?: string[] };
	const all = record.fields.map(({ name }) => name);
	const names = outputFields ?? (record.simplified.length > 0 ? record.simplified : all);
	return names.flatMap((name) => (name === 'address' ? [name, 'latitude'] : [name]));
}
const records: Partial<Record<string, RecordType>> = {
	project: projectRecord,
	customer: customerRecord,
	account: accountRecord,
	document: documentRecord,
};

/** By field what the page calls it, as a pattern, if it has another name there. */
const WORDS: Readonly<Record<string, string>> = {
	...{ id: 'id', companyId: 'id', roomId: 'id', projectId: 'id', customerId: 'customer id' },
	...{ humanId: 'number', firstName: 'name', lastName: 'name', companyName: 'name' },
	...{ isCompany: 'company', phoneNumber: 'phone number', email: 'email address', mime: 'types' },
	...{ isLead: 'lead or not', 'address.city': 'city', latitude: 'coordinates' },
	...{ installationDate: 'installation date', projectValue: 'project value' },
	...{
		buildingHeatLoadKw: 'heat load',
		roomByRoomHeatloadKw: 'heat load',
		avgHeatload: 'heat load',
	},
	...{ buildingType: 'building', buildingAge: 'building', isMonumentProtected: 'building' },
	...{ numberOfFloors: 'building', heatedLivingAreaM2: 'building', numberOfResidents: 'residents' },
	...{ yearlyEnergyConsumption: 'consumption', heatingCircuits: 'heating circuits' },
	...{ currentHeatingSystemType: 'heating', currentHeatingSystemConstructionYear: 'heating' },
	...{ drinkingWaterHeatingSystemType: 'heating', heatPumpSizing: 'heat pump sizing' },
	technicalFeasibilityAssesment: 'feasibility',
	...{ createdAt: 'creation date|dates', updatedAt: 'last change|dates' },
};

/** Whether a field has no unit, or has it in its name: buildingHeatLoadKw, heatedLivingAreaM2. */
const isIn = (name: string, unit?: string): boolean =>
	unit === undefined ||
	name.toLowerCase().endsWith(unit.toLowerCase().replace('²', '2')) ||
	/(?:Liter|Hours)$/.test(name);
