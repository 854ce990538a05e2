// Judges service/ by sandbox/service/openapi.yaml.
import { describe, expect, it } from 'vitest';
import { MAX_PAGE_SIZE } from '../../../nodes/EnergyProjects/service/endpoints.ts';
import { projectResource } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { pathOf } from '../../../sandbox/service/description.mts';
import {
	description,
	endpoints,
	schemaNamed,
	answerSchema,
	propertiesOf,
	propertyOf,
	resolve,
	formOfField,
	formOfSchema,
	records,
	schemaOf,
} from './description.mts';
import type { DescribedOperation } from './description.mts';
import { eventKinds as known } from '../../../nodes/EnergyProjects/service/eventKinds.ts';
import { customerEvent, projectEvent } from '../webhook/fixtures.mts';
import { eventKinds as sent } from '../../../sandbox/service/records.mts';
import { says } from '../../documents.mts';
import type { Endpoint } from '../../../nodes/EnergyProjects/service/endpoints.ts';
import {
	addressFields,
	heatingCircuitFields,
} from '../../../nodes/EnergyProjects/service/records/parts.ts';
import { customerResource } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import {
	addableFields,
	fieldsToAskFor,
	followsWrites,
	isComputed,
	writableFields,
} from '../../../nodes/EnergyProjects/service/resource.ts';
import { fieldNamed, isReadOnlyValue } from '../../../nodes/EnergyProjects/service/field.ts';
import type { Field } from '../../../nodes/EnergyProjects/service/field.ts';

const { sortKeys } = projectResource.list;

const METHODS = ['get', 'post', 'patch', 'put', 'delete'];
const operations = Object.entries(description.paths).flatMap(([path, item]) =>
	Object.entries(item)
		.filter(([method]) => METHODS.includes(method))
		.map(([method, operation]) => ({ path, method, operation: operation as DescribedOperation })),
);

it('the endpoints are the operations of the service, with the same marks of what is assumed', () => {
	const described = operations.map(({ path, method, operation }) => {
		const basis = operation['x-assumed'] === undefined ? 'documented' : 'assumed';
		return `${method.toUpperCase()} ${path} ${basis}`;
	});
	const known = endpoints.map(({ method, path, basis }) => `${method} ${path} ${basis}`);
	expect(known.sort()).toEqual(described.sort());
});

describe('lists', () => {
	it('are read with the largest page that the service allows', () => {
		says('docs/maintainers/assumptions.md', '`page`, `limit` (up to 100)');
		expect(MAX_PAGE_SIZE).toBe(schemaNamed('Limit').maximum);
	});

	it('of projects can be sorted by what the service sorts by', () => {
		const sortBy = description.paths[pathOf('listProjects')]?.get?.parameters?.find(
			({ name }) => name === 'sortBy',
		);
		expect(Object.keys(sortKeys).sort()).toEqual([...(sortBy?.schema.enum ?? [])].sort());
	});
});

it.each([
	['project', projectEvent.data.project],
	['customer', customerEvent.data.customer],
])('each event about a %s carries what is documented, beside its dates', (noun, sent) => {
	const names = Object.keys(sent).filter((name) => !name.endsWith('_at'));
	const carried = known.flatMap(({ subject, carries }) => (subject.noun === noun ? [carries] : []));
	const camelCase = names.map((name) =>
		name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
	);
	expect(carried).toEqual([camelCase, camelCase, camelCase]);
});

it('the kinds of events are those that the service sends', () => {
	expect(known.map(({ value }) => value).sort()).toEqual([...sent].sort());
});

const sizingFields = fieldNamed(projectResource.fields, 'heatPumpSizing').fields ?? [];

const namesOf = (fields: readonly Field[]) => fields.map(({ name }) => name).sort();
const propertyNames = (schema: string) => Object.keys(propertiesOf(schema)).sort();

/** The names of both sides, so that a field that only one of them has fails under its own name. */
const namesOfBoth = (schema: string, fields: readonly Field[]) => [
	...new Set([...propertyNames(schema), ...namesOf(fields)]),
];

const writable = records.filter((resource) => writableFields(resource).length > 0);

describe.each(
	writable.map((resource) => ({
		schema: `${schemaOf(resource)}Update`,
		create: `${schemaOf(resource)}Create`,
		record: resource,
	})),
)('what can be written to a $record.noun', ({ schema, create, record: resource }) => {
	const fields = writableFields(resource);

	it('is exactly what the service accepts', () => {
		expect(namesOf(fields)).toEqual(propertyNames(schema));
		expect(namesOf(fields)).toEqual(propertyNames(create));
	});

	it('is, in a create, either asked for, offered as an addition or sent by the node', () => {
		const sent = fields.filter(({ createdWith }) => createdWith !== undefined);
		const all = [...fieldsToAskFor(resource), ...addableFields(resource), ...sent];
		expect(namesOf(all)).toEqual(propertyNames(create));
	});

	it.each(namesOfBoth(schema, fields))('%s has the type and the values of the service', (name) => {
		const form = formOfSchema(propertyOf(schema, name));
		expect(formOfField(fieldNamed(fields, name), 'written')).toEqual(form);
	});

	it('is required in a create if the service requires it, or the node sends it by itself', () => {
		const required = fields.filter(
			({ access, createdWith }) => access === 'required' || createdWith !== undefined,
		);
		expect(namesOf(required)).toEqual([...(schemaNamed(create).required ?? [])].sort());
	});

	it('contains the values that the service prescribes, without anybody choosing them', () => {
		says('docs/action-node.md', '**Source**: a new project always gets `api`');
		const fixed = Object.entries(propertiesOf(create)).flatMap(([name, property]) =>
			property.const === undefined ? [] : [[name, property.const]],
		);
		const sent = fields.flatMap((one) => (one.createdWith ? [[one.name, one.createdWith]] : []));
		expect(Object.fromEntries(sent)).toEqual(Object.fromEntries(fixed));
	});
});

describe.each<{ schema: string; fields: readonly Field[] }>([
	...records.map((resource) => ({ schema: schemaOf(resource), fields: resource.fields })),
	{ schema: 'HeatPumpSizing', fields: sizingFields },
	{ schema: 'Address', fields: addressFields },
	{ schema: 'HeatingCircuit', fields: heatingCircuitFields },
])('what comes back in a $schema', ({ schema, fields }) => {
	it('is exactly what the node knows', () => {
		expect(namesOf(fields)).toEqual(propertyNames(schema));
	});

	it.each(namesOfBoth(schema, fields))('%s has the type and the values of the service', (name) => {
		const form = formOfSchema(propertyOf(schema, name));
		expect(formOfField(fieldNamed(fields, name), 'returned')).toEqual(form);
	});

	it('has the same values that are only returned', () => {
		const onlyReturned = Object.entries(propertiesOf(schema)).flatMap(([name, property]) =>
			(resolve(property)['x-only-returned'] ?? []).map((value) => `${name}: ${value}`),
		);
		const readOnly = fields.flatMap((field) =>
			(field.values ?? [])
				.filter(({ value }) => isReadOnlyValue(field, value))
				.map(({ value }) => `${field.name}: ${value}`),
		);
		expect(readOnly.sort()).toEqual(onlyReturned.sort());
	});
});

describe.each([projectResource, customerResource])(
	'what a $noun has only if it is read',
	(resource) => {
		const { create, get, update } = resource.endpoints;
		const namesIn = ({ path, method }: Endpoint) => {
			const operation = description.paths[path]?.[method.toLowerCase()] as DescribedOperation;
			return Object.keys(resolve(answerSchema(operation)).properties ?? {});
		};

		it.each([create, update])('is what the node knows as computed: $operation', (write) => {
			const onlyRead = namesIn(get).filter((name) => !namesIn(write).includes(name));
			expect(namesIn(get).filter((name) => isComputed(resource, name))).toEqual(onlyRead);
			expect(namesIn(write).filter((name) => !namesIn(get).includes(name))).toEqual([]);
		});

		it('may change with any write, as the time of the last change does', () => {
			const changing = namesIn(get).filter((name) => followsWrites(resource, name));
			const computed = namesIn(get).filter((name) => isComputed(resource, name));
			expect(changing.sort()).toEqual([...computed, 'updatedAt'].sort());
		});
	},
);
