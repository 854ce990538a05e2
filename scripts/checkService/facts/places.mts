import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A line of a file, counted from the root of the repository. */
export interface Place {
	readonly file: string;
	readonly line: number;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const SERVICE = 'nodes/EnergyProjects/service';
const EVERYWHERE = 'nodes/EnergyProjects/**/*.ts';

/** Where a fact may stand: files, and what its line looks like. The first one that is found counts. */
type Search = ReadonlyArray<readonly [files: string, line: RegExp]>;

/**
 * Finds a line in the source, so that no line number is written down here.
 *
 * @returns an empty list if the source has no such line any more
 */
export function findPlace(search: Search): Place[] {
	for (const [files, pattern] of search) {
		for (const file of globSync(files, { cwd: root }).sort()) {
			const lines = readFileSync(join(root, file), 'utf8').split('\n');
			const index = lines.findIndex((line) => pattern.test(line));
			if (index >= 0) return [{ file, line: index + 1 }];
		}
	}
	return [];
}

const recordFile = (noun: string) => `${SERVICE}/records/${noun}.ts`;

/** What can differ, and where the source has its say about it. */
export const placeOf = {
	/** The prefix of all paths. */
	prefix: () => findPlace([[`${SERVICE}/endpoints.ts`, /\bAPI_PREFIX\s*=/]]),
	/** The path of an operation. */
	path: (noun: string) => findPlace([[recordFile(noun), /\bendpoints:/]]),
	/** The method of create, update, delete, get or list. */
	method: (verb: string) =>
		findPlace([[`${SERVICE}/endpoints.ts`, new RegExp(`^\\s*${verb}: (?:endpoint|onOne)\\(`)]]),
	/** Whether a list is one array or comes in pages. */
	list: (noun: string) => findPlace([[recordFile(noun), /^\s*list: /]]),
	/** How the node takes records out of a list. */
	entries: () => findPlace([['nodes/EnergyProjects/lists/*.ts', /export function recordsIn\b/]]),
	/** What the node takes for one record. */
	record: () =>
		findPlace([
			['nodes/EnergyProjects/http/**/*.ts', /export function problemWith\b/],
			[EVERYWHERE, /expect: 'object'/],
		]),
	/** Where the metadata of a page is read. */
	metadata: () => findPlace([['nodes/EnergyProjects/lists/*.ts', /metadata\??\.total/]]),
	/** The query of a page. */
	query: () => findPlace([['nodes/EnergyProjects/lists/*.ts', /limit: MAX_PAGE_SIZE/]]),
	/** The words of an error body. */
	errorBody: () =>
		findPlace([['nodes/EnergyProjects/http/**/*.ts', /export function serviceText\b/]]),
	/** The status that means "no such record". */
	notFound: () => findPlace([['nodes/EnergyProjects/http/**/*.ts', /export const isNotFound\b/]]),
	/** The statuses that mean success. */
	success: () => findPlace([['nodes/EnergyProjects/http/**/*.ts', /export const isSuccess\b/]]),
	/** Whether an address goes out complete. */
	replaced: () =>
		findPlace([
			['nodes/EnergyProjects/values/changes.ts', /\bfunction complete\(/],
			[recordFile('address'), /export const addressFields/],
		]),
	/** The fields of an address. */
	address: () => findPlace([[recordFile('address'), /export const addressFields/]]),
	/**
	 * A field of a record.
	 *
	 * @param path such as "name", "address.city" or "heatingCircuits[].name"
	 */
	field: (noun: string, path: string): Place[] => {
		// A name that came from the service may hold anything.
		const name = path.replace(/^.*\./, '').replace(/[^\w]/g, '\\$&');
		const file = fileOfField(noun, path);
		const entry = new RegExp(`name: '${name}'`);
		const argument = new RegExp(`'${name}'`);
		return findPlace([
			[file, entry],
			[recordFile(`${noun}Computed`), entry],
			[recordFile(`${noun}Computed`), argument],
			[file, /\bfields\b/],
		]);
	},
	/** All fields of a record. */
	fields: (noun: string) => findPlace([[recordFile(noun), /\bfields\b/]]),
} as const;

function fileOfField(noun: string, path: string): string {
	if (path.startsWith('address.')) return recordFile('address');
	if (path.startsWith('heatingCircuits[]')) return recordFile('heatingCircuit');
	return recordFile(noun);
}

/** As an editor or a terminal opens it. */
export const inWords = ({ file, line }: Place): string => `${file}:${line}`;
