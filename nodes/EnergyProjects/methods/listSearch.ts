import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { createClient } from '../api/client';
import type { Authentication } from '../api/client';
import { endpoints } from '../api/contract';
import { readPage } from '../api/pages';

/** Pages of projects looked through for one scroll of a search, so that the editor is not kept waiting. */
const PAGES_PER_SEARCH = 5;
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
	let number = Number(paginationToken ?? 1);
	for (let read = 0; read < PAGES_PER_SEARCH; read++) {
		const page = await readPage(client, list, number++);
		results.push(...page.records.map(projectEntry).filter(contains(filter)));
		if (page.records.length < page.size) return { results };
		// Without a search each page is shown at once; with one, reading goes on until something is found.
		if (results.length > 0) break;
	}
	return { results, paginationToken: String(number) };
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
