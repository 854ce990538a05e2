import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { credentials, nodes } from '../../integration/savedNames/descriptions.mts';

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

/** Where the rules look for the type of each member. */
const TYPES: Record<string, string> = {
	description: ': INodeTypeDescription',
	properties: ': INodeProperties[]',
};

/** A class as somebody would have written it by hand: as JSON, but for names without quotes, since the rules read those only. */
function classSource(name: string, type: string, members: object): string {
	const lines = Object.entries(members)
		.filter(([, value]) => typeof value !== 'function')
		.map(([key, value]) => {
			const text = JSON.stringify(value, null, '\t').replace(/^(\t+)"([A-Za-z_]\w*)":/gm, '$1$2:');
			return `\t${key}${TYPES[key] ?? ''} = ${text.replace(/\n/g, '\n\t')};\n`;
		});
	return `export class ${name} implements ${type} {\n${lines.join('')}}\n`;
}

const sources = [
	...nodes.map(({ constructor: { name }, description }) => ({
		file: `nodes/EnergyProjects/${name}.node.ts`,
		text: classSource(name, 'INodeType', { description }),
	})),
	...credentials.map((credential) => ({
		file: `credentials/${credential.constructor.name}.credentials.ts`,
		text: classSource(credential.constructor.name, 'ICredentialType', credential),
	})),
];

async function findings({ file, text }: (typeof sources)[number]): Promise<Finding[]> {
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
