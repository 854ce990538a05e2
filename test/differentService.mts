import fastify from 'fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { gatewayPage } from '../sandbox/service/gateway.mts';
import { listenOn } from '../sandbox/service/listen.mts';

type Json = Record<string, unknown>;

interface Asked {
	readonly method: string;
	/** Without the query. */
	readonly path: string;
	readonly query: string;
	readonly body: unknown;
}

interface Given {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	/** JSON; a text goes out as a web page. */
	readonly body: unknown;
}

/** One way in which a service can differ from what this package assumes. */
interface Change {
	/** What the service is asked for; an answer, if it is not asked at all. */
	readonly request?: (asked: Asked) => Asked | Given;
	readonly answer?: (given: Given, asked: Asked) => Given;
}

const isJson = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
const isGiven = (value: Asked | Given): value is Given => 'status' in value;

const RECORD = /^\/api\/v1\/(?<plural>projects|customers)(?:\/(?<id>[^/]+))?$/;
/** The record that a request is about, in the singular. */
const nounOf = ({ path }: Asked) => RECORD.exec(path)?.groups?.plural?.replace(/s$/, '') ?? '';
const isAboutOne = ({ method, path }: Asked) =>
	method === 'POST' || path === '/api/v1/account' || RECORD.exec(path)?.groups?.id !== undefined;

const given = (status: number, body: unknown, headers: Record<string, string> = {}): Given => ({
	status,
	body,
	headers,
});
/** What a gateway says about an address that the service does not have. */
const notFound = given(404, gatewayPage(404));

/** Changes the body of a success. */
const inBody =
	(change: (body: unknown, asked: Asked) => unknown) =>
	(answer: Given, asked: Asked): Given =>
		answer.status < 300 ? { ...answer, body: change(answer.body, asked) } : answer;

/** Changes every object anywhere in an answer. */
function inObjects(change: (object: Json) => Json): (body: unknown) => unknown {
	const walk = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(walk);
		if (!isJson(value)) return value;
		return change(Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walk(one)])));
	};
	return walk;
}

/** Changes every entry of a list. */
const inEntries = (change: (entry: Json, asked: Asked) => unknown) =>
	inBody((body, asked) => {
		const each = (entries: unknown[]) => entries.map((entry) => change(entry as Json, asked));
		if (Array.isArray(body)) return each(body);
		return isJson(body) && Array.isArray(body.items) ? { ...body, items: each(body.items) } : body;
	});

const movedTo = (from: string, to: string): Change => ({
	request: (asked) => {
		if (asked.path.startsWith(from)) return notFound;
		return asked.path.startsWith(to) ? { ...asked, path: asked.path.replace(to, from) } : asked;
	},
});

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const COMPUTED =
	/heat_?load|fullLoadHours|usageLevel|Volume|heatPumpSizing|HeatLoss|^area$|envelopeArea/i;
const dropComputed = (record: Json): Json =>
	Object.fromEntries(
		Object.entries(record).filter(([name]) => name === 'avgHeatload' || !COMPUTED.test(name)),
	);

const isOfCheck = ({ name, lastName }: Json) => name === 'n8n check' || lastName === 'check';
/** The number that stands for a UUID, and what it stands for. */
const numberOf = (id: unknown) => Number.parseInt(String(id).slice(0, 8), 16);
const uuids = new Map<number, string>();
/** What an update empties at a service that replaces the whole record. */
const CUSTOMER_FIELDS = { email: null, phoneNumber: null, companyName: null, address: null };
const PROJECT_FIELDS = { projectValue: null, buildingType: null, numberOfResidents: null };
const OTHER_ID = '00000000-0000-4000-8000-00000000000a';
const lastOfPage: unknown[] = [];
/** By ID when a record was changed, and what came of it before. */
const updatedAt = new Map<string, number>();
const lastRead = new Map<string, Given>();
const page404 = '<!doctype html><title>404</title><h1>Not found</h1>';

/** Each way in which a service can differ, by name. */
export const differences = {
	accountElsewhere: movedTo('/api/v1/account', '/api/v1/company'),
	customersElsewhere: movedTo('/api/v1/customers', '/api/v1/clients'),
	documentsElsewhere: movedTo('/api/v1/documents', '/api/v1/files'),
	projectsElsewhere: {
		request: (asked) =>
			asked.path.startsWith('/api/v1/projects')
				? given(404, { statusCode: 404, message: 'No such address' })
				: asked,
	},
	recordsWrapped: {
		answer: inBody((body, asked) =>
			isAboutOne(asked) && asked.method !== 'DELETE' ? { data: body } : body,
		),
	},
	entriesWrapped: {
		answer: inEntries((entry, asked) =>
			nounOf(asked) === '' ? entry : { [nounOf(asked)]: entry },
		),
	},
	putOnly: {
		request: (asked) => {
			if (asked.method === 'PUT') return { ...asked, method: 'PATCH' };
			if (asked.method !== 'PATCH') return asked;
			const body = { statusCode: 405, message: 'Method not allowed' };
			return given(405, body, { allow: 'GET, PUT, DELETE' });
		},
	},
	totalAsNumber: {
		answer: inBody((body) =>
			isJson(body) && isJson(body.metadata)
				? { ...body, metadata: { ...body.metadata, total: Number(body.metadata.total) } }
				: body,
		),
	},
	customersUnderKey: {
		answer: inBody((body) => (Array.isArray(body) ? { customers: body } : body)),
	},
	customersInSnakeCase: {
		answer: inBody((body, asked) =>
			nounOf(asked) !== 'customer'
				? body
				: inObjects((object) =>
						Object.fromEntries(Object.entries(object).map(([key, one]) => [snake(key), one])),
					)(body),
		),
	},
	otherErrorBodies: {
		answer: (answer) =>
			answer.status < 400
				? answer
				: { ...answer, body: { fault: { code: answer.status, reason: 'no' } } },
	},
	errorsWithDetail: {
		answer: (answer) =>
			answer.status < 400 ? answer : { ...answer, body: { detail: 'There is no such record' } },
	},
	companyIdsCompared: {
		request: (asked) => {
			const { companyId } = (asked.body ?? {}) as Json;
			return typeof companyId === 'string' && companyId !== companyId.toLowerCase()
				? given(403, { statusCode: 403, message: 'Another company' })
				: asked;
		},
	},
	notFoundAsHtml: {
		answer: (answer) => (answer.status === 404 ? { ...answer, body: page404 } : answer),
	},
	otherDates: {
		answer: inBody(
			inObjects((object) => ({
				...object,
				...(typeof object.createdAt === 'string' && { createdAt: '22.11.2026 14:05' }),
			})),
		),
	},
	computedInWrites: {
		answer: inBody((body, asked) =>
			isJson(body) && nounOf(asked) === 'project' && ['POST', 'PATCH'].includes(asked.method)
				? { ...body, buildingHeatLoadKw: 12, heatPumpSizing: null }
				: body,
		),
	},
	withoutComputed: { answer: inBody(inObjects(dropComputed)) },
	createdWith200: {
		answer: (answer) => (answer.status === 201 ? { ...answer, status: 200 } : answer),
	},
	deletedWithoutBody: {
		answer: (answer, { method }) =>
			method === 'DELETE' && answer.status === 200 ? given(204, undefined) : answer,
	},
	wholeAddressNeeded: {
		request: (asked) => {
			const address = isJson(asked.body) ? asked.body.address : undefined;
			if (!isJson(address) || 'countryCode' in address) return asked;
			return given(422, { statusCode: 422, message: 'address.countryCode is required' });
		},
	},
	documentFilterIgnored: {
		request: (asked) =>
			asked.path === '/api/v1/documents'
				? { ...asked, query: asked.query.replace(/projectId=[^&]*&?/, '') }
				: asked,
	},
	limitIgnored: {
		request: (asked) => ({ ...asked, query: asked.query.replace(/\blimit=\d+/, 'limit=100') }),
	},
	oneFieldMore: {
		answer: inEntries((entry) => ({ ...entry, colour: 'blue' })),
	},
	oneStatusMore: {
		answer: inBody(
			inObjects((object) => ('status' in object ? { ...object, status: 'onHold' } : object)),
		),
	},
	customerIdsAsNumbers: {
		request: (asked) => {
			const id = Number(RECORD.exec(asked.path)?.groups?.id);
			return uuids.has(id)
				? { ...asked, path: asked.path.replace(String(id), uuids.get(id) ?? '') }
				: asked;
		},
		answer: inBody((body, asked) =>
			nounOf(asked) !== 'customer'
				? body
				: inObjects((object) => {
						if (typeof object.id !== 'string') return object;
						uuids.set(numberOf(object.id), object.id);
						return { ...object, id: numberOf(object.id) };
					})(body),
		),
	},
	createdWithoutRecord: {
		answer: inBody((body, { method }) => (method === 'POST' ? { success: true } : body)),
	},
	createdWithIdOnly: {
		answer: inBody((body, { method }) => (method === 'POST' ? { id: (body as Json).id } : body)),
	},
	sortIgnored: {
		request: (asked) => ({ ...asked, query: asked.query.replace(/&?(?:sortBy|order)=\w+/g, '') }),
	},
	createdNotListed: {
		answer: inBody((body, asked) => {
			const others = (list: unknown) => (list as Json[]).filter((one) => !isOfCheck(one));
			if (isAboutOne(asked)) return body;
			if (Array.isArray(body)) return others(body);
			return isJson(body) && Array.isArray(body.items)
				? { ...body, items: others(body.items) }
				: body;
		}),
	},
	updateEmpties: {
		request: (asked) => {
			const noun = asked.method === 'PATCH' ? nounOf(asked) : '';
			const kept = noun === 'customer' ? { ...CUSTOMER_FIELDS } : { ...PROJECT_FIELDS };
			return noun === '' ? asked : { ...asked, body: { ...kept, ...(asked.body as Json) } };
		},
	},
	sourceStoredAsInternal: {
		answer: inBody(
			inObjects((object) => (isOfCheck(object) ? { ...object, source: 'internal' } : object)),
		),
	},
	updatedAtStays: {
		answer: inBody(
			inObjects((object) =>
				'updatedAt' in object ? { ...object, updatedAt: object.createdAt } : object,
			),
		),
	},
	nullIgnored: {
		request: (asked) =>
			asked.method === 'PATCH'
				? {
						...asked,
						body: Object.fromEntries(
							Object.entries(asked.body as Json).filter(([, value]) => value !== null),
						),
					}
				: asked,
	},
	newCircuitIds: {
		request: (asked) => {
			const { heatingCircuits, ...rest } = (asked.body ?? {}) as Json;
			if (!Array.isArray(heatingCircuits)) return asked;
			const circuits = heatingCircuits.map((one: Json) => ({ ...one, id: undefined }));
			return { ...asked, body: { ...rest, heatingCircuits: circuits } };
		},
	},
	notFoundAs403: {
		answer: (answer) =>
			answer.status === 404
				? given(403, { statusCode: 403, message: 'Forbidden' }, { ...answer.headers })
				: answer,
	},
	customersWithSlash: {
		request: (asked) => {
			const path = '/api/v1/customers';
			if (asked.path === `${path}/`) return { ...asked, path };
			if (asked.path !== path || asked.method !== 'GET') return asked;
			return given(301, undefined, { location: `${path}/` });
		},
	},
	pagesFromZero: {
		request: (asked) => ({
			...asked,
			query: asked.query.replace(/\bpage=(\d+)/, (_, page) => `page=${Number(page) + 1}`),
		}),
	},
	limitCapped: {
		request: (asked) => ({
			...asked,
			query: asked.query.replace(/\blimit=(\d+)/, (_, limit) => `limit=${Math.min(limit, 25)}`),
		}),
	},
	laterPagesRepeat: {
		request: (asked) => ({ ...asked, query: asked.query.replace('limit=100', 'limit=25') }),
		answer: inBody((body, asked) => {
			if (!isJson(body) || !Array.isArray(body.items) || !asked.query.includes('limit=25'))
				return body;
			const isFirst = !asked.query.includes('page=') || asked.query.includes('page=1');
			if (isFirst) lastOfPage.splice(0, 1, body.items.at(-1));
			return isFirst || body.items.length === 0
				? body
				: { ...body, items: [...lastOfPage, ...body.items] };
		}),
	},
	totalOfPage: {
		request: (asked) => ({ ...asked, query: asked.query.replace('limit=100', 'limit=25') }),
		answer: inBody((body) =>
			isJson(body) && Array.isArray(body.items)
				? { ...body, metadata: { ...(body.metadata as Json), total: String(body.items.length) } }
				: body,
		),
	},
	otherSpelling: {
		answer: inBody(
			inObjects(({ technicalFeasibilityAssesment, ...rest }) =>
				technicalFeasibilityAssesment === undefined
					? rest
					: { ...rest, technicalFeasibilityAssessment: technicalFeasibilityAssesment },
			),
		),
	},
	oneStatusInTen: {
		answer: inEntries((entry) =>
			/^P-\d*7$/.test(String(entry.humanId)) ? { ...entry, status: 'onHold' } : entry,
		),
	},
	customersWithCursor: {
		answer: inBody((body) => (Array.isArray(body) ? { items: body, nextCursor: 'MTAw' } : body)),
	},
	customersCutAtTen: { answer: inBody((body) => (Array.isArray(body) ? body.slice(0, 10) : body)) },
	customersCutAt25: { answer: inBody((body) => (Array.isArray(body) ? body.slice(0, 25) : body)) },
	accountWithOtherId: {
		answer: inBody((body, { path }) =>
			path === '/api/v1/account' ? { ...(body as Json), id: OTHER_ID } : body,
		),
	},
	emailsWithNames: {
		answer: inEntries(({ email, ...entry }) =>
			email === undefined
				? entry
				: {
						...entry,
						email: `${String(entry.firstName)} ${String(entry.lastName)} <${String(email)}>`,
					},
		),
	},
	phonesAsNumbers: {
		answer: inEntries(({ phoneNumber, ...entry }) =>
			typeof phoneNumber === 'string'
				? {
						...entry,
						phoneNumber: Number(phoneNumber.replace(/\D/g, '')),
						lastName: [entry.lastName],
						address: String((entry.address as Json | null)?.addressLine1),
					}
				: entry,
		),
	},
	customersByEmail: {
		answer: inBody((body) =>
			Array.isArray(body)
				? Object.fromEntries((body as Json[]).map((one) => [String(one.email ?? one.id), one]))
				: body,
		),
	},
	forgedFields: {
		answer: inEntries((entry) => ({
			...entry,
			'\u001b[31mred\n  as assumed  POST everything': 1,
		})),
	},
	readsBehind: {
		answer: (given, asked) => {
			const id = RECORD.exec(asked.path)?.groups?.id ?? '';
			if (asked.method === 'PATCH') updatedAt.set(id, Date.now());
			if (asked.method !== 'GET' || given.status !== 200) return given;
			const isBehind = Date.now() - (updatedAt.get(id) ?? 0) < 1500;
			if (!isBehind) lastRead.set(id, given);
			return isBehind ? (lastRead.get(id) ?? given) : given;
		},
	},
	recordsBehindAGateway: {
		request: (asked) =>
			asked.method !== 'POST' && RECORD.exec(asked.path)?.groups?.id !== undefined
				? given(404, page404)
				: asked,
	},
} satisfies Record<string, Change>;

export type DifferenceName = keyof typeof differences;

export interface DifferentService {
	/** Without a trailing slash. */
	url: string;
	/** Method and address of each request, in turn. */
	asked: string[];
	close(): Promise<void>;
}

/**
 * A service that differs: a proxy in front of the local service that changes what goes through it.
 *
 * @param names which differences it has, all at once
 */
export async function startDifferentService(
	target: string,
	names: readonly DifferenceName[],
): Promise<DifferentService> {
	const changes: Change[] = names.map((name) => differences[name]);
	const asked: string[] = [];
	const app = fastify({ bodyLimit: 16 * 1024 * 1024 });
	app.all('/*', async (request: FastifyRequest, reply: FastifyReply) => {
		const [path = '', query = ''] = request.url.split('?');
		asked.push(`${request.method} ${request.url}`);
		const first: Asked = { method: request.method, path, query, body: request.body };
		const wanted = changes.reduce<Asked | Given>(
			(one, { request: change }) => (isGiven(one) ? one : (change?.(one) ?? one)),
			first,
		);
		const plain = isGiven(wanted) ? wanted : await forward(target, wanted, request);
		const about = isGiven(wanted) ? first : wanted;
		const answer = changes.reduce((one, { answer: change }) => change?.(one, about) ?? one, plain);
		const type = typeof answer.body === 'string' ? 'text/html' : 'application/json';
		void reply.code(answer.status).headers(answer.headers);
		if (answer.body === undefined) return await reply.send();
		const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
		return await reply.type(type).send(text);
	});
	const url = await listenOn(app, 0);
	return {
		url,
		asked,
		async close() {
			app.server.closeAllConnections();
			await app.close();
		},
	};
}

async function forward(target: string, asked: Asked, request: FastifyRequest): Promise<Given> {
	const { method, path, query, body } = asked;
	const key = request.headers['x-api-key'];
	const answer = await fetch(`${target}${path}${query === '' ? '' : `?${query}`}`, {
		method,
		headers: {
			...(typeof key === 'string' && { 'x-api-key': key }),
			...(body !== undefined && { 'content-type': 'application/json' }),
		},
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	const allow = answer.headers.get('allow');
	const text = await answer.text();
	const isPage = answer.headers.get('content-type')?.startsWith('text/html') === true;
	const read = isPage ? text : text === '' ? undefined : JSON.parse(text);
	return given(answer.status, read, { ...(allow !== null && { allow }) });
}
