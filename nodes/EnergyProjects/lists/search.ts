import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { createClient } from '../http/client';
import type { Authentication } from '../http/client';
import { endpoints } from '../service/endpoints';
import { pageCount, readPage } from './pagedList';
import { mapParallel } from '../http/parallel';

/** Pages of projects read at once for a search, and at most, so that the editor is not kept waiting. */
const PAGES_AT_ONCE = 5;
const PAGES_PER_SEARCH = 50;
/** The editor asks for more only where the list is long enough to scroll. */
const ENOUGH_TO_SCROLL = 20;
const CUSTOMERS_PER_PAGE = 100;

/** The searchable, paged list of projects in the locator; newest first. Name, human id and city are shown and searched. */
export async function searchProjects(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken: unknown = undefined,
): Promise<INodeListSearchResult> {
	const client = clientOf(this);
	const list = {
		endpoint: endpoints.project.getAll,
		query: { sortBy: 'created_at', order: 'desc' },
	};
	const results: INodeListSearchItems[] = [];
	let next = Number(paginationToken ?? 1);
	let last = Infinity;
	// Without a search each page is shown at once; with one, reading goes on until enough is found.
	const end = next + (filter === '' ? 1 : PAGES_PER_SEARCH);
	for (let atOnce = 1; next < end && results.length < ENOUGH_TO_SCROLL; atOnce = PAGES_AT_ONCE) {
		const count = Math.min(atOnce, end - next, last - next + 1);
		const numbers = Array.from({ length: count }, (_, index) => next + index);
		const pages = await mapParallel(numbers, count, async (number) => {
			return await readPage(client, list, number);
		});
		const entries = pages.flatMap(({ records }) => records.map(projectEntry));
		results.push(...entries.filter(contains(filter)));
		next += count;
		const [{ total, size }] = pages;
		if (total !== undefined) last = pageCount(total, size);
		if (next > last || pages.some(({ records }) => records.length < size)) return { results };
	}
	return { results, paginationToken: String(next) };
}

/** The same for customers, in alphabetical order: the service sends them all at once. */
export async function searchCustomers(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken: unknown = undefined,
): Promise<INodeListSearchResult> {
	const customers = (await clientOf(this).send(endpoints.customer.getAll, {
		expect: 'array',
	})) as IDataObject[];
	const found = customers
		.map(customerEntry)
		.filter(contains(filter))
		.sort((a, b) => a.name.localeCompare(b.name));
	const start = Number(paginationToken ?? 0);
	const end = start + CUSTOMERS_PER_PAGE;
	return {
		results: found.slice(start, end),
		...(end < found.length && { paginationToken: String(end) }),
	};
}

function clientOf(context: ILoadOptionsFunctions) {
	return createClient(context, {
		authentication: context.getNodeParameter('authentication', 'apiKey') as Authentication,
		timeoutMs: 20_000,
	});
}

const projectEntry = (project: IDataObject) => entry(project, [project.name]);

function customerEntry(customer: IDataObject) {
	const person = [customer.lastName, customer.firstName].filter(isText).join(', ');
	return entry(customer, customer.isCompany === true ? [customer.companyName, person] : [person]);
}

function entry(record: IDataObject, names: unknown[]): INodeListSearchItems {
	const city = (record.address as IDataObject | null | undefined)?.city;
	const parts = [...names, record.humanId, city].filter(isText);
	return { name: parts.join(' · ') || String(record.id), value: String(record.id) };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const contains = (filter: string) => {
	const words = filter.toLowerCase().split(/\s+/);
	return ({ name, value }: INodeListSearchItems) =>
		words.every((word) => `${name} ${String(value)}`.toLowerCase().includes(word));
};
