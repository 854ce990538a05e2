import { generateNodeTypeFile } from '@n8n/workflow-sdk';
import { NodeHelpers } from 'n8n-workflow';
import type { INodeProperties, INodeType } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { fieldsInside, labelOf } from '../../../nodes/EnergyProjects/service/field.ts';
import type { Field } from '../../../nodes/EnergyProjects/service/field.ts';
import { accountResource } from '../../../nodes/EnergyProjects/service/records/account.ts';
import { customerResource } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { documentResource } from '../../../nodes/EnergyProjects/service/records/document.ts';
import { projectResource } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { credentials, nodes } from '../../integration/savedNames/descriptions.mts';
import { within } from './parameters.mts';

/**
 * A person who hovers over the question mark beside a parameter has not understood its name. So everything they can set
 * has a description that is not its name again. Checked for what n8n loads. A choice may speak for itself.
 */
const needsNone = ({ type, name }: INodeProperties): boolean =>
	// n8n itself fills in hidden values, and shows no name for the others.
	['hidden', 'notice', 'credentials'].includes(type) ||
	// n8n's convention for the selectors at the top of a node.
	['resource', 'operation'].includes(name);

const everything = [...nodes.map(({ description }) => description), ...credentials]
	.flatMap(({ properties }) => properties.flatMap(within))
	.filter((parameter) => !needsNone(parameter));

it('everything a person can set has a description that says more than its name', () => {
	expect(everything.length).toBeGreaterThan(100);
	const plain = (text = '') => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
	const isEmpty = ({ displayName, description }: INodeProperties) =>
		['', plain(displayName), plain(`the ${displayName}`)].includes(plain(description));
	expect(everything.filter(isEmpty).map(({ name }) => name)).toEqual([]);
});

const READ = [
	...['displayName', 'name', 'label', 'description', 'placeholder', 'hint', 'action', 'unit'],
	...['header', 'inactive', 'active', 'executionsHelp', 'eventTriggerDescription', 'message'],
];

/** A sentence, a label or an example; the name of a choice is its label. */
const BEGUN = ['displayName', 'description', 'placeholder', 'hint', 'action'];

/** Where a text that people read is empty, has two blanks in a row, begins like no sentence, or says what nobody wrote. */
function oddTexts(value: unknown, path = ''): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
		if (typeof inner !== 'string' || !READ.includes(key)) return oddTexts(inner, `${path}.${key}`);
		const isBegun = BEGUN.includes(key) || (key === 'name' && 'value' in value);
		const isRead = /^\S+(?: \S+)*$/.test(inner) && !/undefined|null,|\[object/.test(inner);
		return isRead && (!isBegun || /^(\p{Lu}|\d|e\.g\. \S)/u.test(inner)) ? [] : [`${path}.${key}`];
	});
}

const records = { accountResource, customerResource, documentResource, projectResource };

it('every name, description and example is a text, also of what the service alone sets', () => {
	const panels = [...nodes.map(({ description }) => description), ...credentials];
	expect(oddTexts({ panels, records })).toEqual([]);
});

const allFields = Object.values(records)
	.flatMap(({ fields }: { fields: readonly Field[] }) => fields)
	.flatMap((field) => [field, ...fieldsInside(field)]);

it('what a person types has an example', () => {
	const typed = allFields.filter(
		({ type, access }) => ['string', 'number', 'email'].includes(type) && access !== 'readOnly',
	);
	expect(typed.filter(({ placeholder }) => placeholder === undefined)).toEqual([]);
});

const UNITS: [words: RegExp, unit: string][] = [
	[/ degrees Celsius/, '°C'],
	[/ decimal degrees/, '°'],
	[/ square metres/, 'm²'],
	[/ watts per square metre/, 'W/m²'],
	[/ kilowatt hours per year/, 'kWh/year'],
	[/Kw$/, 'kW'],
	[/Kwh$/, 'kWh'],
	[/Liter$/, 'l'],
];

it('a quantity shows the unit that its description or its name has in words', () => {
	const unitInWords = ({ name, description }: Field) =>
		UNITS.find(([words]) => words.test(description) || words.test(name))?.[1];
	const others = allFields.filter((field) => ![undefined, field.unit].includes(unitInWords(field)));
	expect(others.map(labelOf)).toEqual([]);
});

/** A switch, or a choice of Yes and No. */
const isBoolean = ({ type, default: byDefault }: INodeProperties) =>
	type === 'boolean' || (type === 'options' && typeof byDefault === 'boolean');

it('"Whether" begins the description of a boolean, and of nothing else', () => {
	const misleading = everything.filter(
		(one) => isBoolean(one) !== (one.description?.startsWith('Whether') === true),
	);
	expect(misleading.map(({ name }) => name)).toEqual([]);
});

/**
 * What n8n's assistant and its MCP server read of a node: a type that n8n makes of the description. n8n itself leaves out
 * the hidden parameters at the top.
 */
function typeOf({ description }: INodeType): string {
	const properties = description.properties.filter(({ type }) => type !== 'hidden');
	const named = { ...description, name: `${PACKAGE}.${description.name}`, properties };
	return generateNodeTypeFile(named as Parameters<typeof generateNodeTypeFile>[0]);
}

const PACKAGE = 'n8n-nodes-energy-projects';
const OUTPUTS = ['project', 'customer'].flatMap((subject) =>
	['created', 'edited', 'deleted'].map((change) => `${subject}.${change}`),
);
const nodeNamed = (name: string) =>
	nodes.find(({ description }) => description.name === name) ?? expect.fail(name);
const hintOf = (type: string) => /@builderHint .*/.exec(type)?.[0] ?? '';

describe('a program that builds workflows learns', () => {
	it.each(['energyProjectsTrigger', 'energyProjectsPollingTrigger'])(
		'that %s is a trigger, and its outputs in their order',
		(name) => {
			const hint = hintOf(typeOf(nodeNamed(name)));
			expect(hint).toMatch(/\btrigger\b/i);
			expect(hint.match(/\w+\.\w+/g)).toEqual(OUTPUTS);
			expect(hint).toMatch(/splitByEvent is false/);
			// n8n's search marks it by its name.
			expect(NodeHelpers.isTriggerNodeType(name)).toBe(true);
		},
	);

	it('which trigger to use if n8n cannot be reached', () => {
		const related = nodeNamed('energyProjectsTrigger').description.builderHint?.relatedNodes;
		const { name } = nodeNamed('energyProjectsPollingTrigger').description;
		expect(related?.map(({ nodeType }) => nodeType)).toEqual([`${PACKAGE}.${name}`]);
	});

	it('that one operation finds a record and creates or updates it', () => {
		expect(hintOf(typeOf(nodeNamed('energyProjects')))).toContain('upsert');
	});
});
