import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LineCounter, parseDocument } from 'yaml';

/** One thing that can hold or differ. */
export interface Part {
	/** Such as "listCustomers address". */
	readonly id: string;
	/** What it is about, for people. */
	readonly words: string;
	readonly basis: 'assumed' | 'documented';
	/** Where it stands in the description of the service. */
	readonly line: number;
}

/** An operation of the description, as far as the check needs it. */
export interface Operation {
	readonly id: string;
	readonly method: string;
	/** With placeholders. */
	readonly path: string;
	readonly status: number;
	/** Reference of the schema of its answer. */
	readonly schema: Record<string, unknown>;
}

interface DescribedResponse {
	readonly 'x-assumed'?: string;
	readonly content?: { readonly 'application/json': { readonly schema: Record<string, unknown> } };
}

interface DescribedOperation {
	readonly operationId: string;
	readonly 'x-assumed'?: string;
	/** What it does, by a name: what the document says, and what it leaves open. */
	readonly 'x-behaviour'?: Readonly<Record<string, string>>;
	readonly 'x-assumed-behaviour'?: Readonly<Record<string, string>>;
	readonly parameters?: ReadonlyArray<{ readonly in: string }>;
	readonly responses: Readonly<Record<string, DescribedResponse>>;
}

interface Description {
	readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
	readonly components: Readonly<Record<string, Readonly<Record<string, { 'x-assumed'?: string }>>>>;
}

/** The description, from the root of the repository. */
export const DESCRIPTION_FILE = 'sandbox/service/openapi.yaml';

const METHODS = ['get', 'post', 'patch', 'put', 'delete'];

const text = readFileSync(
	fileURLToPath(new URL(`../../../${DESCRIPTION_FILE}`, import.meta.url)),
	'utf8',
);
const lineCounter = new LineCounter();
const document = parseDocument(text, { merge: true, lineCounter });

/** The description as JSON. */
export const description = document.toJS() as Description;

/** The line on which the value of a path of keys begins. */
function lineOf(...keys: string[]): number {
	const node = document.getIn(keys, true) as { range?: readonly [number, number, number] };
	return lineCounter.linePos(node?.range?.[0] ?? 0).line;
}

const described = Object.entries(description.paths).flatMap(([path, item]) =>
	METHODS.filter((method) => method in item).map((method) => ({
		path,
		method,
		operation: item[method] as DescribedOperation,
	})),
);

const [first = [], ...others] = described.map(({ path }) => path.split('/'));

/** What all paths begin with. */
export const pathPrefix = first
	.filter((step, place) => others.every((steps) => steps[place] === step))
	.join('/');

/** The operations by their operationId. */
export const operations: ReadonlyMap<string, Operation> = new Map(
	described.map(({ path, method, operation: { operationId: id, responses } }) => {
		const [status = '200', response] =
			Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
		const schema = response?.content?.['application/json'].schema ?? {};
		return [id, { id, method: method.toUpperCase(), path, status: Number(status), schema }];
	}),
);

/** Everything that is checked: each part that is assumed, and what the document itself says of each operation. */
export const parts: readonly Part[] = [
	...described.flatMap(({ path, method, operation }) => operationParts(path, method, operation)),
	...Object.entries(description.components).flatMap(([kind, entries]) =>
		Object.entries(entries).flatMap(([name, entry]): Part[] => {
			const assumed = entry['x-assumed'];
			if (assumed === undefined) return [];
			const line = lineOf('components', kind, name, 'x-assumed');
			return [{ id: name, words: `${name}: ${assumed}`, basis: 'assumed', line }];
		}),
	),
];

function operationParts(path: string, method: string, operation: DescribedOperation): Part[] {
	const { operationId, parameters = [], responses } = operation;
	const assumed = operation['x-assumed'] ?? '';
	const name = `${method.toUpperCase()} ${path}`;
	const basis = (is: boolean) => (is ? 'assumed' : 'documented');
	const part = (id: string, words: string, isAssumed: boolean, ...at: string[]): Part => ({
		id: `${operationId} ${id}`,
		words: `${name}: ${words}`,
		basis: basis(isAssumed),
		line: lineOf('paths', path, method, ...at),
	});
	const [status = '200'] = Object.keys(responses).filter((code) => code.startsWith('2'));
	const isStatusAssumed = responses[status]?.['x-assumed'] !== undefined;
	return [
		part('address', 'method and path', assumed !== '', 'operationId'),
		...(parameters.some((parameter) => parameter.in === 'query')
			? [part('query', 'query', assumed.includes('query'), 'parameters')]
			: []),
		...(isStatusAssumed
			? [part('status', `status code ${status}`, true, 'responses', status, 'x-assumed')]
			: []),
		part('answer', 'form of the answer', false, 'responses', status),
		...(['x-behaviour', 'x-assumed-behaviour'] as const).flatMap((kind) =>
			Object.entries(operation[kind] ?? {}).map(([id, words]) =>
				part(id, words, kind === 'x-assumed-behaviour', kind, id),
			),
		),
	];
}
