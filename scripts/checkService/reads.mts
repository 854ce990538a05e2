import { randomUUID } from 'node:crypto';
import type { Outcome } from './answers/client.mts';
import { idOf, isJson } from './answers/unwrap.mts';
import type { Json, List } from './answers/unwrap.mts';
import { placeOf } from './facts/places.mts';
import {
	ask,
	isSuccess,
	judgeList,
	judgeRecord,
	missAll,
	nounOf,
	operationNamed,
	reasonNotSeen,
	settle,
	wordsOf,
} from './judge.mts';
import type { Check } from './judge.mts';
import { checkPages, checkWhole, PAGE_SIZE } from './pages.mts';

/** Nothing can be checked: the address or the key is wrong, or the service does not answer. */
export class NothingToCheck extends Error {}

/** Reads everything that can be read, and says what held. @returns the account, if it could be read */
export async function checkReads(check: Check): Promise<Json | undefined> {
	const first = await ask(check, 'listProjects', {
		query: { ...NEWEST_FIRST, limit: PAGE_SIZE, page: 1 },
	});
	refuseToGoOn(first);
	const list = judgeList(check, 'listProjects', first);
	const projects = list?.entries.filter(isJson) ?? [];
	await checkProjectQuery(check, list, projects);
	await checkOne(check, 'getProject', projects[0]?.id);

	const answer = await ask(check, 'listCustomers');
	const customerList = judgeList(check, 'listCustomers', answer);
	const customers = customerList?.entries.filter(isJson) ?? [];
	checkWhole(check, 'listCustomers', answer, customerList);
	// If the list cannot be read, a project still names a customer.
	const named = projects.find(({ customerId }) => typeof customerId === 'string')?.customerId;
	await checkOne(check, 'getCustomer', customers[0]?.id ?? named);
	await checkNoSuchRecord(check, projects.length > 0 ? 'getProject' : 'listProjects');

	const account = judgeRecord(check, 'getAccount', await ask(check, 'getAccount'));
	if (account !== undefined) checkCompany(check, account, [...projects, ...customers]);
	await checkDocuments(check);
	return account;
}

/** Where the node looks for the words of an error. */
const ERROR_FIELDS = ['message', 'error', 'errors', 'detail', 'title'];
const NEWEST_FIRST = { sortBy: 'created_at', order: 'desc' };

/**
 * The path of the list of projects is documented, so its answer shows whether this is the service at all.
 *
 * @throws NothingToCheck saying what to do
 */
function refuseToGoOn(outcome: Outcome): void {
	const words = `GET ${operationNamed('listProjects').path} ${outcome.kind === 'failure' ? '' : 'was '}${wordsOf(outcome)}.`;
	if (outcome.kind === 'failure') throw new NothingToCheck(words);
	const { status, body } = outcome;
	if (status === 401) throw new NothingToCheck(`${words} Check the key.`);
	if (status >= 300 && status < 400) throw new NothingToCheck(words);
	if (body.form === 'html' && status < 500) {
		throw new NothingToCheck(
			`${words} That is not the service. Give the address of the service as --url, not the address of its application in the browser.`,
		);
	}
}

/** The account is the company that the records belong to. */
function checkCompany(check: Check, { id }: Json, records: readonly Json[]): void {
	const companies = records.flatMap(({ companyId }) => companyId ?? []);
	if (companies.every((companyId) => companyId === id)) return;
	const sentence = 'The ID of the account is not the companyId of the records.';
	check.findings.differ('getAccount answer', { sentence, places: placeOf.record() });
}

/** What the document says of filters, order and pages of projects. */
async function checkProjectQuery(
	check: Check,
	list: List | undefined,
	projects: readonly Json[],
): Promise<void> {
	const id = 'listProjects query';
	const isAny = list !== undefined && (await checkPages(check, 'listProjects', list, NEWEST_FIRST));
	const [first] = projects;
	if (!isAny || first === undefined) {
		return check.findings.miss(id, 'there is no project to see');
	}
	const differ = (sentence: string) =>
		check.findings.differ(id, { sentence, places: placeOf.query() });
	check.findings.hold(id);
	const times = projects.map(({ createdAt }) => Date.parse(String(createdAt)));
	if (times.some((time, index) => time > (times[index - 1] ?? Infinity))) {
		differ('sortBy=created_at with order=desc did not bring the newest project first.');
	}
	const status = String(first.status);
	const outcome = await ask(check, 'listProjects', { query: { limit: PAGE_SIZE, status } });
	const filtered = judgeList(check, 'listProjects', outcome)?.entries.filter(isJson) ?? [];
	if (filtered.some((one) => one.status !== status)) {
		differ(`The filter status brought projects with a different status.`);
	}
}

async function checkOne(check: Check, operationId: string, found: unknown): Promise<void> {
	const id = idOf({ id: found });
	if (id === undefined) {
		return missAll(check, operationId, `no ID of a ${nounOf(operationId)} was seen`);
	}
	const record = judgeRecord(check, operationId, await ask(check, operationId, { id }));
	if (record === undefined || idOf(record) === id || record.id === undefined) return;
	const sentence = 'The record that came has another ID than the one asked for.';
	check.findings.differ(`${operationId} answer`, { sentence, places: placeOf.record() });
}

/**
 * How the service says that there is no record with an ID. The check asks for a project, since its path is documented.
 *
 * @param proof the operation that shows whether projects can be read at all
 */
async function checkNoSuchRecord(check: Check, proof: string): Promise<void> {
	const { findings } = check;
	const outcome = await ask(check, 'getProject', { id: randomUUID() });
	// If no read succeeded, the whole path may differ, or be closed to this key.
	if (!findings.isAsAssumed(`${proof} address`)) {
		for (const id of ['NoSuchRecord', 'Error']) findings.miss(id, 'no project could be read');
		return;
	}
	const isForbidden = outcome.kind === 'answer' && outcome.status === 403;
	const reason = isForbidden ? undefined : reasonNotSeen(outcome);
	if (reason !== undefined || outcome.kind === 'failure') {
		for (const id of ['NoSuchRecord', 'Error']) findings.fail(id, reason ?? '');
		return;
	}
	if (proof !== 'getProject') findings.miss('getProject address', 'there is no project to see');
	const { status, body } = outcome;
	const about = `A project that does not exist was ${wordsOf(outcome)}`;
	if (status === 404) findings.hold('NoSuchRecord');
	else findings.differ('NoSuchRecord', { sentence: `${about}.`, places: placeOf.notFound() });
	if (isSuccess(outcome)) return findings.miss('Error', 'no error came');
	if (body.form !== 'json') {
		const sentence = `${about}, not JSON. The node takes such a 404 for a wrong address, not for a missing record.`;
		return findings.differ('Error', { sentence, places: placeOf.notFound() });
	}
	const { value } = body;
	const isUsual = isJson(value) && ERROR_FIELDS.some((name) => value[name] !== undefined);
	const sentence = `${about}, without ${ERROR_FIELDS.join(', ')}.`;
	const differs = isUsual ? [] : [{ sentence, places: placeOf.errorBody() }];
	settle(check, 'Error', differs);
}

async function checkDocuments(check: Check): Promise<void> {
	const { findings } = check;
	const id = 'listDocuments query';
	const outcome = await ask(check, 'listDocuments', { query: { limit: PAGE_SIZE, page: 1 } });
	const isRefused = outcome.kind === 'answer' && [400, 422].includes(outcome.status);
	if (isRefused) {
		const sentence = `limit=${PAGE_SIZE} and page=1 were ${wordsOf(outcome)}.`;
		findings.differ(id, { sentence, places: placeOf.query() });
	}
	const list = judgeList(
		check,
		'listDocuments',
		isRefused ? await ask(check, 'listDocuments') : outcome,
	);
	const documents = list?.entries.filter(isJson) ?? [];
	if (isRefused) return;
	const isAny = list !== undefined && (await checkPages(check, 'listDocuments', list));
	if (!isAny || documents.length === 0) return findings.miss(id, 'there is no document to see');
	await checkDocumentFilter(check, documents);
}

async function checkDocumentFilter(check: Check, documents: readonly Json[]): Promise<void> {
	const id = 'listDocuments query';
	const found = documents.find(({ projectId }) => typeof projectId === 'string');
	if (found === undefined) return check.findings.miss(id, 'no document of a project was seen');
	const projectId = String(found.projectId);
	const outcome = await ask(check, 'listDocuments', { query: { projectId, limit: 100, page: 1 } });
	const reason = reasonNotSeen(outcome);
	if (reason !== undefined) return check.findings.fail(id, reason);
	const places = placeOf.list('document');
	if (!isSuccess(outcome)) {
		const sentence = `The filter projectId was ${wordsOf(outcome)}.`;
		return check.findings.differ(id, { sentence, places });
	}
	const own = judgeList(check, 'listDocuments', outcome)?.entries.filter(isJson) ?? [];
	const sentence =
		'The filter projectId brought documents of others. The node filters the answer again, so this does no harm.';
	const isIgnored = own.some((document) => document.projectId !== projectId);
	settle(check, id, isIgnored ? [{ sentence, places }] : []);
}
