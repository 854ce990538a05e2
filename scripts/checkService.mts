// Compares a running service with sandbox/service/openapi.yaml, which holds what the documentation says and what this
// package assumes: `npm run check-service`. What it prints can be shown to others: no key, and nothing of a record.
import { parseArgs } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { addFormats, apiPrefix, readDescription } from '../sandbox/service/description.mts';

const KEY_VARIABLE = 'ENERGY_PROJECTS_API_KEY';
const USAGE = `${KEY_VARIABLE}=<API key> npm run check-service -- --url https://api.example.com
  --url <address>        Base URL of the service
  --write <company ID>   also creates, changes and deletes one project and one customer named "n8n check".
                         The ID has to be that of the company of the key: use a test company
OAuth2 is not checked: use an API key of the same company.
Exit code: 0 as described, 1 something differs, 2 it could not be checked`;

type Json = Record<string, unknown>;
type Noun = 'project' | 'customer';
/** An answer; `json` is undefined if its body is none. */
type Answer = Pick<Response, 'status' | 'headers'> & { readonly json: unknown };
/** The address is without the prefix of all paths, `write` the company in which may be created and deleted, if any. */
interface Settings {
	readonly url: string;
	readonly key: string;
	readonly write?: string;
	/** Ends the check; what it has created is deleted first. */
	readonly stop?: AbortSignal;
}

/** Nothing can be checked, or nothing more; says what a person can do. */
export class CannotCheck extends Error {}

const description = readDescription() as unknown as {
	paths: Record<string, Record<string, { responses: object }>>;
	components: { schemas: Record<string, { properties?: Json }> };
};
const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true }));
ajv.addSchema(description, 'api');

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
/** The records in an answer: of a page, of a list, or the one. */
function recordsIn({ json }: Answer): Json[] {
	return [isObject(json) && Array.isArray(json.items) ? json.items : json].flat().filter(isObject);
}
const idsIn = (answer: Answer) => recordsIn(answer).map(({ id }) => id);

class Check {
	readonly found = new Set<string>();
	private readonly settings: Settings;

	constructor(settings: Settings) {
		this.settings = settings;
	}

	say(differs: boolean, words: string): void {
		if (differs) this.found.add(words);
	}

	/** Sends a request. @param path below the prefix of all paths */
	async ask(method: string, path: string, body?: object, isCleanUp = false): Promise<Answer> {
		const { url, key, stop = new AbortController().signal } = this.settings;
		const answer = await fetch(`${url}${apiPrefix}${path}`, {
			method,
			redirect: 'manual',
			signal: AbortSignal.any([AbortSignal.timeout(30_000), ...(isCleanUp ? [] : [stop])]),
			headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
			...(body && { body: JSON.stringify(body) }),
		}).catch((error: Error) => {
			const { code = error.name } = (error.cause ?? {}) as { code?: string };
			throw new CannotCheck(stop.aborted ? 'Stopped.' : `No answer (${code}): check --url.`);
		});
		// A web page, or nothing, counts as no JSON.
		const json: unknown = await answer.json().catch(() => undefined);
		return { status: answer.status, headers: answer.headers, json };
	}

	/** Sends a request, and compares status and body with the description. @param template its path there */
	async checked(method: string, path: string, template: string, body?: object): Promise<Answer> {
		const answer = await this.ask(method, path, body, method === 'DELETE');
		const where = `${method} ${template}`;
		const operation = description.paths[`${apiPrefix}${template}`]?.[method.toLowerCase()];
		const [wanted = ''] = Object.keys(operation?.responses ?? {}).sort();
		this.say(String(answer.status) !== wanted, `${where}: status ${answer.status}, not ${wanted}`);
		if (answer.status >= 300) return answer;
		const pointer = `${apiPrefix}${template}`.replaceAll('/', '~1');
		const validate = ajv.getSchema(
			`api#/paths/${pointer}/${method.toLowerCase()}/responses/${wanted}/content/application~1json/schema`,
		);
		void validate?.(answer.json);
		for (const problem of validate?.errors ?? []) {
			this.say(true, `${where}: ${inWords(problem)}`);
			if (problem.keyword !== 'additionalProperties') continue;
			this.say(true, `${where}: ${missingIn(recordsIn(answer), template)}`);
		}
		return answer;
	}
}

/** The fields that no record has: where others came instead, they may have another name. */
function missingIn(records: readonly Json[], template: string): string {
	const [, first = '', rest = ''] = /^\/(\w)(\w*?)s?(?:\/|$)/.exec(template) ?? [];
	const { properties = {} } = description.components.schemas[first.toUpperCase() + rest] ?? {};
	const isMissing = (name: string) => records.every((record) => record[name] === undefined);
	return `no record has ${Object.keys(properties).filter(isMissing).join(', ')}`;
}

/** What is wrong, in the words of the description: names and values of the answer stay out. */
function inWords({ instancePath, message = '', params }: ErrorObject): string {
	const values = Array.isArray(params.allowedValues) ? ` (${params.allowedValues.join(', ')})` : '';
	return `${instancePath.replace(/\/\d+/g, '/*')} ${message}${values}`.trim();
}

/** @throws CannotCheck if the list is not there, which is documented: then the key or the address is wrong */
async function checkProjects(check: Check): Promise<Json | undefined> {
	const list = 'GET /projects';
	const first = await check.checked('GET', `/projects?limit=100&page=1`, '/projects');
	if (first.status === 401) throw new CannotCheck('The service refused the key (401): check it.');
	if (!isObject(first.json)) throw new CannotCheck('GET /projects brought no JSON: check --url.');
	const read = async (query: string) => await check.ask('GET', `/projects?${query}`);
	const ids = idsIn(first);
	check.say(!isSame(ids, idsIn(await read(''))), `${list}: page=1&limit=100 is not the default`);
	const [two, next] = [idsIn(await read('limit=2&page=1')), idsIn(await read('limit=2&page=2'))];
	check.say(two.length > 2, `${list}: limit is ignored`);
	const areRepeated = two.some((id) => next.includes(id));
	check.say(areRepeated, `${list}: pages repeat projects`);
	const second = idsIn(await read('limit=100&page=2'));
	check.say(second.length > 0 && ids.length < 100, `${list}: limit is capped`);
	const { total } = (first.json.metadata ?? {}) as Json;
	const isCounted = Number(total) === new Set([...ids, ...second]).size;
	check.say(second.length < 100 && !isCounted, `${list}: total is not the number of all`);
	for (const order of ['asc', 'desc']) {
		const sorted = recordsIn(await read(`sortBy=created_at&order=${order}`));
		const times = sorted.map(({ createdAt }) => String(createdAt));
		const wanted = order === 'asc' ? [...times].sort() : [...times].sort().reverse();
		check.say(!isSame(times, wanted), `${list}: sortBy and order are ignored`);
	}
	const [project] = recordsIn(first);
	if (project === undefined) return undefined;
	const same = recordsIn(await read(`status=${String(project.status)}`));
	const isFiltered = same.every(({ status }) => status === project.status);
	check.say(!isFiltered, `${list}: status does not filter`);
	await check.checked('GET', `/projects/${String(project.id)}`, '/projects/{projectId}');
	return project;
}

/** @returns the ID of the company of the key, if anything tells it */
async function checkReads(check: Check): Promise<string> {
	const project = await checkProjects(check);
	const [account = {}] = recordsIn(await check.checked('GET', '/account', '/account'));
	const isOfAnother = account.id && project && account.id !== project.companyId;
	check.say(Boolean(isOfAnother), 'the ID of the account is not the companyId');
	const customers = await check.checked('GET', '/customers', '/customers');
	const [customer, ...more] = recordsIn(customers);
	const isCut = /next/.test(customers.headers.get('link') ?? '') || !Array.isArray(customers.json);
	check.say(isCut, 'GET /customers: not one whole array');
	const count = customer === undefined ? 0 : more.length + 1;
	const isRound = count > 0 && (count % 50 === 0 || [10, 20, 25].includes(count));
	check.say(isRound, `GET /customers: exactly ${count}, maybe cut; compare with the application`);
	if (count > 0)
		await check.checked('GET', `/customers/${String(customer?.id)}`, '/customers/{customerId}');
	const documents = await check.checked('GET', `/documents?limit=100&page=1`, '/documents');
	const projectId = recordsIn(documents).find((one) => one.projectId)?.projectId;
	const own = recordsIn(await check.ask('GET', `/documents?projectId=${String(projectId)}`));
	const isOwn = !projectId || own.every((one) => one.projectId === projectId);
	check.say(!isOwn, 'GET /documents: projectId does not filter');
	const nobody = '/projects/00000000-0000-4000-8000-000000000000';
	const { status, json } = await check.ask('GET', nobody);
	check.say(status !== 404, `a project that does not exist: ${status}, not 404`);
	const forms = ['message', 'error', 'errors', 'detail', 'title'];
	check.say(!isObject(json) || forms.every((name) => !json[name]), 'errors have another form');
	return String(project?.companyId ?? account.id ?? '');
}

const address = { city: 'Kiel' };
const heatingCircuits = [{ name: 'a', flowTemperature: 50, returnTemperature: 40, index: 1 }];
const house = { name: 'n8n check', source: 'api', numberOfFloors: 2, heatingCircuits, address };
const person = { firstName: 'n8n', lastName: 'check', email: 'check@example.com', address };
/** What is created, and what is changed of it. */
const WRITES: Readonly<Record<Noun, [body: Json, change: Json]>> = {
	project: [house, { numberOfFloors: null, isLead: true }],
	customer: [person, { phoneNumber: '123', email: null }],
};

async function checkWrites(check: Check, noun: Noun, companyId: string): Promise<void> {
	const [fields, change] = WRITES[noun];
	const body = { ...fields, companyId };
	const [many, one] = [`/${noun}s`, `/${noun}s/{${noun}Id}`];
	const [created] = recordsIn(await check.checked('POST', many, many, body));
	if (created?.id === undefined) return check.say(true, `POST ${many}: no ID; delete "n8n check"`);
	const path = `${many}/${String(created.id)}`;
	const read = async () => recordsIn(await check.ask('GET', path))[0] ?? {};
	try {
		const list = noun === 'project' ? `${many}?sortBy=created_at&order=desc` : many;
		const newest = idsIn(await check.ask('GET', list));
		check.say(!newest.includes(created.id), `POST ${many}: the list lacks the ${noun}`);
		const before = await read();
		for (const [name, value] of Object.entries(body)) {
			const isStored = typeof value === 'object' || before[name] === value;
			check.say(!isStored, `POST ${many}: ${name} is not stored as sent`);
		}
		await check.checked('PATCH', path, one, change);
		const after = await read();
		check.say(after.updatedAt === before.updatedAt, `PATCH ${one}: updatedAt stays`);
		for (const [name, value] of Object.entries({ ...before, ...change })) {
			if (name === 'updatedAt' || isSame(after[name], value)) continue;
			const field = name in change ? name : 'what was not sent';
			check.say(true, `PATCH ${one}: ${field} is wrong after it`);
		}
		if (noun === 'customer') return;
		await check.ask('PATCH', path, { heatingCircuits: after.heatingCircuits });
		const { heatingCircuits: kept } = await read();
		check.say(!isSame(kept, after.heatingCircuits), 'a heating circuit gets another ID');
	} finally {
		await check.checked('DELETE', path, one);
		const { status } = await check.ask('GET', path, undefined, true);
		check.say(status < 300, `DELETE ${one}: the ${noun} ${String(created.id)} is still there`);
	}
}

/**
 * Compares a service with its description.
 *
 * @returns one line for each difference, without a key or a value of a record
 * @throws CannotCheck
 */
export async function checkService(settings: Settings): Promise<string[]> {
	const check = new Check(settings);
	const company = await checkReads(check);
	if (!settings.write) return [...check.found];
	if (!company)
		throw new CannotCheck('Nothing tells the company of the key: create a project first.');
	const isOther = settings.write.toLowerCase() !== company.toLowerCase();
	if (isOther) throw new CannotCheck('The key is of another company. Nothing was written.');
	for (const noun of ['project', 'customer'] as const) await checkWrites(check, noun, company);
	return [...check.found];
}
if (import.meta.main) {
	const key = process.env[KEY_VARIABLE]?.trim() ?? '';
	try {
		const text = { type: 'string', default: '' } as const;
		const { url, write } = parseArgs({ options: { url: text, write: text } }).values;
		if (!/^https?:/.test(url) || !/^[\x21-\x7e]+$/.test(key)) throw new CannotCheck(USAGE);
		const stop = new AbortController();
		for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop.abort());
		const base = url.trim().replace(new RegExp(`(${apiPrefix})?/*$`), '');
		const found = await checkService({ url: base, key, write, stop: stop.signal });
		console.log([...found, `${found.length} differences from the description`].join('\n'));
		process.exitCode = found.length === 0 ? 0 : 1;
	} catch (error) {
		// What is wrong with a command is not repeated: it may be the key.
		console.error(error instanceof CannotCheck ? error.message : USAGE);
		process.exitCode = 2;
	}
}
