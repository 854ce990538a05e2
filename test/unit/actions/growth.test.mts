import { existsSync, readFileSync } from 'node:fs';
import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Operation, Resource } from '../../../nodes/EnergyProjects/actions/operation.ts';
import {
	limitOf,
	limitParameters,
} from '../../../nodes/EnergyProjects/actions/parameters/limit.ts';
import { chosenRecord } from '../../../nodes/EnergyProjects/actions/parameters/record/chosenRecord.ts';
import { locator } from '../../../nodes/EnergyProjects/actions/parameters/record/locator.ts';
import { listSearchOf, propertiesOf } from '../../../nodes/EnergyProjects/actions/properties.ts';
import { readRecords } from '../../../nodes/EnergyProjects/actions/records.ts';
import { resources } from '../../../nodes/EnergyProjects/actions/resources.ts';
import { standardOperations } from '../../../nodes/EnergyProjects/actions/standardOperations.ts';
import { subtitleOf } from '../../../nodes/EnergyProjects/actions/subtitle.ts';
import { searchOf } from '../../../nodes/EnergyProjects/lists/forms/locatorSearch.ts';
import { endpoint, recordEndpoints } from '../../../nodes/EnergyProjects/service/endpoints.ts';
import type { Field } from '../../../nodes/EnergyProjects/service/field.ts';
import { pathTo } from '../../../nodes/EnergyProjects/service/record.ts';
import type { ListedRecord, ReadableRecord } from '../../../nodes/EnergyProjects/service/record.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { recordSchema } from '../../../nodes/EnergyProjects/values/output/schemas.ts';
import { UUID_EXAMPLE } from '../../../nodes/EnergyProjects/values/uuid.ts';
import { byId } from '../../shared.mts';
import { runOperation } from './fakeRun.mts';

/** What the table "To add …" in ARCHITECTURE.md promises, tried with examples that the service does not have. */
const id: Field = {
	name: 'id',
	label: 'ID',
	description: 'ID of the gadget',
	type: 'uuid',
	access: 'readOnly',
};
const named: Field = { ...id, name: 'name', label: 'Name', type: 'string', access: 'required' };

const { create, get, getAll, update } = recordEndpoints('gadget');

/** It has no human ID, cannot be deleted, and names no field to match on. */
const gadgetRecord: ReadableRecord = {
	noun: 'gadget',
	fields: [id, named],
	simplified: ['id', 'name'],
	endpoints: { create, get, getAll, update },
	list: { form: 'array' },
	namedBy: ['name'],
};

const getMany: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many gadgets',
	description: 'Retrieve a list of gadgets',
	properties: limitParameters,
	outputSchema: recordSchema(gadgetRecord),
	execute: async (item) => await readRecords(item, gadgetRecord, limitOf(item)),
};

const resourceOf = (record: ReadableRecord): Resource => ({
	name: 'Gadget',
	value: 'gadget',
	search: searchOf(record, ({ name }) => [name]),
	defaultOperation: getMany,
	operations: [...standardOperations(record), getMany],
});

/** The parameters of the node that belong to an operation on gadgets. */
const parametersOf = (record: ReadableRecord, operation: string): INodeProperties[] =>
	propertiesOf([...resources, resourceOf(record)]).filter(
		({ displayOptions }) =>
			displayOptions?.show?.resource?.includes('gadget') === true &&
			displayOptions.show.operation?.includes(operation) === true,
	);

/** All parameters, also those inside others. */
const within = (parameters: readonly INodeProperties[]): INodeProperties[] =>
	parameters.flatMap((parameter) => [
		parameter,
		...(parameter.options ?? []).flatMap((option) => {
			if ('values' in option) return within(option.values);
			return 'type' in option ? within([option]) : [];
		}),
	]);

const choicesOf = (parameters: readonly INodeProperties[], name: string) =>
	within(parameters)
		.filter((parameter) => parameter.name === name)
		.flatMap(({ options = [] }) =>
			options.map((option) => ('value' in option ? option.value : '')),
		);

const operationOf = (record: ReadableRecord, value: string): Operation => {
	const found = resourceOf(record).operations.find((operation) => operation.value === value);
	if (found === undefined) throw new Error(`There is no operation ${value}`);
	return found;
};

describe('a resource that is added to the list of resources', () => {
	const all = [...resources, resourceOf(gadgetRecord)];

	it('has the operations that its record has endpoints for', () => {
		const operations = resourceOf(gadgetRecord).operations.map(({ name }) => name);
		expect(operations).toEqual(['Create', 'Get', 'Update', 'Get Many']);
	});

	it('has Delete and Create or Update as soon as its record says so', () => {
		const endpoints = recordEndpoints('gadget');
		const record = { ...gadgetRecord, endpoints, matchOn: ['name'] };
		const operations = resourceOf(record).operations.map(({ value }) => value);
		expect(operations.sort()).toEqual(['create', 'delete', 'get', 'getAll', 'update', 'upsert']);
		expect(choicesOf(parametersOf(record, 'upsert'), 'matchOn')).toEqual(['name']);
	});

	it('is offered in the editor, with its operations', () => {
		const properties = propertiesOf(all);
		expect(choicesOf(properties, 'resource')).toContain('gadget');
		const selector = properties.filter(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.[0] === 'gadget',
		);
		expect(choicesOf(selector, 'operation')).toEqual(['create', 'get', 'getAll', 'update']);
		expect(subtitleOf(all)).toContain('"gadget":"Gadget"');
	});

	it('changes nothing for the resources before it', () => {
		const before = propertiesOf(resources).slice(2);
		expect(propertiesOf(all)).toEqual(expect.arrayContaining(before));
	});

	it('lets people choose a record from a list that exists, and not by a human ID it does not have', () => {
		const [locatorOfGadget] = within(parametersOf(gadgetRecord, 'get'));
		expect(modesOf(locatorOfGadget)).toEqual(['list', 'url', 'id']);
		expect(JSON.stringify(parametersOf(gadgetRecord, 'get'))).not.toMatch(/human ID/i);
		expect(modesOf(locator(projectRecord))).toEqual(['list', 'humanId', 'url', 'id']);
		const methods = within(propertiesOf(all))
			.flatMap(({ modes = [] }) => modes)
			.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []);
		const found = Object.keys(listSearchOf(all));
		expect([...new Set(methods)].filter((method) => !found.includes(method))).toEqual([]);
	});

	it('reads and writes its records', async () => {
		const gadget = { id: UUID_EXAMPLE, name: 'Planning' };
		const gadgetId = byId(UUID_EXAMPLE);
		const one = `/gadgets/${UUID_EXAMPLE}`;
		for (const [value, parameters, request] of [
			['create', { name: 'Planning' }, ['POST /gadgets', { name: 'Planning' }]],
			['get', { gadgetId }, [`GET ${one}`]],
			[
				'update',
				{ gadgetId, updateFields: { name: 'Built' } },
				[`PATCH ${one}`, { name: 'Built' }],
			],
		] as const) {
			const operation = operationOf(gadgetRecord, value);
			const { outputs, sent } = await runOperation(operation, [parameters], () => gadget);
			expect(sent).toEqual([request]);
			expect(outputs).toEqual([[gadget]]);
		}
	});

	it('asks for a record in words that fit it', async () => {
		const run = runOperation(
			operationOf(gadgetRecord, 'get'),
			[{ gadgetId: byId('') }],
			() => ({}),
		);
		await expect(run).rejects.toMatchObject({
			message: 'No gadget was chosen',
			description: 'Choose a gadget from the list, or give its ID or a link that contains it.',
		});
	});
});

const modesOf = ({ modes = [] }: INodeProperties) =>
	modes.map(({ name }: INodePropertyMode) => name);

describe('an operation on the path of another record', () => {
	const partRecord: ListedRecord = {
		noun: 'part',
		fields: [id, named],
		simplified: [],
		endpoints: {
			getAll: endpoint('list the parts of a project', 'GET', '/projects/{projectId}/parts'),
		},
		list: { form: 'array' },
	};
	const getParts = (record: ListedRecord): Operation => ({
		name: 'Get Parts',
		value: 'getParts',
		action: 'Get parts of project',
		description: 'Retrieve the parts of a project',
		properties: [{ ...locator(projectRecord), required: true }, ...limitParameters],
		outputSchema: recordSchema(record),
		async execute(item) {
			const { id: projectId } = await chosenRecord(item, projectRecord);
			const floor = item.parameter('floor');
			return await readRecords(item, record, limitOf(item), {
				path: pathTo(projectRecord, projectId),
				...(floor !== undefined && { query: { floor: String(floor) } }),
			});
		},
	});
	const here = UUID_EXAMPLE;
	const there = UUID_EXAMPLE.replace(/^./, '0');
	const items = [here, there, here].map((projectId) => ({ projectId: byId(projectId), limit: 5 }));

	it('reads one list for each path, however many items need it', async () => {
		const { outputs, sent } = await runOperation(getParts(partRecord), items, (request) => [
			{ id: request },
		]);
		const [first, second] = [here, there].map((project) => `GET /projects/${project}/parts`);
		expect(sent).toEqual([[first], [second]]);
		expect(outputs).toEqual([[{ id: first }], [{ id: second }], [{ id: first }]]);
	});

	it('reads one list for each query, and sends the query', async () => {
		const floors = ['1', '2', '1'].map((floor) => ({ ...items[0], floor }));
		const { sent } = await runOperation(getParts(partRecord), floors, () => []);
		const request = `GET /projects/${here}/parts`;
		expect(sent).toEqual([
			[request, { floor: '1' }],
			[request, { floor: '2' }],
		]);
	});

	it.each([{}, { returnAll: true }])('can read a list in pages too (%o)', async (amount) => {
		const paged: ListedRecord = { ...partRecord, list: { form: 'pages' } };
		const all = items.slice(0, 2).map((item) => ({ ...item, ...amount }));
		const { outputs } = await runOperation(getParts(paged), all, (request) => ({
			items: [{ id: request }],
			metadata: { total: '1' },
		}));
		expect(outputs.map(([part]) => part.id)).toEqual(
			[here, there].map((project) => `GET /projects/${project}/parts`),
		);
	});
});

describe('a field that is added to a record', () => {
	const colour: Field = {
		...id,
		name: 'colour',
		label: 'Colour',
		description: 'Colour of the gadget',
		type: 'enumeration',
		access: 'optional',
		nullable: true,
		values: [
			{ name: 'Green', value: 'green', isDefault: true },
			{ name: 'Red', value: 'red' },
		],
	};
	const record = { ...gadgetRecord, fields: [...gadgetRecord.fields, colour] };
	const namesIn = (operation: string, collection: string) =>
		within(parametersOf(record, operation).filter(({ name }) => name === collection)).map(
			({ name }) => name,
		);

	it('can be written, cleared and returned', () => {
		expect(namesIn('create', 'additionalFields')).toContain('colour');
		expect(namesIn('update', 'updateFields')).toContain('colour');
		expect(choicesOf(parametersOf(record, 'update'), 'fieldsToClear')).toEqual(['colour']);
		expect(choicesOf(parametersOf(record, 'get'), 'outputFields')).toContain('colour');
	});

	it('offers all values of its enumeration, and sends the one that was chosen', async () => {
		expect(choicesOf(parametersOf(record, 'create'), 'colour')).toEqual(['green', 'red']);
		const parameters = { name: 'Planning', additionalFields: { colour: 'red' } };
		const answer = () => ({ id: UUID_EXAMPLE, name: 'Planning' });
		const { sent } = await runOperation(operationOf(record, 'create'), [parameters], answer);
		expect(sent).toEqual([['POST /gadgets', { name: 'Planning', colour: 'red' }]]);
	});
});

it('the table in ARCHITECTURE.md names files and folders that exist', () => {
	const root = new URL('../../../', import.meta.url);
	const text = readFileSync(new URL('ARCHITECTURE.md', root), 'utf8');
	const rows = text.split('\n').filter((line) => line.startsWith('|'));
	const start = rows.findIndex((row) => /^\| To add … /.test(row));
	const length = rows.slice(start).findIndex((row) => /^\| room /.test(row));
	const table = rows.slice(start, length === -1 ? undefined : start + length);
	expect(table.length).toBeGreaterThan(8);
	const paths = table.flatMap((row) => [...row.matchAll(/`([a-z][\w/.]*\/[\w/.]*)`/gi)]);
	expect(paths.length).toBeGreaterThan(5);
	const missing = paths
		.map(([, path]) => path)
		.filter((path) => !existsSync(new URL(`nodes/EnergyProjects/${path}`, root)))
		.filter((path) => !existsSync(new URL(path, root)));
	expect(missing).toEqual([]);
});
