import { describe, expect, it, onTestFinished } from 'vitest';
import { CannotCheck, checkService } from '../../../scripts/checkService.mts';
import { startBetween } from '../harness/service/between.mts';
import type { Altered, Asked, Part } from '../harness/service/between.mts';
import { useService } from '../harness/service/service.mts';

/** One way in which a service differs from its description. */
interface Difference extends Altered {
	/** What is said of it, among other things. */
	said: RegExp;
}

const service = useService();

/** Checks the local service, with requests and answers that differ on their way. */
const check = async (altered: Altered = {}, isWriting = true) => {
	const { baseUrl, company } = service();
	const { url, close } = await startBetween(baseUrl, altered);
	onTestFinished(close);
	const write = isWriting && { write: company.id };
	return await checkService({ url, key: company.apiKey, ...write });
};

/** Changes what a success brings. */
const body =
	(change: (body: Part, asked: Asked) => unknown): Altered['given'] =>
	(given, asked) =>
		given.status < 300 ? { ...given, body: change(given.body as Part, asked) } : given;
/** Changes each record, also those of lists. */
const records = (change: (record: Part) => unknown) =>
	body((all) => {
		if (Array.isArray(all)) return all.map(change);
		return Array.isArray(all.items) ? { ...all, items: all.items.map(change) } : change(all);
	});
const query = (from: RegExp | string, to: string): Altered['asked'] => {
	return (asked) => ({ ...asked, path: asked.path.replace(from, to) });
};
const without = (record: Part, ...names: string[]) =>
	Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
const renamed = (from: string, to: string) =>
	records((record) => (from in record ? { ...without(record, from), [to]: record[from] } : record));
/** What is sent of an update; nothing of other requests. */
const patch = (change: (body: Part) => Part): Altered['asked'] => {
	return (asked) =>
		asked.method === 'PATCH' && asked.body ? { ...asked, body: change(asked.body) } : asked;
};
const isOurs = ({ name, lastName }: Part) => name === 'n8n check' || lastName === 'check';

const differences: Readonly<Record<string, Difference>> = {
	'another path': { asked: query('/documents', '/files'), said: /GET \/documents: status 404/ },
	'no PATCH': {
		given: (given, { method }) => (method === 'PATCH' ? { status: 405, body: {} } : given),
		said: /PATCH \/projects\/\{projectId\}: status 405, not 200/,
	},
	'wrapped records': {
		given: body((one, { method }) => (method === 'POST' ? { data: one } : one)),
		said: /POST \/projects:.* must have required property/,
	},
	'a next page in a header': {
		given: (given) => ({ ...given, headers: { link: '</api/v1/customers?page=2>; rel="next"' } }),
		said: /not one whole array/,
	},
	'a list cut at 25': {
		given: body((whole) => (Array.isArray(whole) ? whole.slice(0, 25) : whole)),
		said: /exactly 25, maybe cut/,
	},
	'another name of a field': {
		given: renamed('firstName', 'first_name'),
		said: /GET \/customers: no record has .*firstName/,
	},
	'a field more': {
		given: records((record) => ({ ...record, colour: 'blue' })),
		said: /GET \/documents: \/items\/\* must NOT have additional properties/,
	},
	'a value more': {
		given: records((one) => (one.humanId === 'P-007' ? { ...one, status: 'onHold' } : one)),
		said: /\/items\/\*\/status must be equal .*\(inProgress, completed, archived\)/,
	},
	'another form of errors': {
		given: (given) => (given.status === 404 ? { ...given, body: { fault: 'no' } } : given),
		said: /errors have another form/,
	},
	'403 for what is not there': {
		given: (given) => (given.status === 404 ? { ...given, status: 403 } : given),
		said: /does not exist: 403, not 404/,
	},
	'a company with another ID': {
		given: renamed('companyId', 'company'),
		said: /ID of the account is not the companyId/,
	},
	'pages from 0': {
		asked: ({ path, ...rest }) => ({
			...rest,
			path: path.replace(/page=(\d)/, (_, page) => `page=${Number(page) + 1}`),
		}),
		said: /page=1&limit=100 is not the default/,
	},
	'no limit': { asked: query(/limit=\d+/, 'limit=100'), said: /limit is ignored/ },
	'pages that repeat': { asked: query('page=2', 'page=1'), said: /pages repeat projects/ },
	'the other order': { asked: query('order=asc', 'order=desc'), said: /sortBy and order are/ },
	'no filter by status': { asked: query(/status=\w+/, ''), said: /status does not filter/ },
	'no filter of documents': { asked: query(/projectId=.*/, ''), said: /projectId does not filter/ },
	'a list without what was created': {
		given: body((whole) => (Array.isArray(whole) ? whole.filter((one) => !isOurs(one)) : whole)),
		said: /POST \/customers: the list lacks the customer/,
	},
	'another source': {
		given: records((record) => (isOurs(record) ? { ...record, source: 'internal' } : record)),
		said: /POST \/projects: source is not stored as sent/,
	},
	'updates that empty the rest': {
		asked: patch((fields) => ({ ...fields, ...('phoneNumber' in fields && { address: null }) })),
		said: /PATCH \/customers\/\{customerId\}: what was not sent is wrong/,
	},
	'null without effect': {
		asked: patch((fields) => without(fields, 'numberOfFloors', 'email')),
		said: /PATCH \/projects\/\{projectId\}: numberOfFloors is wrong/,
	},
	'a time that stays': {
		given: records((record) => ({ ...record, updatedAt: record.createdAt })),
		said: /updatedAt stays/,
	},
	'new circuits at each update': {
		asked: patch(({ heatingCircuits, ...rest }) => ({
			...rest,
			...(Array.isArray(heatingCircuits) && {
				heatingCircuits: heatingCircuits.map((one: Part) => without(one, 'id')),
			}),
		})),
		said: /circuit gets another ID/,
	},
	'deletes without effect': {
		asked: (asked) => (asked.method === 'DELETE' ? { ...asked, method: 'GET' } : asked),
		said: /DELETE \/customers\/\{customerId\}: the customer .* is still there/,
	},
};

/** Every text in the records of the service that says something about somebody. */
function secretsOf(): string[] {
	const { store, company } = service();
	const people = store.list('customer', company.id).filter((one) => !isOurs(one));
	const names = people.flatMap((one) => [one.email, one.lastName, one.phoneNumber]);
	return [company.apiKey, ...names.filter((name) => typeof name === 'string')];
}

describe('the check of a service', () => {
	it('finds nothing at the local service, and leaves nothing in it', async () => {
		const { store, company } = service();
		expect(await check()).toEqual([]);
		expect(store.list('customer', company.id).filter(isOurs)).toEqual([]);
		expect(store.list('project', company.id).filter(isOurs)).toEqual([]);
	});

	it.each(Object.entries(differences))('tells %s, and nothing of a record', async (_, one) => {
		const found = await check(one);
		expect(found.filter((line) => one.said.test(line))).not.toEqual([]);
		expect(secretsOf().filter((secret) => found.join('\n').includes(secret))).toEqual([]);
	});

	it('needs no account: a project tells the company', async () => {
		const found = await check({ asked: query('/account', '/company') });
		expect(found).toEqual(['GET /account: status 404, not 200']);
	});

	it('takes the company from the account if there is no project, and writes nothing without both', async () => {
		const none = body((whole) => (Array.isArray(whole.items) ? { ...whole, items: [] } : whole));
		const found = await check({ given: none });
		expect(found).toContain('POST /projects: the list lacks the project');
		service().requests.splice(0);
		const nothing = check({ asked: query('/account', '/company'), given: none });
		await expect(nothing).rejects.toThrow('Nothing tells the company');
		expect(service().requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	it('writes nothing unless asked, and only to the company that is named', async () => {
		const { baseUrl: url, company, requests, otherCompany } = service();
		requests.splice(0);
		await check({}, false);
		const wrong = checkService({ url, key: company.apiKey, write: otherCompany.id });
		await expect(wrong).rejects.toThrow('another company');
		expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	it('says what to do if the key is refused, or nobody answers', async () => {
		const refused = checkService({ url: service().baseUrl, key: 'no-such-key' });
		await expect(refused).rejects.toThrow('The service refused the key (401)');
		const nobody = checkService({ url: 'http://127.0.0.1:9', key: 'k' });
		await expect(nobody).rejects.toThrow(CannotCheck);
	});
});
