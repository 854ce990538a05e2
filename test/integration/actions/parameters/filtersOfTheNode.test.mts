import { describe, expect, it } from 'vitest';
import { subjects } from '../../../../sandbox/service/records.mts';
import { listBody } from '../../../shared.mts';
import { runNode } from '../../harness/n8n/engine.mts';
import { collections } from '../../harness/samples/sampleWrites.mts';
import { useScenario } from '../../harness/scenario.mts';
import { numbered, useListServices } from '../../harness/service/listService.mts';
import { addProject, addRecord, idsOf } from '../../harness/service/records.mts';

type Resource = (typeof subjects)[number];

const { service, run } = useScenario();
const startService = useListServices();

const list = async (resource: Resource, filters: object, more: object = {}) =>
	await run({ resource, operation: 'getAll', filters, ...more });

/** The labels of the records that came back, in alphabetical order. */
const labels = (found: { json: ReadonlyArray<{ humanId?: unknown }>; error?: unknown }) => {
	expect(found.error).toBeUndefined();
	return found.json.map(({ humanId }) => String(humanId)).sort();
};

/** Records that are called as their keys say, with these fields. */
const records: Readonly<Record<string, object>> = {
	berlin: {
		address: { city: ' Berlin ', postalCode: '10115' },
		createdAt: '2026-05-01T08:00:00Z',
		updatedAt: '2026-08-01T08:00:00Z',
	},
	leipzig: {
		address: { city: 'Leipzig', postalCode: ' 04109' },
		createdAt: '2026-06-01T08:00:00Z',
		updatedAt: '2026-08-01T08:00:00Z',
	},
	grünau: {
		address: { city: 'LEIPZIG-GRÜNAU', postalCode: '04205' },
		createdAt: '2026-07-01T08:00:00Z',
		updatedAt: '2026-08-01T08:00:00Z',
	},
	nowhere: {
		address: null,
		createdAt: '2026-07-02T08:00:00+02:00',
		updatedAt: '2026-08-01T08:00:00Z',
	},
	halfway: {
		address: { country: 'Germany' },
		createdAt: '2026-01-01T08:00:00Z',
		updatedAt: '2026-08-01T08:00:00Z',
	},
};
const named = Object.entries(records).map(([humanId, fields]) => ({ ...fields, humanId }));
/** The same, with IDs, as a service sends them. */
const sent = numbered(named.length).map((record, index) => ({ ...record, ...named[index] }));

const forBoth: ReadonlyArray<[string, object, string[]]> = [
	['City', { city: 'leipzig' }, ['leipzig']],
	['City between blanks', { city: '  Berlin' }, ['berlin']],
	['City as an umlaut of two characters', { city: 'Leipzig-Grünau'.normalize('NFD') }, ['grünau']],
	['City with a part of the name only', { city: 'Leip' }, []],
	['Postal Code', { postalCode: '04109 ' }, ['leipzig']],
	['Postal Code with a part of it only', { postalCode: '04' }, []],
	['Postal Code as a number', { postalCode: '={{ 10115 }}' }, ['berlin']],
	['Created After', { createdAfter: '2026-06-01T08:00:00Z' }, ['grünau', 'nowhere']],
	[
		'Created After in local time',
		{ createdAfter: '2026-06-01 09:59' },
		['grünau', 'leipzig', 'nowhere'],
	],
	['Created After as milliseconds', { createdAfter: Date.UTC(2026, 6, 1, 9) }, ['nowhere']],
	['City and Created After', { city: 'Leipzig', createdAfter: '2026-06-02' }, []],
];

describe.each(subjects)('the list of %ss, filtered by the node', (resource) => {
	const add = () => named.map((one) => addRecord[resource](service(), one));

	it.each(forBoth)('by %s (%j): %j', async (_, filters, found) => {
		add();
		expect(labels(await list(resource, filters))).toEqual(found);
		expect(labels(await list(resource, filters, { returnAll: true }))).toEqual(found);
	});

	it.each(forBoth)(
		'by %s (%j) at a service that ignores every filter: %j',
		async (_, filters, found) => {
			const path = collections[resource];
			const { credentials, requests } = await startService(() => listBody(path, sent));
			const parameters = { resource, operation: 'getAll', filters };
			const result = await runNode({ parameters, credentials } as never);
			expect(labels(result)).toEqual(found);
			const asked = new Set(requests.flatMap(({ query }) => [...query.keys()]));
			expect([...asked].filter((name) => name in filters)).toEqual([]);
		},
	);

	it('by Search finds a record by its whole ID, and by no part of it', async () => {
		const [{ id }] = add();
		const idsFound = async (search: string) => idsOf((await list(resource, { search })).json);
		expect(await idsFound(` ${id.toUpperCase()} `)).toEqual([id]);
		expect(await idsFound(id.slice(0, 13))).toEqual([]);
	});

	it('by Created After keeps what has no readable time of creation, and says so', async () => {
		const path = collections[resource];
		const body = listBody(path, [
			{ ...add()[0], createdAt: null },
			{ ...add()[1], createdAt: '2026-01-01T00:00:00Z' },
		]);
		service().faults.add({ method: 'GET', path, status: 200, body });
		const { json, hints } = await list(resource, { createdAfter: '2026-05-01' });
		expect(json).toHaveLength(1);
		expect(hints[0].message).toContain(`1 ${resource} has no time of creation`);
		expect(hints[0].message).toContain('The filter "Created After" kept it');
	});

	it('is cut by Limit after the filter', async () => {
		for (let number = 0; number < 260; number++) {
			const city = number % 100 === 0 ? 'Leipzig' : 'Berlin';
			addRecord[resource](service(), { address: { city } });
		}
		const filters = { city: 'Leipzig' };
		expect((await list(resource, filters, { limit: 3 })).json).toHaveLength(3);
		expect((await list(resource, filters, { limit: 2 })).json).toHaveLength(2);
	});
});

describe('the filter "Status"', () => {
	const add = () =>
		Object.fromEntries(
			['inProgress', 'completed', 'archived'].map((status) => [
				status,
				addProject(service(), { status, humanId: status }),
			]),
		);
	const all = ['archived', 'completed', 'inProgress'];

	it.each<[unknown, string[]]>([
		[['archived'], ['archived']],
		[
			['archived', 'completed'],
			['archived', 'completed'],
		],
		[['archived', 'archived'], ['archived']],
		[all, all],
		['archived', ['archived']],
		['={{ "archived" }}', ['archived']],
		['={{ " archived , completed " }}', ['archived', 'completed']],
		['={{ ["completed", ""] }}', ['completed']],
	])('%j finds %j', async (status, found) => {
		add();
		for (const more of [{}, { returnAll: true }]) {
			expect(labels(await list('project', { status }, more))).toEqual(found);
		}
	});

	it('with one status is sent to the service, with several it is not', async () => {
		add();
		await list('project', { status: ['archived'] });
		expect(service().requests.every(({ path }) => path.includes('status=archived'))).toBe(true);
		service().requests.splice(0);
		await list('project', { status: ['archived', 'completed'] });
		expect(service().requests.some(({ path }) => path.includes('status'))).toBe(false);
	});

	it.each([
		['={{ ["archived", "lost"] }}', '"lost" is not one of its values: inProgress, completed'],
		['={{ "archived; completed" }}', '"archived; completed" is not one of its values'],
		['={{ "," }}', '"," is not one of its values'],
		['={{ true }}', '"true" is not one of its values'],
	])('%s is an error that says which values there are', async (status, message) => {
		const { error } = await list('project', { status });
		expect(error?.message).toContain(`The filter "Status": ${message}`);
		expect(service().requests).toEqual([]);
	});

	it('with only empty texts in the list is empty', async () => {
		const { error } = await list('project', { status: '={{ ["", " "] }}' });
		expect(error?.message).toContain('The filter "Status" was added but is empty');
	});
});

it('the filter "Technical Feasibility Assessment" takes several results as well', async () => {
	for (const technicalFeasibilityAssesment of ['feasible', 'notFeasible', 'notStarted']) {
		const humanId = technicalFeasibilityAssesment;
		addProject(service(), { technicalFeasibilityAssesment, humanId });
	}
	const chosen = { technicalFeasibilityAssesment: ['feasible', 'notStarted'] };
	expect(labels(await list('project', chosen))).toEqual(['feasible', 'notStarted']);
});

describe('the filter "Leads or Projects"', () => {
	it.each<[unknown, string[]]>([
		['any', ['lead', 'order']],
		['leads', ['lead']],
		['projects', ['order']],
		['={{ " leads " }}', ['lead']],
		['={{ true }}', ['lead']],
		['={{ false }}', ['order']],
		['={{ "TRUE" }}', ['lead']],
		['={{ 0 }}', ['order']],
	])('%j finds %j', async (isLead, found) => {
		addProject(service(), { isLead: true, humanId: 'lead' });
		addProject(service(), { isLead: false, humanId: 'order' });
		expect(labels(await list('project', { isLead }))).toEqual(found);
	});

	it('with anything else is an error that says what there is to choose', async () => {
		const { error } = await list('project', { isLead: '={{ "customers" }}' });
		const message = '"customers" is not one of its values: any, leads, projects';
		expect(error?.message).toContain(`The filter "Leads or Projects": ${message}`);
		expect(service().requests).toEqual([]);
	});
});

describe('the filters "Installation Date From" and "Installation Date To"', () => {
	const days = ['2026-03-30', '2026-03-31', '2026-04-01', null];
	const addDays = () =>
		days.map((day) => addProject(service(), { installationDate: day, humanId: day ?? 'none' }));

	it.each<[string, object, string[]]>([
		['from a day on', { installationDateFrom: '2026-03-31' }, ['2026-03-31', '2026-04-01']],
		['to a day', { installationDateTo: '2026-03-31' }, ['2026-03-30', '2026-03-31']],
		[
			'one day',
			{ installationDateFrom: '2026-03-31', installationDateTo: '2026-03-31' },
			['2026-03-31'],
		],
		['as the editor saves a day', { installationDateFrom: '2026-04-01T00:00:00' }, ['2026-04-01']],
		['in German form', { installationDateFrom: '1.4.2026' }, ['2026-04-01']],
		[
			'a moment, on the day on which it falls in the time zone of the workflow',
			{ installationDateFrom: '2026-03-31T22:30:00Z' },
			['2026-04-01'],
		],
		[
			'by an object of an expression',
			{ installationDateTo: '={{ $now.set({ year: 2020 }) }}' },
			[],
		],
	])('%s (%j): %j', async (_, filters, found) => {
		addDays();
		for (const more of [{}, { returnAll: true }]) {
			expect(labels(await list('project', filters, more))).toEqual(found);
		}
	});

	it('find the day also if the service adds a time to it, and no project without a day', async () => {
		const odd = ['2026-03-31T00:00:00Z', 'soon', '', undefined, 20260331, ['2026-03-31']];
		const path = collections.project;
		const body = listBody(
			path,
			numbered(odd.length).map((one, index) => ({ ...one, installationDate: odd[index] })),
		);
		const { credentials } = await startService(() => body);
		for (const edge of ['From', 'To']) {
			const filters = { [`installationDate${edge}`]: '2026-03-31' };
			const parameters = { resource: 'project', operation: 'getAll', filters };
			const { json } = await runNode({ parameters, credentials } as never);
			expect(json.map(({ name }) => name)).toEqual(['Haus 0']);
		}
	});

	it('of which the first comes after the last are an error', async () => {
		const filters = { installationDateFrom: '2026-04-01', installationDateTo: '2026-03-31' };
		const { error } = await list('project', filters);
		expect(error?.message).toBe(
			'The filter "Installation Date From" (2026-04-01) is later than "Installation Date To" (2026-03-31), so no project can match both',
		);
		expect(error?.description).toContain('Correct one of the two days');
		expect(service().requests).toEqual([]);
	});
});

describe('filters of the node in a long list of projects', () => {
	const addMany = (count: number, fields: (number: number) => object) => {
		for (let number = 0; number < count; number++) addProject(service(), fields(number));
	};

	it('read no more than they need if many projects match', async () => {
		addMany(1000, (number) => ({ status: number % 2 === 0 ? 'completed' : 'inProgress' }));
		const status = ['inProgress', 'completed'];
		expect((await list('project', { status }, { limit: 50 })).json).toHaveLength(50);
		expect(service().requests).toHaveLength(1);
	});

	it('bring the newest of those that match', async () => {
		addMany(300, (number) => ({
			humanId: `N-${number}`,
			address: { city: number % 3 === 0 ? 'Leipzig' : 'Berlin' },
		}));
		const { json } = await list('project', { city: 'Leipzig' }, { limit: 2 });
		expect(json.map(({ humanId }) => humanId)).toEqual(['N-297', 'N-294']);
	});
});
