import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pWaitFor from 'p-wait-for';
import { within } from '../../../sandbox/n8n/rest.mts';
import { apiPrefix } from '../../../sandbox/service/description.mts';
import type { ApiRecord, Subject } from '../../../sandbox/service/records.mts';
import { addCompanies } from '../../../sandbox/service/seed.mts';
import { Store } from '../../../sandbox/service/store.mts';

/** What one API key has asked for. */
interface Caller {
	requests: number;
	/** Polls begun: each reads the first page of projects, or the customers if it reads no projects. */
	polls: number;
}

const NOT_FOUND = JSON.stringify({ statusCode: 404, message: 'Not found' });
const QUIET_MS = 2_000;
const LONGEST_WAIT_S = 400;

/**
 * A service with very many projects that answers fast: it keeps the text of each record. Who asks is known by the API
 * key, so each workflow has a key of its own.
 */
export class OfficeService {
	readonly store = new Store();
	readonly company;
	readonly callers = new Map<string, Caller>();
	private readonly customersOnly: ReadonlySet<string>;
	/** Ascending by creation. Emptied by each change. */
	private readonly lists = new Map<Subject, ApiRecord[]>();
	private readonly texts = new WeakMap<ApiRecord, string>();
	private lastAt = 0;
	/** If there is one, polls wait for it before they are answered for the first time. */
	private held: Promise<void> | undefined;
	private readonly server = createServer((request, response) => {
		request.resume();
		void this.answer(request).then(([status, body]) => {
			response.writeHead(status, { 'content-type': 'application/json' }).end(body);
			this.lastAt = Date.now();
		});
	});

	/** @param customersOnly keys of the callers that read no projects */
	constructor(customersOnly: readonly string[]) {
		this.customersOnly = new Set(customersOnly);
		addCompanies(this.store);
		[this.company] = this.store.companies;
		this.store.on('change', ({ subject }) => this.lists.delete(subject));
	}

	/** @returns the base URL */
	async start(): Promise<string> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	close(): void {
		this.server.closeAllConnections();
		this.server.close();
	}

	/** Waits until each of these has begun so many more polls. */
	async pollsBegun(keys: readonly string[], count = 1): Promise<void> {
		const before = new Map(keys.map((key) => [key, this.caller(key).polls]));
		const allBegun = () =>
			keys.every((key) => this.caller(key).polls >= (before.get(key) ?? 0) + count);
		await pWaitFor(allBegun, within(LONGEST_WAIT_S, 'There was no poll')).catch(() => {
			const late = keys.filter((key) => this.caller(key).polls < (before.get(key) ?? 0) + count);
			throw new Error(`No poll within ${LONGEST_WAIT_S} seconds by ${late.join(', ')}`);
		});
	}

	/** Lets the polls that have begun end, keeps others from beginning, and does the work meanwhile. */
	async whileNobodyPolls<Result>(work: () => Promise<Result>): Promise<Result> {
		let release = () => {};
		this.held = new Promise<void>((resolve) => (release = resolve));
		try {
			await pWaitFor(
				() => Date.now() - this.lastAt > QUIET_MS,
				within(300, 'The polls did not end'),
			);
			await sleep(QUIET_MS);
			return await work();
		} finally {
			this.held = undefined;
			release();
		}
	}

	caller(key: string): Caller {
		const found = this.callers.get(key) ?? { requests: 0, polls: 0 };
		this.callers.set(key, found);
		return found;
	}

	private async answer({ url = '', headers }: IncomingMessage): Promise<[number, string]> {
		const { pathname, searchParams } = new URL(url, 'http://localhost');
		const key = String(headers['x-api-key']);
		const caller = this.caller(key);
		caller.requests++;
		this.lastAt = Date.now();
		const [, noun, id] = pathname.slice(apiPrefix.length).split('/');
		const firstList = this.customersOnly.has(key) ? 'customers' : 'projects';
		const isBeginning = noun === firstList && id === undefined;
		if (isBeginning && Number(searchParams.get('page') ?? 1) === 1) {
			if (this.held !== undefined) await this.held;
			caller.polls++;
		}
		if (noun === 'account') return [200, JSON.stringify(this.company.account)];
		const subject = noun === 'projects' ? 'project' : 'customer';
		if (id !== undefined) return this.one(subject, id);
		return [200, subject === 'project' ? this.page(searchParams) : this.customers()];
	}

	private one(subject: Subject, id: string): [number, string] {
		const record = this.store.of(subject).get(id);
		return record === undefined ? [404, NOT_FOUND] : [200, this.textOf(record)];
	}

	private customers(): string {
		return `[${this.list('customer')
			.map((record) => this.textOf(record))
			.join()}]`;
	}

	private page(query: URLSearchParams): string {
		const [limit, page] = [Number(query.get('limit') ?? 100), Number(query.get('page') ?? 1)];
		const list = this.list('project');
		const [start, end] = [(page - 1) * limit, page * limit];
		const { length } = list;
		const items =
			query.get('order') === 'desc'
				? list.slice(Math.max(0, length - end), Math.max(0, length - start)).reverse()
				: list.slice(start, end);
		const texts = items.map((record) => this.textOf(record)).join();
		return `{"items":[${texts}],"metadata":{"page":${page},"limit":${limit},"total":"${length}"}}`;
	}

	private list(subject: Subject): ApiRecord[] {
		const list = this.lists.get(subject) ?? this.store.list(subject, this.company.id);
		this.lists.set(subject, list);
		return list;
	}

	private textOf(record: ApiRecord): string {
		const text = this.texts.get(record) ?? JSON.stringify(record);
		this.texts.set(record, text);
		return text;
	}
}
