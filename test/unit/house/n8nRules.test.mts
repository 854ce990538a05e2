import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { credentials, nodes } from '../../integration/savedNames/descriptions.mts';
import { credentialSource, nodeSource } from './descriptionSource.mts';
import type { DescriptionSource } from './descriptionSource.mts';

/**
 * n8n's own rules for what the editor shows read source code. Our descriptions are derived from the facts of the
 * service, so in our source the rules see little of them. Here they read each finished description, printed as the
 * source of a node that somebody wrote by hand: all rules of n8n's plugin, as eslint.house.config.mjs has them.
 */
interface Finding {
	readonly rule: string;
	readonly parameter: string;
	readonly source: string;
	readonly message: string;
}

/** Texts that are right, although a rule says otherwise. */
const EXCEPTIONS: ReadonlyArray<{ readonly rule: string; readonly text: string }> = [
	// m² is the symbol of square metres; the rule asks for M².
	{ rule: 'node-param-display-name-miscased', text: 'Heated Living Area (m²)' },
	// The fields of projects come before those of customers, each in the order of the alphabet.
	{ rule: 'node-param-multi-options-type-unsorted-items', text: 'name: "onlyIfChanged"' },
];

const root = new URL('../../../', import.meta.url);
let eslint: ESLint;
let found: readonly Finding[];

beforeAll(async () => {
	// In a test run, the plugin takes every file for one of its own tests.
	vi.stubEnv('NODE_ENV', 'production');
	eslint = new ESLint({
		cwd: fileURLToPath(root),
		overrideConfigFile: 'eslint.house.config.mjs',
		// Switched off for our source only, which these rules misread.
		overrideConfig: {
			rules: {
				'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'error',
				'n8n-nodes-base/node-class-description-outputs-wrong': 'error',
				'n8n-nodes-base/node-param-description-missing-final-period': 'error',
			},
		},
	});
	found = (await Promise.all(sources.map(findings))).flat();
});

afterAll(() => {
	vi.unstubAllEnvs();
});

const sources = [...nodes.map(nodeSource), ...credentials.map(credentialSource)];

async function findings({ file, text }: DescriptionSource): Promise<Finding[]> {
	const [result] = await eslint.lintText(text, { filePath: file });
	const lines = text.split('\n');
	return (result?.messages ?? []).map(({ ruleId, line, message }) => ({
		rule: ruleId?.replace('n8n-nodes-base/', '') ?? 'none: the source cannot be read',
		parameter: nameBeside(lines, line - 1),
		source: lines[line - 1]?.trim() ?? '',
		message,
	}));
}

/** The name that stands beside a line, in the same parameter or option. */
function nameBeside(lines: readonly string[], index: number): string {
	const indent = /^\t*/.exec(lines[index] ?? '')?.[0] ?? '';
	const isOutside = (line: string) => !line.startsWith(indent);
	const start = lines.slice(0, index).findLastIndex(isOutside);
	const length = lines.slice(index).findIndex(isOutside) + index - start;
	const own = lines.slice(start, start + length).find((line) => line.startsWith(`${indent}name: `));
	return own?.trim() ?? '';
}

const concerns = ({ rule, parameter, source }: Finding, one: (typeof EXCEPTIONS)[number]) =>
	one.rule === rule && `${parameter} ${source}`.includes(one.text);
const isException = (finding: Finding) => EXCEPTIONS.some((one) => concerns(finding, one));

it("every finished description keeps to n8n's rules", () => {
	expect(sources).toHaveLength(6);
	expect(found.filter((one) => !isException(one))).toEqual([]);
});

it('every exception is still needed', () => {
	const unneeded = EXCEPTIONS.filter((one) => !found.some((finding) => concerns(finding, one)));
	expect(unneeded).toEqual([]);
});

/** Faults to plant, each with the rule that has to notice it. */
type Faults = ReadonlyArray<readonly [rule: string, right: RegExp, wrong: string]>;

const IN_A_NODE: Faults = [
	['node-class-description-inputs-wrong-regular-node', /(inputs: \[\s*)"main"/, '$1"other"'],
	['node-class-description-outputs-wrong', /(outputs: \[\s*)"main"/, '$1"other"'],
	['node-param-required-false', /required: true/g, 'required: false'],
	['node-param-description-boolean-without-whether', /"Whether to /g, '"If you want to '],
	['node-param-description-wrong-for-limit', /"Max number of/g, '"Number of'],
	['node-param-description-excess-final-period', /(description: "[^".\\]*)"/g, '$1."'],
	['node-param-description-missing-final-period', /(description: ".*\. .*)\."/g, '$1"'],
	['node-param-operation-option-action-miscased', /action: "Get many /g, 'action: "Get Many '],
	['node-param-operation-option-without-action', /action: "Delete .*/g, ''],
	['node-param-display-name-miscased-id', /(displayName: ".*)ID"/g, '$1Id"'],
	['node-param-display-name-miscased', /displayName: "Update Fields"/g, 'displayName: "To update"'],
	['node-param-options-type-unsorted-items', /name: "Create"/g, 'name: "Make"'],
	['node-param-collection-type-unsorted-items', /displayName: "Address"/g, 'displayName: "Zone"'],
	['node-param-multi-options-type-unsorted-items', /name: "Address"/g, 'name: "Zone"'],
	['node-param-fixed-collection-type-unsorted-items', /displayName: "Index"/g, 'displayName: "At"'],
];
const IN_A_CREDENTIAL: Faults = [
	['cred-class-field-name-unsuffixed', /name = ".*"/, 'name = "energyProjects"'],
	[
		'cred-class-field-type-options-password-missing',
		/typeOptions: \{\s*password: true,\s*\},/g,
		'',
	],
	[
		'cred-class-field-documentation-url-not-http-url',
		/documentationUrl = ".*"/,
		'documentationUrl = "x"',
	],
];
const IN_THE_PACKAGE: Faults = [
	['community-package-json-license-missing', /"license": ".*",/, ''],
	['community-package-json-n8n-api-version-not-number', /("n8nNodesApiVersion": )1/, '$1"1"'],
];

it.each([
	['a node', sourceOf('nodes/EnergyProjects/EnergyProjects.node.ts'), IN_A_NODE],
	['a credential', sourceOf('credentials/EnergyProjectsApi.credentials.ts'), IN_A_CREDENTIAL],
	['package.json', packageJson(), IN_THE_PACKAGE],
])('the rules notice faults in %s', async (_, { file, text }, faults) => {
	const spoiled = faults.reduce((before, [, right, wrong]) => before.replace(right, wrong), text);
	const noticed = (await findings({ file, text: spoiled })).filter((one) => !isException(one));
	const rules = new Set(noticed.map(({ rule }) => rule));
	expect(faults.map(([rule]) => rule).filter((rule) => !rules.has(rule))).toEqual([]);
});

function sourceOf(file: string): DescriptionSource {
	const source = sources.find((one) => one.file === file);
	if (source === undefined) throw new Error(`package.json does not name ${file}`);
	return source;
}

function packageJson(): DescriptionSource {
	return { file: 'package.json', text: readFileSync(new URL('package.json', root), 'utf8') };
}
