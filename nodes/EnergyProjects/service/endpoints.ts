import type { IHttpRequestMethods } from 'n8n-workflow';

/**
 * One row of the service's interface. `basis` says whether the service's document shows the method and path,
 * or whether they are the conventional choice (listed in the README under "Assumptions").
 */
export interface Endpoint {
	readonly operation: string;
	readonly method: IHttpRequestMethods;
	readonly path: string;
	readonly basis: 'documented' | 'assumed';
	/** Used in place of `method` where the service answers 405 and its Allow header names this one. */
	readonly fallbackMethod?: IHttpRequestMethods;
}

const row = (
	operation: string,
	method: IHttpRequestMethods,
	path: string,
	basis: Endpoint['basis'],
	fallbackMethod?: IHttpRequestMethods,
): Endpoint => ({ operation, method, path, basis, ...(fallbackMethod && { fallbackMethod }) });

/** Every endpoint of the service. Service document, section Endpoints. */
export const endpoints = {
	project: {
		create: row('create a project', 'POST', '/api/v1/projects', 'assumed'),
		delete: row('delete a project', 'DELETE', '/api/v1/projects/{projectId}', 'assumed'),
		get: row('get a project', 'GET', '/api/v1/projects/{projectId}', 'documented'),
		getAll: row('list projects', 'GET', '/api/v1/projects', 'documented'),
		update: row('update a project', 'PATCH', '/api/v1/projects/{projectId}', 'assumed', 'PUT'),
	},
	customer: {
		create: row('create a customer', 'POST', '/api/v1/customers', 'assumed'),
		delete: row('delete a customer', 'DELETE', '/api/v1/customers/{customerId}', 'assumed'),
		get: row('get a customer', 'GET', '/api/v1/customers/{customerId}', 'assumed'),
		getAll: row('list customers', 'GET', '/api/v1/customers', 'assumed'),
		update: row('update a customer', 'PATCH', '/api/v1/customers/{customerId}', 'assumed', 'PUT'),
	},
	account: {
		get: row('read the account', 'GET', '/api/v1/account', 'assumed'),
	},
	document: {
		getAll: row('list documents', 'GET', '/api/v1/documents', 'assumed'),
	},
} as const satisfies Record<string, Record<string, Endpoint>>;

/** Largest page of a list; documented for projects, assumed for documents. Service document, section Limits. */
export const MAX_PAGE_SIZE = 100;

/** Sort keys of the project list and the field each one sorts by. Service document, section Endpoints. */
export const projectSortKeys = {
	created_at: 'createdAt',
	customer_id: 'customerId',
	status: 'status',
} as const;
