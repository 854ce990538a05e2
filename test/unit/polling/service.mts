import type { IDataObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import { API_PREFIX } from '../../../nodes/EnergyProjects/service/endpoints.ts';

export const BASE_URL = 'https://api.example.com';
export const COMPANY = 'a company';

export interface Answer {
	readonly statusCode: number;
	readonly body?: unknown;
	readonly headers?: Readonly<Record<string, string>>;
}

/** The service's own answer about a record that does not exist. */
export const NOT_FOUND: Answer = { statusCode: 404, body: { message: 'Not found' } };

/** A request that is never answered. */
export const NEVER = new Promise<Answer>(() => {});

/** What polls read from: lists, single records and the account. */
export class Service {
	projects: IDataObject[] = [];
	customers: IDataObject[] = [];
	account: unknown = { id: COMPANY };
	/** Paths of the requests so far; for a page of projects with its number and its order. */
	readonly requests: string[] = [];
	/** What is answered in place of the usual answer, if anything. */
	fault: (request: string) => Answer | Promise<Answer> | undefined = () => undefined;

	/** As n8n's helper, which adds the credential. */
	readonly send = async (
		_: string,
		{ url, qs }: IHttpRequestOptions,
	): Promise<IN8nHttpFullResponse> => {
		const path = url.slice(`${BASE_URL}${API_PREFIX}`.length);
		const request = qs?.page === undefined ? path : `${path} ${pageIn(qs)}`;
		this.requests.push(request);
		const answer = await (this.fault(request) ?? this.answer(path, qs));
		return { headers: {}, body: {}, ...answer } as IN8nHttpFullResponse;
	};

	private answer(path: string, query: IDataObject = {}): Answer {
		const [, noun, id] = path.split('/');
		if (noun === 'account') return { statusCode: 200, body: this.account };
		const records = noun === 'projects' ? this.projects : this.customers;
		const record = records.find((one) => one.id === decodeURIComponent(id ?? ''));
		if (id !== undefined)
			return record === undefined ? NOT_FOUND : { statusCode: 200, body: record };
		return { statusCode: 200, body: noun === 'projects' ? pageOf(records, query) : records };
	}
}

const pageIn = ({ page, order }: IDataObject) => `page ${String(page)} ${String(order)}`;

function pageOf(records: readonly IDataObject[], { page, limit, order }: IDataObject): IDataObject {
	const oldestFirst = records.toSorted((a, b) =>
		String(a.createdAt).localeCompare(String(b.createdAt)),
	);
	const sorted = order === 'desc' ? oldestFirst.reverse() : oldestFirst;
	const start = (Number(page) - 1) * Number(limit);
	return {
		items: sorted.slice(start, start + Number(limit)),
		metadata: { total: String(records.length), limit: String(limit), page: String(page) },
	};
}
