import type { ICredentialType, INodeType } from 'n8n-workflow';

/** The source of a file as somebody would have written it by hand, and the name such a file has. */
export interface DescriptionSource {
	readonly file: string;
	readonly text: string;
}

/** A node whose description stands in its file word by word, not derived from anything. */
export function nodeSource({ constructor, description }: INodeType): DescriptionSource {
	return {
		file: `nodes/EnergyProjects/${constructor.name}.node.ts`,
		text: classSource(constructor.name, 'INodeType', { description }),
	};
}

/** A credential whose fields stand in its file word by word. */
export function credentialSource(credential: ICredentialType): DescriptionSource {
	const { name } = credential.constructor;
	return {
		file: `credentials/${name}.credentials.ts`,
		text: classSource(name, 'ICredentialType', credential),
	};
}

const TYPES: Record<string, string> = {
	description: ': INodeTypeDescription',
	properties: ': INodeProperties[]',
};

function classSource(name: string, type: string, members: object): string {
	const lines = Object.entries(members)
		.filter(([, value]) => typeof value !== 'function')
		.map(([key, value]) => `\t${key}${TYPES[key] ?? ''} = ${literal(value, '\t')};\n`);
	return `export class ${name} implements ${type} {\n${lines.join('')}}\n`;
}

/** A value as source: as JSON, but for names without quotes, since the rules read those only. */
function literal(value: unknown, indent: string): string {
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	const within = `${indent}\t`;
	const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
	const entries = Object.entries(value)
		.filter(([, one]) => one !== undefined)
		.map(([key, one]) => {
			const name = Array.isArray(value) ? '' : `${nameInSource(key)}: `;
			return `${within}${name}${literal(one, within)},\n`;
		});
	return entries.length === 0 ? open + close : `${open}\n${entries.join('')}${indent}${close}`;
}

const nameInSource = (key: string) => (/^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key));
