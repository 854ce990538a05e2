import { createRequire } from 'node:module';
import { join } from 'node:path';
import { NodeHelpers } from 'n8n-workflow';
import type {
	INodeCredentialDescription,
	INodeParameters,
	INodeProperties,
	INodeType,
	INodeTypeDescription,
	NodeParameterValueType,
} from 'n8n-workflow';
import { root } from '../../../sandbox/n8n/paths.mts';

const require = createRequire(import.meta.url);

/** The descriptions of the package's nodes as they were built: those the editor works with. */
export function builtDescriptions(): INodeTypeDescription[] {
	const { n8n } = require(join(root, 'package.json')) as { n8n: { nodes: string[] } };
	return n8n.nodes
		.flatMap((file) =>
			Object.values(require(join(root, file)) as Record<string, new () => INodeType>),
		)
		.map((type) => new type().description);
}

const latest = ({ version, defaultVersion }: INodeTypeDescription) =>
	defaultVersion ?? [version].flat().at(-1) ?? 1;

export const optionsOf = ({ options = [] }: INodeProperties): NodeParameterValueType[] =>
	options.flatMap((option) => ('value' in option ? [option.value] : []));

export const nameOfOption = ({ options = [] }: INodeProperties, value: unknown): string =>
	options.flatMap((option) =>
		'value' in option && option.value === value ? [option.name] : [],
	)[0] ?? '';

/** What a collection offers, or the groups of a fixed collection hold. */
export const insideOf = ({ options = [] }: INodeProperties): INodeProperties[] =>
	options.flatMap((option) => {
		if ('values' in option) return option.values;
		return 'type' in option ? [option] : [];
	});

const withInside = (property: INodeProperties): INodeProperties[] => [
	property,
	...insideOf(property).flatMap(withInside),
];

/** A node with some parameters set: what n8n's own rules show of it. */
export class NodeState {
	readonly description: INodeTypeDescription;
	readonly set: INodeParameters;
	private readonly node;
	private readonly values: INodeParameters;

	constructor(description: INodeTypeDescription, set: INodeParameters = {}) {
		this.description = description;
		this.set = set;
		this.node = { typeVersion: latest(description) };
		const { properties } = description;
		this.values =
			NodeHelpers.getNodeParameters(properties, set, true, false, this.node, description) ?? {};
	}

	with(name: string, value: NodeParameterValueType): NodeState {
		return new NodeState(this.description, { ...this.set, [name]: value });
	}

	valueOf(name: string): unknown {
		return this.values[name];
	}

	/** What n8n reads at a place of saved parameters. */
	savedAs(parameters: INodeParameters, path: readonly string[]): unknown {
		const { values } = new NodeState(this.description, parameters);
		return path.reduce<unknown>(
			(part, key) => (part as Record<string, unknown> | undefined)?.[key],
			values,
		);
	}

	get properties(): INodeProperties[] {
		return this.description.properties.filter((property) => this.shows(property, this.values));
	}

	get credentials(): INodeCredentialDescription[] {
		return (this.description.credentials ?? []).filter((credential) =>
			this.shows(credential, this.values),
		);
	}

	/** What stands inside a collection or a fixed collection, or is offered there. */
	inside(property: INodeProperties): INodeProperties[] {
		return insideOf(property).filter((inner) =>
			this.shows(
				inner,
				Object.fromEntries(insideOf(property).map((one) => [one.name, one.default])),
			),
		);
	}

	/** Those shown whose value decides whether others are, other than those in `but`. */
	controlling(but: ReadonlySet<string>): INodeProperties[] {
		const { properties, credentials = [] } = this.description;
		const named = new Set(
			[...properties.flatMap(withInside), ...credentials]
				.flatMap((one) => Object.keys({ ...one.displayOptions?.show, ...one.displayOptions?.hide }))
				.map((name) => name.replace(/^\//, '')),
		);
		return this.properties.filter(({ name }) => named.has(name) && !but.has(name));
	}

	/** Whether every choice belongs to a credential: the editor then offers it as the choice of a credential. */
	isChosenByCredential(property: INodeProperties): boolean {
		const values = optionsOf(property);
		return (
			values.length > 0 && values.every((value) => this.credentialsFor(property, value).length > 0)
		);
	}

	credentialsFor(
		{ name }: INodeProperties,
		value: NodeParameterValueType,
	): INodeCredentialDescription[] {
		return (this.description.credentials ?? []).filter(({ displayOptions }) =>
			displayOptions?.show?.[name]?.some((one) => one === value),
		);
	}

	private shows(
		one: INodeProperties | INodeCredentialDescription,
		among: INodeParameters,
	): boolean {
		return NodeHelpers.displayParameter(among, one, this.node, this.description, this.values);
	}
}

/** The parameters that choose an operation. */
export const SELECTORS: readonly string[] = ['resource', 'operation'];

/** A node as a person meets it: of each operation of each resource, and of a node without these. */
export const everyNode = (): NodeState[] =>
	builtDescriptions().flatMap((description) => {
		const start = new NodeState(description);
		return SELECTORS.reduce(
			(states, selector) => states.flatMap((state) => chosen(state, selector)),
			[start],
		);
	});

/** One for each choice of a selector, or the state as it is where there is no such selector. */
function chosen(state: NodeState, selector: string): NodeState[] {
	const property = state.properties.find(({ name }) => name === selector);
	return property === undefined
		? [state]
		: optionsOf(property).map((value) => state.with(selector, value));
}
