import { readFileSync } from 'node:fs';
import { OpenAPIBackend } from 'openapi-backend';
import type { Context, Document } from 'openapi-backend';
import { parse } from 'yaml';
import { pageOf } from './records.mts';
import type { Person, Records } from './records.mts';

export interface Answer {
	status: number;
	body: unknown;
}

/** Email addresses that the stand-in does not take. */
const UNWANTED = '@unwanted.example';
export const API_TOKEN = 'pipedrive-token';

export const refusal = (status: number, error: string): Answer => ({
	status,
	body: { success: false, error },
});
const success = (data: unknown): Answer => ({ status: 200, body: { success: true, data } });

/** What the endpoints of openapi.yaml do. */
function handlersOf(records: Records) {
	const change = (person: Person, fields: Partial<Person>): Answer => {
		// A list that is sent replaces the one that is there.
		Object.assign(person, fields);
		return success(person);
	};
	const isUnwanted = ({ emails = [] }: Partial<Person>) =>
		emails.some(({ value }) => value.endsWith(UNWANTED));
	const unknownIn = ({ org_id: id }: Partial<Person>) =>
		id !== undefined && records.organizations.every((organization) => organization.id !== id);
	const problemOf = (fields: Partial<Person>): Answer | undefined => {
		if (isUnwanted(fields)) return refusal(400, 'The email address is not valid');
		return unknownIn(fields) ? refusal(400, 'The organization does not exist') : undefined;
	};
	const listOf = (list: readonly object[], { request: { query } }: Context): Answer => {
		const { limit, cursor } = query as { limit?: string; cursor?: string };
		return { status: 200, body: pageOf(list, limit === undefined ? 100 : Number(limit), cursor) };
	};
	const bodyOf = ({ request }: Context) => request.requestBody as Partial<Person>;
	const personOf = ({ request }: Context) => records.person(Number(request.params.id));
	return {
		getPersons: (context: Context) => listOf(records.living(), context),
		getOrganizations: (context: Context) => listOf(records.organizations, context),
		addPerson: (context: Context) => {
			const { name = '', ...fields } = bodyOf(context);
			return problemOf(fields) ?? success(records.addPerson({ name, ...fields }));
		},
		updatePerson: (context: Context) => {
			const person = personOf(context);
			if (person === undefined) return refusal(404, 'Person not found');
			return problemOf(bodyOf(context)) ?? change(person, bodyOf(context));
		},
		deletePerson: (context: Context) => {
			const person = personOf(context);
			if (person === undefined) return refusal(404, 'Person not found');
			person.is_deleted = true;
			return success({ id: person.id });
		},
		addOrganization: (context: Context) =>
			success(records.addOrganization(bodyOf(context).name ?? '')),
	};
}

/**
 * Answers requests as openapi.yaml says.
 *
 * @param report is told how a request or an answer breaks the description
 */
export async function createApi(records: Records, report: (problem: string) => void) {
	const file = new URL('openapi.yaml', import.meta.url);
	const problem = (status: number, text: string, { request }: Context) => {
		report(`${request.method} ${request.path}: ${text}`);
		return refusal(status, text);
	};
	const api = new OpenAPIBackend({
		definition: parse(readFileSync(file, 'utf8')) as Document,
		apiRoot: '/api/v2',
		coerceTypes: true,
		quick: true,
		ajvOpts: { strict: false, allErrors: true },
	});
	api.register({
		...handlersOf(records),
		unauthorizedHandler: () => refusal(401, 'unauthorized access'),
		// Among them version 1, which Pipedrive no longer supports for persons and organizations.
		notFound: (context: Context) => problem(404, 'no such endpoint', context),
		methodNotAllowed: (context: Context) => problem(405, 'no such method', context),
		validationFail: (context: Context) =>
			problem(400, JSON.stringify(context.validation.errors), context),
		postResponseHandler: (context: Context) => {
			const { status, body } = context.response as Answer;
			const { errors } =
				context.operation === undefined || status >= 400
					? {}
					: context.api.validateResponse(body, context.operation, status);
			if (errors) report(`The stand-in's own answer: ${JSON.stringify(errors)}`);
			return context.response as Answer;
		},
	});
	api.registerSecurityHandler(
		'apiToken',
		({ request: { query } }: Context) => query.api_token === API_TOKEN,
	);
	await api.init();
	return api;
}
