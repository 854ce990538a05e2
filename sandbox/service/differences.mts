// The real service may differ from its description. Each way is a switch here; without them the local service keeps to
// openapi.yaml.
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Document } from 'openapi-backend';
import { apiPrefix, pathOf, readDescription } from './description.mts';
import { gatewayPage } from './gateway.mts';

type Part = Record<string, unknown>;
/** What becomes of the value with a name, at any depth: the reviver of JSON.parse. */
type Change = (name: string, value: unknown) => unknown;
type Operation = Part & { operationId: string; parameters?: unknown[] };

export interface Differences {
	/** By operationId: "METHOD /path" below the prefix, with the same placeholders, or "" if the operation does not exist. */
	moved?: Readonly<Record<string, string>>;
	/** The framework whose form errors have. */
	errors?: 'nest';
	/** Fields of projects and customers that a write accepts, and does not store. */
	notKept?: readonly string[];
	/** Whether projects have more fields, which describe the building. */
	gained?: boolean;
	/** The name of the header with the signature of a webhook. */
	signatureHeader?: string;
	/**
	 * Records come back as rows of PostgreSQL: times with six digits of a second, decimals as texts, other texts trimmed,
	 * emails in lower case. A write of heating circuits gives each a new ID, and reverses their order.
	 */
	storedForm?: 'postgres';
	/** Times of records have no offset: they are meant in UTC. */
	times?: 'withoutOffset';
	/** The status of the answer about a record that is not there. */
	gone?: 410;
	/** What a write stores of each value that was sent; undefined for nothing. */
	keeps?: Change;
	/** How each stored value comes back, also in a form that the description does not have. */
	shows?: Change;
}

/** All of them together, as somebody may see it. */
export const asObserved: Differences = {
	moved: { getAccount: 'GET /company' },
	errors: 'nest',
	notKept: ['avgHeatload', 'yearlyEnergyConsumption'],
	gained: true,
	signatureHeader: 'Energy-Signature',
	storedForm: 'postgres',
};

const yesOrNo = { type: ['boolean', 'null'] };
const gainedFields = {
	hasFireplace: yesOrNo,
	hasSolarThermal: yesOrNo,
	hasPhotovoltaics: yesOrNo,
	hasBasement: yesOrNo,
	pipeSystemType: { enum: ['onePipe', 'twoPipe', 'unknown', null] },
	windowType: { enum: ['single', 'double', 'triple', null] },
	roofInsulation: { enum: ['none', 'partial', 'full', null] },
	averageConsumption: { type: ['number', 'null'] },
};
const notSet = Object.fromEntries(Object.keys(gainedFields).map((name) => [name, null]));

/** The description of a service that differs: routes and validation follow from it. */
export function describe({ moved = {}, notKept = [], gained }: Differences): Document {
	// Throws if there is no such operation.
	for (const operationId of Object.keys(moved)) pathOf(operationId);
	const description = readDescription();
	const paths: Record<string, Part> = {};
	for (const [path, item] of Object.entries(description.paths ?? {})) {
		const { parameters = [], ...operations } = item as Part & { parameters?: unknown[] };
		for (const [usual, operation] of Object.entries(operations as Record<string, Operation>)) {
			const place = moved[operation.operationId] ?? `${usual} ${path.slice(apiPrefix.length)}`;
			if (place === '') continue;
			const [method, below] = place.split(' ');
			const all = [...parameters, ...(operation.parameters ?? [])];
			(paths[apiPrefix + below] ??= {})[method.toLowerCase()] = { ...operation, parameters: all };
		}
	}
	const schemas = description.components?.schemas as Record<string, { properties: Part }>;
	for (const name of ['ProjectCreate', 'ProjectUpdate', 'ProjectWritten', 'Project', 'Customer']) {
		const { properties } = schemas[name];
		if (gained === true && name !== 'Customer') Object.assign(properties, gainedFields);
		if (/Create|Update/.test(name)) continue;
		// What was not stored may be null, even if it is required.
		for (const field of notKept) if (field in properties) properties[field] = {};
	}
	return { ...description, paths } as Document;
}

/** The body of an error. @param problems what is wrong with the values that were sent */
export function errorBody(
	form: Differences['errors'],
	statusCode: number,
	message: string,
	problems?: string[],
): object {
	const errors = problems?.map((problem) => ({ message: problem }));
	if (form === undefined) return { statusCode, message, ...(errors && { errors }) };
	return { message: problems ?? message, error: STATUS_CODES[statusCode], statusCode };
}

/** The answer to a request for which there is no route: of the framework, or of a gateway in front of the service. */
export function unknownRoute(form: Differences['errors'], method: string, url: string) {
	const body = form ? errorBody(form, 404, `Cannot ${method} ${url}`) : gatewayPage(404);
	return { status: 404, body };
}

/** What a write stores of what was sent. */
export function stored(sent: Part, { notKept = [], storedForm, keeps }: Differences): Part {
	const own = Object.fromEntries(Object.entries(sent).filter(([name]) => !notKept.includes(name)));
	const kept = JSON.parse(JSON.stringify(own), keeps) as Part;
	const { heatingCircuits: circuits } = kept;
	if (storedForm === undefined || !Array.isArray(circuits)) return kept;
	const heatingCircuits = circuits.map((circuit: Part) => ({ ...circuit, id: randomUUID() }));
	return { ...kept, heatingCircuits: heatingCircuits.reverse() };
}

/** The body of an answer, with its records as they come back. */
export function asShown(body: unknown, { gained, storedForm, times, shows }: Differences): unknown {
	const isProject = (value: unknown) => value instanceof Object && 'currentStageId' in value;
	return JSON.parse(JSON.stringify(body), function (this: unknown, name: string, value: unknown) {
		if (gained && isProject(value)) return { ...notSet, ...value };
		if (shows) return shows(name, value);
		if (times && isTime(name)) return String(value).replace('Z', '');
		return storedForm ? column(name, value, isProject(this)) : value;
	});
}

const isTime = (name: string) => /^(?:created|updated)At$/.test(name);

function column(name: string, value: unknown, ofProject: boolean): unknown {
	const isDecimal = ofProject && !name.startsWith('numberOf');
	if (typeof value === 'number' && isDecimal) return value.toFixed(2);
	if (typeof value !== 'string') return value;
	if (isTime(name)) return new Date(value).toISOString().replace('Z', '000+00:00');
	return /email$/i.test(name) ? value.trim().toLowerCase() : value.trim();
}
