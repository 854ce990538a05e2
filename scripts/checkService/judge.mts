import type { Answer, Client, Outcome } from './answers/client.mts';
import type { Difference } from './answers/difference.mts';
import { differencesFrom } from './answers/forms.mts';
import { formOf, unwrapList, unwrapRecord, withKnownNames } from './answers/unwrap.mts';
import type { Json, List } from './answers/unwrap.mts';
import { operations, parts } from './facts/parts.mts';
import type { Operation } from './facts/parts.mts';
import { placeOf } from './facts/places.mts';
import type { Place } from './facts/places.mts';
import { isPart } from './findings.mts';
import type { Findings } from './findings.mts';

/** One run of the check. */
export interface Check {
	readonly client: Client;
	readonly findings: Findings;
}

/** What an operation is asked with. */
export interface Asked {
	/** The ID that its path names. */
	readonly id?: string;
	readonly query?: Readonly<Record<string, string | number>>;
	readonly body?: unknown;
	/** In place of its own. */
	readonly method?: string;
}

export function operationNamed(id: string): Operation {
	const operation = operations.get(id);
	if (operation === undefined) throw new Error(`The description has no operation "${id}"`);
	return operation;
}

/** Sends the request of an operation, to the path that the description has for it. */
export async function ask(check: Check, operationId: string, asked: Asked = {}): Promise<Outcome> {
	const { method, path } = operationNamed(operationId);
	const { id = '', query = {}, body } = asked;
	const filled = path.replace(/\{\w+\}/, encodeURIComponent(id));
	const search = new URLSearchParams(
		Object.entries(query).map(([name, value]) => [name, String(value)]),
	);
	const address = search.size === 0 ? filled : `${filled}?${search}`;
	return await check.client.send(asked.method ?? method, address, body);
}

/** The record that an operation is about, in the singular. */
export const nounOf = (operationId: string): string =>
	operationId
		.replace(/^[a-z]+/, '')
		.replace(/s$/, '')
		.toLowerCase();

/** What the source calls the operation. */
const verbOf = (operationId: string): string => {
	const [verb = ''] = /^[a-z]+/.exec(operationId) ?? [];
	return verb === 'list' ? 'getAll' : verb;
};

/** What an answer is, in words that follow "was". */
export function wordsOf(outcome: Outcome): string {
	if (outcome.kind === 'failure') return outcome.words;
	const { status, body } = outcome;
	if (isRedirect(outcome)) {
		const to = targetOf(outcome);
		if (isOnSameHost(outcome))
			return `answered with a redirect (${status}) to ${to?.pathname} on the same host`;
		const where = to === undefined ? '' : ` to ${to.origin}`;
		return `answered with a redirect (${status})${where}. The key was not sent there. If that is the service, give its address as --url`;
	}
	const forms = {
		html: 'a web page (HTML)',
		text: 'text that is not JSON',
		empty: 'an empty body',
	};
	const form = body.form === 'json' ? formOf(body.value) : forms[body.form];
	return `answered with ${status} and ${form}`;
}

/** Where a redirect leads. */
function targetOf({ headers, address }: Answer): URL | undefined {
	const location = headers.get('location') ?? undefined;
	return location !== undefined && URL.canParse(location, address)
		? new URL(location, address)
		: undefined;
}

const isOnSameHost = (answer: Answer): boolean =>
	targetOf(answer)?.origin === new URL(answer.address).origin;

const isRedirect = ({ status }: Answer) => status >= 300 && status < 400;

/** Why an answer says nothing about the operation; undefined if it does. */
export function reasonNotSeen(outcome: Outcome): string | undefined {
	if (outcome.kind === 'failure') return `the request ${outcome.words}`;
	const { status } = outcome;
	const isElsewhere = isRedirect(outcome) && !isOnSameHost(outcome);
	const isNoAnswer = isElsewhere || [401, 403, 408, 429].includes(status);
	const isTrouble = status >= 500 && status !== 501;
	return isNoAnswer || isTrouble ? `the request was ${wordsOf(outcome)}` : undefined;
}

export const isSuccess = (outcome: Outcome): outcome is Answer =>
	outcome.kind === 'answer' && outcome.status >= 200 && outcome.status < 300;

/**
 * Says of the method and path of an operation whether they held.
 *
 * @returns the answer, if it is one to look at
 */
export function judgeAddress(
	check: Check,
	operationId: string,
	outcome: Outcome,
): Answer | undefined {
	const { findings } = check;
	const { method, path } = operationNamed(operationId);
	const reason = reasonNotSeen(outcome);
	if (reason !== undefined) {
		failAll(check, operationId, reason);
		return undefined;
	}
	if (!isSuccess(outcome)) {
		const sentence = `${method} ${path} was ${wordsOf(outcome)}.`;
		findings.differ(`${operationId} address`, { sentence, places: placesOfAddress(operationId) });
		missAll(check, operationId, 'method or path differ');
		return undefined;
	}
	findings.hold(`${operationId} address`);
	return outcome;
}

/** Nothing of an operation could be seen. */
export function missAll(check: Check, operationId: string, reason: string): void {
	for (const { id } of parts) {
		if (id.startsWith(`${operationId} `)) check.findings.miss(id, reason);
	}
}

/** The same if the request of the operation got no usable answer. */
export function failAll(check: Check, operationId: string, reason: string): void {
	for (const { id } of parts) {
		if (id.startsWith(`${operationId} `)) check.findings.fail(id, reason);
	}
}

export const placesOfAddress = (operationId: string): Place[] => [
	...placeOf.path(nounOf(operationId)),
	...placeOf.method(verbOf(operationId)),
];

/** Looks at an answer that is one record. @returns the record, whatever it was wrapped in */
export function judgeRecord(check: Check, operationId: string, outcome: Outcome): Json | undefined {
	const value = judgeBody(check, operationId, outcome);
	if (value === undefined) return undefined;
	const noun = nounOf(operationId);
	const { value: record, differences } = unwrapRecord(noun, value.json);
	const inside =
		record === undefined ? [] : differencesFrom(operationNamed(operationId).schema, noun, record);
	settle(check, `${operationId} answer`, [...differences, ...inside]);
	return withKnownNames(record, new Set()) as Json | undefined;
}

/** Looks at an answer that is a list. @returns its entries, whatever they were wrapped in */
export function judgeList(check: Check, operationId: string, outcome: Outcome): List | undefined {
	const value = judgeBody(check, operationId, outcome);
	if (value === undefined) return undefined;
	const noun = nounOf(operationId);
	const { schema } = operationNamed(operationId);
	const form = schema.type === 'array' ? 'array' : 'page';
	const { value: list, differences } = unwrapList(noun, form, value.json);
	const inside = list === undefined ? [] : differencesFrom(schema, noun, rebuilt(list, form));
	// A bare array has no place for metadata: that was said already.
	const isBare = Array.isArray(value.json);
	const news = inside.filter(({ sentence }) => !(isBare && sentence === 'metadata is missing.'));
	const id = `${operationId} answer`;
	const isEmpty = list?.entries.length === 0;
	// An empty list shows nothing of the form of its entries.
	if (isEmpty && differences.length + news.length === 0)
		check.findings.miss(id, 'the list is empty');
	else settle(check, id, [...differences, ...news]);
	if (list === undefined) return undefined;
	if (!isEmpty) check.findings.note(id, `${list.entries.length} ${noun}s seen`);
	return { ...list, entries: withKnownNames(list.entries, new Set()) as unknown[] };
}

/** The list in the form of the description, so that only what is left to say is said about its entries. */
function rebuilt({ entries, beside }: List, form: 'array' | 'page'): unknown {
	if (form === 'array') return entries;
	return { items: entries, ...('metadata' in beside && { metadata: beside.metadata }) };
}

function judgeBody(
	check: Check,
	operationId: string,
	outcome: Outcome,
): { json: unknown } | undefined {
	const answer = judgeAddress(check, operationId, outcome);
	if (answer === undefined) return undefined;
	judgeStatus(check, operationId, answer);
	if (answer.body.form === 'json') return { json: answer.body.value };
	const sentence = `The request was ${wordsOf(answer)}.`;
	check.findings.differ(`${operationId} answer`, { sentence, places: placeOf.record() });
	return undefined;
}

function judgeStatus(check: Check, operationId: string, { status }: Answer): void {
	const id = `${operationId} status`;
	if (!isPart(id)) return;
	const expected = operationNamed(operationId).status;
	if (status === expected) return check.findings.hold(id);
	const sentence = `The status code was ${status}. The node takes any 2xx for success.`;
	check.findings.differ(id, { sentence, places: placeOf.success() });
}

/** A part differs in these ways, or holds if there are none. */
export function settle(check: Check, id: string, differences: readonly Difference[]): void {
	if (differences.length === 0) check.findings.hold(id);
	else check.findings.differ(id, ...differences);
}
