import type { Context } from 'openapi-backend';
import { withoutComputed } from './computed.mts';
import { stored } from './differences.mts';
import type { Differences } from './differences.mts';
import type { ApiRecord, Company, Subject } from './records.mts';
import type { Store } from './store.mts';

/** The answer of a handler. */
export interface Answer {
	status: number;
	body: unknown;
}

/** A refusal, with a message of the service. */
export class Refused extends Error {
	readonly status: number;

	constructor(status: number, message: string) {
		super(message);
		this.status = status;
	}
}

type Query = Record<string, unknown>;
type Handler = (context: Context, company: Company) => Answer;

/** The operations of openapi.yaml, by their operationId. */
export function createHandlers(store: Store, differences: Differences): Record<string, Handler> {
	const sortedProjects = rememberingSort();
	return {
		getAccount: (_, company) => ({ status: 200, body: company.account }),
		listProjects: ({ request: { query } }, company) => ({
			status: 200,
			body: page(sortedProjects(matching(store.list('project', company.id), query), query), query),
		}),
		listCustomers: (_, company) => ({ status: 200, body: store.list('customer', company.id) }),
		listDocuments: ({ request }, company) => {
			const own = [...store.documents.values()].filter(({ companyId }) => companyId === company.id);
			return { status: 200, body: page(matching(own, request.query), request.query) };
		},
		...crud(store, 'project', differences),
		...crud(store, 'customer', differences),
	};
}

function crud(store: Store, subject: Subject, differences: Differences): Record<string, Handler> {
	const name = subject === 'project' ? 'Project' : 'Customer';
	const written = (record: ApiRecord) => (subject === 'project' ? withoutComputed(record) : record);
	const find = (context: Context, company: Company): ApiRecord => {
		const id = String(context.request.params[`${subject}Id`]);
		const record = store.of(subject).get(id);
		// The record of another company counts as not found.
		if (record?.companyId === company.id) return record;
		throw new Refused(differences.gone ?? 404, `${name} not found`);
	};
	const checked = (context: Context, company: Company) => {
		const body = context.request.requestBody as Record<string, unknown>;
		if (body.companyId !== undefined && body.companyId !== company.id) {
			throw new Refused(403, 'companyId is not the company of this credential');
		}
		const { customerId } = body;
		if (
			typeof customerId === 'string' &&
			store.customers.get(customerId)?.companyId !== company.id
		) {
			throw new Refused(422, 'customerId is not a customer of this company');
		}
		return body;
	};
	return {
		[`create${name}`]: (context, company) => {
			const sent = checked(context, company);
			const record = store.insert(subject, company.id, stored(sent, differences));
			// What was not stored, and has no default.
			for (const field of Object.keys(sent)) record[field] ??= null;
			return { status: 201, body: written(record) };
		},
		[`get${name}`]: (context, company) => ({ status: 200, body: find(context, company) }),
		[`update${name}`]: (context, company) => {
			const { id } = find(context, company);
			const fields = stored(checked(context, company), differences);
			return { status: 200, body: written(store.edit(subject, id, fields)) };
		},
		[`delete${name}`]: (context, company) => {
			store.delete(subject, find(context, company).id);
			return { status: 200, body: { message: `${name} deleted successfully` } };
		},
	};
}

const NOT_FILTERS = ['sortBy', 'order', 'limit', 'page'];

/** Rule 1: all filters together. */
function matching(records: ApiRecord[], query: Query) {
	const filters = Object.entries(query).filter(([name]) => !NOT_FILTERS.includes(name));
	return filters.length === 0
		? records
		: records.filter((record) =>
				filters.every(([name, value]) => (record[name] ?? false) === value),
			);
}

const sortFields: Record<string, string> = {
	created_at: 'createdAt',
	status: 'status',
	customer_id: 'customerId',
};

/**
 * Remembers the last sorted list, since every page of a list asks for the same records in the same order. Without this,
 * a service with many records would be slower than any real one.
 */
function rememberingSort(): typeof sorted {
	let last: { from: ApiRecord[]; order: string; sorted: ApiRecord[] } = {
		from: [],
		order: '',
		sorted: [],
	};
	return (records, query) => {
		const order = `${String(query.sortBy)} ${String(query.order)}`;
		const isSame =
			last.order === order &&
			last.from.length === records.length &&
			last.from.every((record, index) => record === records[index]);
		if (!isSame) last = { from: records, order, sorted: sorted(records, query) };
		return last.sorted;
	};
}

function sorted(records: ApiRecord[], { sortBy = 'created_at', order = 'asc' }: Query) {
	const field = sortFields[String(sortBy)];
	const key = (record: ApiRecord) => `${String(record[field] ?? '\uffff')} ${record.id}`;
	const direction = order === 'desc' ? -1 : 1;
	return records
		.map((record) => ({ record, key: key(record) }))
		.sort((a, b) => (a.key < b.key ? -direction : direction))
		.map(({ record }) => record);
}

/** Rule 2: page, limit and the total as a numeric string. */
function page(records: ApiRecord[], query: Query) {
	const limit = Number(query.limit ?? 100);
	const number = Number(query.page ?? 1);
	return {
		items: records.slice((number - 1) * limit, number * limit),
		metadata: { page: number, limit, total: String(records.length) },
	};
}
