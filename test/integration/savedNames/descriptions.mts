import { readFileSync } from 'node:fs';
import type { ICredentialType, INodeType } from 'n8n-workflow';

const root = new URL('../../../', import.meta.url);
const { n8n } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
	n8n: { nodes: string[]; credentials: string[] };
};

async function load<T>(files: readonly string[]): Promise<T[]> {
	const modules = await Promise.all(
		files.map(async (file) => {
			const source = file.replace(/^dist\//, '').replace(/\.js$/, '.ts');
			return (await import(new URL(source, root).href)) as Record<string, new () => T>;
		}),
	);
	return modules.flatMap((module) => Object.values(module).map((type) => new type()));
}

/** Every node and credential that package.json names. */
export const nodes = await load<INodeType>(n8n.nodes);
export const credentials = await load<ICredentialType>(n8n.credentials);
