import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { DifferenceName } from '../../differentService.mts';
import { checkDifferent, leftIn, useService } from './checked.mts';
import type { Checked } from './checked.mts';

const service = useService();
const root = fileURLToPath(new URL('../../../', import.meta.url));

interface Named {
	/** The part that differs. */
	readonly part: string;
	readonly sentence: RegExp;
	/** A file to change, and what stands on the line that is named. */
	readonly change: readonly [file: string, line: RegExp];
}

const RECORDS = 'nodes/EnergyProjects/service/records';
const ENDPOINTS = 'nodes/EnergyProjects/service/endpoints.ts';

const NAMED: Readonly<Partial<Record<DifferenceName, Named>>> = {
	documentsElsewhere: {
		part: 'GET /api/v1/documents: method and path',
		sentence: /answered with 404/,
		change: [`${RECORDS}/document.ts`, /endpoints: .*'\/documents'/],
	},
	recordsWrapped: {
		part: 'GET /api/v1/projects/{projectId}: form of the answer',
		sentence: /project is wrapped: it is under "data"/,
		change: ['nodes/EnergyProjects/http/answers/answerForm.ts', /problemWith/],
	},
	entriesWrapped: {
		part: 'GET /api/v1/projects: form of the answer',
		sentence: /entry of the list is wrapped: the project is under "project"/,
		change: ['nodes/EnergyProjects/http/answers/answerForm.ts', /problemWithEntries/],
	},
	putOnly: {
		part: 'PATCH /api/v1/projects/{projectId}: method and path',
		sentence: /PATCH was answered with 405, PUT works/,
		change: [ENDPOINTS, /update: .*'PATCH'/],
	},
	totalAsNumber: {
		part: 'GET /api/v1/projects: form of the answer',
		sentence: /metadata\.total is a number, not of the type string/,
		change: ['nodes/EnergyProjects/lists/page.ts', /metadata/],
	},
	customersUnderKey: {
		part: 'GET /api/v1/customers: form of the answer',
		sentence: /not a bare array: it is under "customers"/,
		change: [`${RECORDS}/customer.ts`, /list: \{ form: 'array' \}/],
	},
	customersInSnakeCase: {
		part: 'GET /api/v1/customers: form of the answer',
		sentence: /snake_case: (\w+_\w+, )+/,
		change: [`${RECORDS}/customer.ts`, /fields/],
	},
	otherErrorBodies: {
		part: 'Error: the form of error bodies',
		sentence: /an object with fault, without message, error, errors, detail, title/,
		change: ['nodes/EnergyProjects/http/errors/serviceText.ts', /serviceText/],
	},
	otherDates: {
		part: 'GET /api/v1/projects: form of the answer',
		sentence:
			/createdAt is text that looks like "99\.99\.9999 99:99", not a date and time in ISO 8601/,
		change: [`${RECORDS}/project.ts`, /name: 'createdAt'/],
	},
	withoutComputed: {
		part: 'GET /api/v1/projects/{projectId}: form of the answer',
		sentence: /buildingHeatLoadKw, .* are missing/,
		change: [`${RECORDS}/projectComputed.ts`, /buildingHeatLoadKw/],
	},
};
const TEN = Object.keys(NAMED) as DifferenceName[];

const OTHERS: Readonly<Partial<Record<DifferenceName, Named>>> = {
	customersElsewhere: {
		part: 'GET /api/v1/customers: method and path',
		sentence: /answered with 404/,
		change: [`${RECORDS}/customer.ts`, /endpoints: /],
	},
	notFoundAsHtml: {
		part: 'Error: the form of error bodies',
		sentence: /answered with 404 and a web page \(HTML\), not JSON/,
		change: ['nodes/EnergyProjects/http/answers/outcome.ts', /isNotFound/],
	},
	notFoundAs403: {
		part: 'NoSuchRecord: status code 404',
		sentence: /project that does not exist was answered with 403/,
		change: ['nodes/EnergyProjects/http/answers/outcome.ts', /isNotFound/],
	},
	customersWithSlash: {
		part: 'GET /api/v1/customers: method and path',
		sentence: /answered with a redirect \(301\) to \/api\/v1\/customers\/ on the same host/,
		change: [`${RECORDS}/customer.ts`, /endpoints: /],
	},
	pagesFromZero: {
		part: 'GET /api/v1/projects: query',
		sentence: /A request without page did not bring the same projects as page=1.*pages from 0/,
		change: ['nodes/EnergyProjects/lists/page.ts', /limit: MAX_PAGE_SIZE/],
	},
	limitCapped: {
		part: 'GET /api/v1/projects: query',
		sentence: /limit=100 brought 25 projects, although there are more/,
		change: ['nodes/EnergyProjects/lists/page.ts', /limit: MAX_PAGE_SIZE/],
	},
	laterPagesRepeat: {
		part: 'GET /api/v1/projects: query',
		sentence: /Two pages brought the same projects/,
		change: ['nodes/EnergyProjects/lists/page.ts', /limit: MAX_PAGE_SIZE/],
	},
	totalOfPage: {
		part: 'GET /api/v1/projects: query',
		sentence: /metadata\.total is not 40, the number of projects on all pages/,
		change: ['nodes/EnergyProjects/lists/page.ts', /metadata/],
	},
	otherSpelling: {
		part: 'GET /api/v1/projects: form of the answer',
		sentence: /technicalFeasibilityAssesment came in none of 40 projects/,
		change: [`${RECORDS}/project.ts`, /name: 'technicalFeasibilityAssesment'/],
	},
	oneStatusInTen: {
		part: 'GET /api/v1/projects: form of the answer',
		sentence: /status is "onHold", none of .* \(in 4 of 40 projects\)/,
		change: [`${RECORDS}/project.ts`, /name: 'status'/],
	},
	customersWithCursor: {
		part: 'GET /api/v1/customers: the list is whole',
		sentence: /names a next page or a cursor/,
		change: [`${RECORDS}/customer.ts`, /list: /],
	},
	accountWithOtherId: {
		part: 'GET /api/v1/account: form of the answer',
		sentence: /ID of the account is not the companyId/,
		change: ['nodes/EnergyProjects/http/answers/answerForm.ts', /problemWith/],
	},
	readsBehind: {
		part: 'GET /api/v1/projects/{projectId}: form of the answer',
		sentence: /read right after an update still showed the project as it was before/,
		change: ['nodes/EnergyProjects/http/answers/answerForm.ts', /problemWith/],
	},
	createdWith200: {
		part: 'POST /api/v1/customers: status code 201',
		sentence: /status code was 200/,
		change: ['nodes/EnergyProjects/http/answers/outcome.ts', /isSuccess/],
	},
	deletedWithoutBody: {
		part: 'DELETE /api/v1/projects/{projectId}: form of the answer',
		sentence: /answered with 204 and an empty body/,
		change: [ENDPOINTS, /delete: /],
	},
	wholeAddressNeeded: {
		part: 'Address: no field is required',
		sentence: /An address with city alone was answered with 422/,
		change: [`${RECORDS}/address.ts`, /addressFields/],
	},
	updateEmpties: {
		part: 'PATCH /api/v1/customers/{customerId}: changes only what is sent',
		sentence: /emptied or changed email, companyName, address, which were not sent/,
		change: [ENDPOINTS, /update: /],
	},
	sourceStoredAsInternal: {
		part: 'POST /api/v1/projects: stores the source that was sent',
		sentence: /sent as "api", but the service stored a different one/,
		change: [`${RECORDS}/project.ts`, /name: 'source'/],
	},
	updatedAtStays: {
		part: 'PATCH /api/v1/customers/{customerId}: moves updatedAt',
		sentence: /updatedAt stayed as it was/,
		change: [`${RECORDS}/customer.ts`, /name: 'updatedAt'/],
	},
	nullIgnored: {
		part: 'PATCH /api/v1/projects/{projectId}: null empties a field',
		sentence: /null did not empty numberOfFloors/,
		change: [`${RECORDS}/project.ts`, /name: 'numberOfFloors'/],
	},
	newCircuitIds: {
		part: 'PATCH /api/v1/projects/{projectId}: a heating circuit that is sent with its ID keeps it',
		sentence: /sent with its ID got a different ID/,
		change: [`${RECORDS}/heatingCircuit.ts`, /'id'/],
	},
	documentFilterIgnored: {
		part: 'GET /api/v1/documents: query',
		sentence: /projectId brought documents of others/,
		change: [`${RECORDS}/document.ts`, /list: /],
	},
	limitIgnored: {
		part: 'GET /api/v1/projects: query',
		sentence: /limit=2 brought \d+ projects/,
		change: ['nodes/EnergyProjects/lists/page.ts', /limit: MAX_PAGE_SIZE/],
	},
	oneFieldMore: {
		part: 'GET /api/v1/documents: form of the answer',
		sentence: /field colour that the document does not name/,
		change: [`${RECORDS}/document.ts`, /fields/],
	},
	oneStatusMore: {
		part: 'GET /api/v1/projects: form of the answer',
		sentence: /status is "onHold", none of inProgress, completed, archived/,
		change: [`${RECORDS}/project.ts`, /name: 'status'/],
	},
};

/** A difference is named in one sentence, with the line to change in the source and in the description. */
function expectNamed({ differs, text }: Checked, { part, sentence, change: [file, line] }: Named) {
	const found = differs[part]?.find((difference) => sentence.test(difference.sentence));
	expect(found, `${part} in:\n${text}`).toBeDefined();
	const lineAt = (place: string) => {
		const [path = '', number] = place.split(':');
		expect(existsSync(`${root}${path}`), place).toBe(true);
		return readFileSync(`${root}${path}`, 'utf8').split('\n')[Number(number) - 1];
	};
	const places = found?.places ?? [];
	const named = places.filter((place) => place.startsWith(`${file}:`));
	expect(
		named.some((place) => line.test(lineAt(place) ?? '')),
		places.join(),
	).toBe(true);
	expect(places.at(-1)).toMatch(/^sandbox\/service\/openapi\.yaml:\d+$/);
}

describe('a service that differs in one way', () => {
	it.each(Object.entries({ ...NAMED, ...OTHERS }))('%s is named', async (name, named) => {
		const checked = await checkDifferent(
			service(),
			[name as DifferenceName],
			name !== 'accountWithOtherId',
		);
		expectNamed(checked, named);
		expect(checked.code).toBe(1);
		expect(leftIn(service())).toEqual([]);
	});
});

describe('a service that differs in ten ways at once', () => {
	it('has each of them named, and is left as it was', async () => {
		expect(TEN).toHaveLength(10);
		const checked = await checkDifferent(service(), TEN);
		for (const name of TEN) {
			const named = NAMED[name];
			if (named !== undefined) expectNamed(checked, named);
		}
		expect(checked.code).toBe(1);
		expect(leftIn(service())).toEqual([]);
	});
});

it('says nothing of computed fields in the answer to a write: the node shows them', async () => {
	const { differs, code } = await checkDifferent(service(), ['computedInWrites']);
	expect({ differs, code }).toEqual({ differs: {}, code: 0 });
});

it.each([10, 25])('a list of exactly %i customers is not certain to be whole', async (count) => {
	const name = count === 10 ? 'customersCutAtTen' : 'customersCutAt25';
	const { notSeen, text } = await checkDifferent(service(), [name], false);
	expect(notSeen).toContain('GET /api/v1/customers: the list is whole');
	expect(text).toContain(`not certain: exactly ${count} came. Compare with the number`);
});

describe('what a person is asked to send to others', () => {
	const names: readonly DifferenceName[] = [
		'emailsWithNames',
		'phonesAsNumbers',
		'customersByEmail',
		'forgedFields',
	];

	it.each(names)('holds nothing of the customers: %s', async (name) => {
		const { store, company } = service();
		const { text, code } = await checkDifferent(service(), [name]);
		expect(code).toBe(1);
		for (const { email, lastName, phoneNumber, address } of store.list('customer', company.id)) {
			const { addressLine1 } = (address ?? {}) as { addressLine1?: string };
			const digits = String(phoneNumber ?? email).replace(/[^\d@.a-z]/g, '');
			for (const value of [email, lastName, phoneNumber, addressLine1, digits]) {
				if (typeof value !== 'string' || value === 'check') continue;
				expect(text).not.toContain(value);
			}
		}
	});

	it('has no line that the service wrote, and nothing that steers a terminal', async () => {
		const { text, asAssumed } = await checkDifferent(service(), ['forgedFields'], false);
		expect(asAssumed).not.toContain('POST everything');
		expect(text).not.toMatch(/[^\P{C}\n]/u);
		expect(text).toContain('There is a field ?[99aaaa');
	});
});

it('takes any usual form of an error, as the node does', async () => {
	const { asAssumed } = await checkDifferent(service(), ['errorsWithDetail'], false);
	expect(asAssumed).toContain('Error: the form of error bodies');
});

it('says nothing of what is as it should be', async () => {
	const { differs } = await checkDifferent(service(), ['documentsElsewhere']);
	expect(Object.keys(differs)).toEqual(['GET /api/v1/documents: method and path']);
});
