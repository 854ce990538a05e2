import type { IHttpRequestMethods } from 'n8n-workflow';

/** Every path of the service begins with it. Service document, sections Endpoints and Versioning. */
export const API_PREFIX = '/api/v1';

/**
 * The prefix in any version, as a pattern. People paste it into the Base URL, and what they saved has to work after the
 * version has changed.
 */
export const PASTED_API_PREFIX = '/api/v\\d+';

/** Paths of the authorization server. Service document, section Authentication, "OAuth 2.0". */
export const AUTH_SERVER_PATHS = { authorization: '/oauth2/auth', token: '/oauth2/token' } as const;

/** Largest page of a list; documented for projects, assumed for documents. Service document, section Limits. */
export const MAX_PAGE_SIZE = 100;

/**
 * One row of the service's interface. `basis` says whether the service's document shows the method and path, or
 * whether they are the usual choice (listed in docs/maintainers/assumptions.md).
 */
export interface Endpoint {
	/** What it does, in words that follow "Could not". */
	readonly operation: string;
	/** The same, for one record that has a name: without the article, and followed by that name. */
	readonly operationOn?: string;
	readonly method: IHttpRequestMethods;
	readonly path: string;
	readonly basis: 'documented' | 'assumed';
}

/** One that changes nothing. */
export interface ReadEndpoint extends Endpoint {
	readonly method: 'GET';
}

/** An endpoint below the prefix. Service document, section Endpoints. */
export const endpoint = <Method extends IHttpRequestMethods>(
	operation: string,
	method: Method,
	path: string,
	basis: Endpoint['basis'] = 'assumed',
) => ({ operation, method, path: `${API_PREFIX}${path}`, basis }) as const;

/**
 * The five endpoints of a record in their usual form. A record for which the service offers fewer takes what it has:
 * `const { get, getAll } = recordEndpoints('stage')`.
 *
 * @param noun the record in the singular; its ID in a path is named after it (`{projectId}`)
 * @param documented those whose method and path the service's document shows
 */
export function recordEndpoints(noun: string, documented: readonly string[] = []) {
	const all = `/${noun}s`;
	const one = `${all}/{${noun}Id}`;
	const basisOf = (name: string) => (documented.includes(name) ? 'documented' : 'assumed');
	const onOne = <Method extends IHttpRequestMethods>(verb: string, method: Method) => ({
		...endpoint(`${verb} a ${noun}`, method, one, basisOf(verb)),
		operationOn: `${verb} ${noun}`,
	});
	return {
		create: endpoint(`create a ${noun}`, 'POST', all, basisOf('create')),
		delete: onOne('delete', 'DELETE'),
		get: onOne('get', 'GET'),
		getAll: endpoint(`list ${noun}s`, 'GET', all, basisOf('getAll')),
		// The document asks for a partial body and shows no method.
		update: onOne('update', 'PATCH'),
	};
}
