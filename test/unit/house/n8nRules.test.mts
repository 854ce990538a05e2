import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import type { Linter } from 'eslint';
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

/** Switched off for our source only, which these rules misread. */
const MISREAD_SOURCE = [
	'node-class-description-inputs-wrong-regular-node',
	'node-class-description-outputs-wrong',
	'node-param-description-missing-final-period',
];

const CONFIGURATION = 'eslint.house.config.mjs';
const root = new URL('../../../', import.meta.url);
let eslint: ESLint;
let found: readonly Finding[];

beforeAll(async () => {
	// In a test run, the plugin takes every file for one of its own tests.
	vi.stubEnv('NODE_ENV', 'production');
	eslint = new ESLint({
		cwd: fileURLToPath(root),
		overrideConfigFile: CONFIGURATION,
		overrideConfig: {
			rules: Object.fromEntries(MISREAD_SOURCE.map((rule) => [`n8n-nodes-base/${rule}`, 'error'])),
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

/** Rules that do not hold for our source, beside those that misread it. */
const CANNOT_HOLD = ['cred-class-field-documentation-url-miscased'];
const isForPackage = (rule: string) => rule.startsWith('community-package-json-');
const isForSource = (rule: string) => !isForPackage(rule);

it.each([
	...sources.map(({ file }) => [file, isForSource, [...CANNOT_HOLD, ...MISREAD_SOURCE]] as const),
	['package.json', isForPackage, []] as const,
])('npm run lint checks %s with all rules of the plugin but the named ones', async (...row) => {
	const [file, isFor, off] = row;
	const lint = new ESLint({ cwd: fileURLToPath(root), overrideConfigFile: CONFIGURATION });
	const { plugins, rules = {} } = (await lint.calculateConfigForFile(file)) as Linter.Config;
	const wanted = Object.keys(plugins?.['n8n-nodes-base']?.rules ?? {}).filter(isFor);
	expect(wanted.length).toBeGreaterThan(10);
	const isError = (rule: string) => [rules[`n8n-nodes-base/${rule}`]].flat()[0] === 2;
	expect(wanted.filter((rule) => !isError(rule)).sort()).toEqual([...off].sort());
});

/** A fault for each part of what is printed: rules that cannot read it would find nothing, and no test would fail. */
type Faults = ReadonlyArray<readonly [rule: string, right: RegExp, wrong: string]>;

const IN_A_NODE: Faults = [
	// In its class, in a parameter, in a choice, in a collection, and in a group.
	['node-class-description-inputs-wrong-regular-node', /(inputs: \[\s*)"main"/, '$1"other"'],
	['node-param-required-false', /required: true/g, 'required: false'],
	['node-param-operation-option-without-action', /action: "Delete .*/g, ''],
	['node-param-collection-type-unsorted-items', /displayName: "Address"/g, 'displayName: "Zone"'],
	['node-param-fixed-collection-type-unsorted-items', /displayName: "Index"/g, 'displayName: "At"'],
];
const IN_A_CREDENTIAL: Faults = [
	// In its class, and in a field.
	[
		'cred-class-field-documentation-url-not-http-url',
		/documentationUrl = ".*"/,
		'documentationUrl = "x"',
	],
	[
		'cred-class-field-type-options-password-missing',
		/typeOptions: \{\s*password: true,\s*\},/g,
		'',
	],
];

it.each([
	['nodes/EnergyProjects/EnergyProjects.node.ts', IN_A_NODE],
	['credentials/EnergyProjectsApi.credentials.ts', IN_A_CREDENTIAL],
])('the rules can read each part of what is printed for %s', async (file, faults) => {
	const { text } = sources.find((one) => one.file === file) ?? { text: '' };
	const spoiled = faults.reduce((before, [, right, wrong]) => before.replace(right, wrong), text);
	const rules = (await findings({ file, text: spoiled })).map(({ rule }) => rule);
	expect(faults.map(([rule]) => rule).filter((rule) => !rules.includes(rule))).toEqual([]);
});
