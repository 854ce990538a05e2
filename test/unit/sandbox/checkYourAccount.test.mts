import { describe, expect, it } from 'vitest';
import { readExamples } from '../../../sandbox/n8n/demo.mts';
import { propertiesOf, resolve, schemaNamed } from '../contract/description.mts';
import type { Schema } from '../contract/description.mts';

const { nodes } = readExamples().find(({ id }) => id === 'EnergyCheckAcc01') ?? { nodes: [] };
const codes = nodes.filter(({ type }) => type === 'n8n-nodes-base.code');
const codeOf = (name: string) =>
	String(codes.find((node) => node.name === name)?.parameters.jsCode ?? '');

/** A table that stands in the code of the rows. */
const tableOf = (name: string): unknown => {
	const [, source = ''] =
		new RegExp(`const ${name} = (\\{[\\s\\S]+?\\n\\});`).exec(codeOf('Write the rows')) ?? [];
	return JSON.parse(
		source
			.replace(/(\w+):/g, '"$1":')
			.replaceAll("'", '"')
			.replace(/,(\s*\})/g, '$1'),
	);
};

/** A property of the description as the table has it. */
function kindOf(given: Schema): string {
	const isNull = ({ type }: Schema) => type === 'null';
	const isNullable =
		(given.anyOf ?? []).some(isNull) || (Array.isArray(given.type) && given.type.includes('null'));
	const inner = resolve((given.anyOf ?? []).find((schema) => !isNull(schema)) ?? given);
	const [type = ''] = [inner.type].flat().filter((one) => one !== undefined && one !== 'null');
	const words: Readonly<Record<string, string>> = {
		...{ uuid: 'uuid', 'date-time': 'time', date: 'date' },
		...{ string: 'text', array: 'list' },
	};
	const plain = words[inner.format ?? ''] ?? words[type] ?? type;
	return `${inner.enum?.join('|') ?? plain}${isNullable ? '?' : ''}`;
}

/** Only a read returns them. */
const computed = Object.keys(propertiesOf('Project')).filter(
	(name) => !(name in propertiesOf('ProjectWritten')),
);

describe('what the example "Check your account" knows of the service', () => {
	it.each(['Account', 'Project', 'Customer', 'Document'])(
		'is what the description says: the fields of a %s',
		(name) => {
			const stored = name === 'Project' ? 'ProjectWritten' : name;
			const { required = [] } = schemaNamed(stored);
			const fields = Object.entries(propertiesOf(stored));
			const expected = fields.map(([field, schema]) => [
				field,
				`${kindOf(schema)}${required.includes(field) ? '!' : ''}`,
			]);
			const table = tableOf('KNOWN') as Readonly<Record<string, unknown>>;
			expect(table[name.toLowerCase()]).toEqual(Object.fromEntries(expected));
		},
	);

	it('is what the description says: the computed fields of a project', () => {
		const properties = propertiesOf('Project');
		const expected = computed.map((field) => [field, kindOf(properties[field] ?? {})]);
		expect(expected.length).toBeGreaterThan(10);
		expect(tableOf('COMPUTED')).toEqual(Object.fromEntries(expected));
	});
});

describe('the example "Check your account"', () => {
	it('reads an answer by the same lines in each Code node', () => {
		const shared = codes
			.map(({ parameters }) =>
				/^\/\/ Reading an answer[\s\S]+?\/\/ End of the same lines\.$/m.exec(
					String(parameters.jsCode),
				),
			)
			.flatMap((found) => found?.[0] ?? []);
		expect(shared.length).toBeGreaterThan(3);
		expect(new Set(shared).size).toBe(1);
	});

	it('uses nodes of this package and of n8n only, and ours only to read', () => {
		const others = nodes.filter(({ type }) => !/^n8n-nodes-(base|energy-projects)\./.test(type));
		expect(others).toEqual([]);
		const ours = nodes.filter(({ type }) => type.startsWith('n8n-nodes-energy-projects.'));
		expect(ours.length).toBeGreaterThan(4);
		for (const { parameters } of ours) expect(parameters.operation).toMatch(/^get(All)?$/);
	});

	it('never sends the key on: no request follows a redirect, and each goes on after an error', () => {
		const requests = nodes.filter(({ type }) => type === 'n8n-nodes-base.httpRequest');
		expect(requests.length).toBeGreaterThan(5);
		for (const request of requests) {
			expect(request).toMatchObject({
				onError: 'continueRegularOutput',
				parameters: {
					nodeCredentialType: 'energyProjectsApi',
					options: { redirect: { redirect: { followRedirects: false } } },
				},
			});
		}
	});

	it('writes nothing as long as one node is switched off, and that one is', () => {
		const off = nodes.filter((node) => (node as { disabled?: boolean }).disabled === true);
		expect(off.map(({ name }) => name)).toEqual(['Test company']);
	});
});

it('takes nothing for read that only stands beside the error of a node', () => {
	const [source = ''] = /const nodeItems = [\s\S]+?;\n/.exec(codeOf('Write the rows')) ?? [];
	const items = [{ json: { id: 'of the node before', error: 'It failed' } }, { json: { id: 'a' } }];
	const outputOf = () => ({ all: () => items });
	const nodeItems = new Function('$', `${source}return nodeItems;`)(outputOf) as (
		name: string,
	) => unknown;
	expect(nodeItems('Read one project')).toEqual([{ error: 'It failed' }, { id: 'a' }]);
});
