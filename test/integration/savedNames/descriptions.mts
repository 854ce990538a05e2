import { readFileSync } from 'node:fs';
import type { ICredentialType, INodeProperties, INodeType } from 'n8n-workflow';

/** What saved workflows and credentials contain: a name, and the default that n8n uses if nothing is saved for it. */
export type Pins = Record<string, unknown>;

const root = new URL('../../../', import.meta.url);
const { name: packageName, n8n } = JSON.parse(
	readFileSync(new URL('package.json', root), 'utf8'),
) as { name: string; n8n: { nodes: string[]; credentials: string[] } };

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

/** A parameter with everything inside it, each under the path at which workflows save it. */
function pinsOf(property: INodeProperties, place: string): Pins {
	const path = `${place}.${property.name}`;
	const pins: Pins = { [path]: property.default ?? null };
	for (const mode of property.modes ?? []) pins[`${path}, mode ${mode.name}`] = true;
	for (const option of property.options ?? []) {
		if ('values' in option) {
			for (const value of option.values)
				Object.assign(pins, pinsOf(value, `${path}.${option.name}`));
		} else if ('type' in option) {
			Object.assign(pins, pinsOf(option, path));
		} else if ('value' in option) {
			pins[`${path} = ${String(option.value)}`] = true;
		}
	}
	return pins;
}

/** What a parameter belongs to: operations can have different parameters of the same name. */
function placeOf(type: string, { displayOptions }: INodeProperties): string {
	const { resource = [], operation = [] } = displayOptions?.show ?? {};
	return [type, ...resource, ...operation].join('.');
}

export const descriptionPins = (): Pins =>
	Object.assign(
		{},
		...nodes.map(({ description }) => ({
			[`node ${packageName}.${description.name}`]: description.version,
		})),
		...nodes.flatMap(({ description }) =>
			description.properties.map((property) =>
				pinsOf(property, placeOf(description.name, property)),
			),
		),
		...credentials.map(({ name, extends: parents = [] }) => ({ [`credential ${name}`]: parents })),
		...credentials.flatMap(({ name, properties }) =>
			// Hidden values may change: people neither see nor save them.
			properties
				.filter(({ type }) => type !== 'hidden')
				.map((property) => pinsOf(property, `credential ${name}`)),
		),
	) as Pins;
