import { describe, expect, it } from 'vitest';
import { subjects } from '../../../sandbox/service/records.mts';
import { byId, listBody, UNKNOWN_ID } from '../../shared.mts';
import { collections } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { numbered, useListServices } from '../harness/service/listService.mts';
import { addCustomer, addProject, addRecord, idsOf } from '../harness/service/service.mts';
import { says } from '../../documents.mts';

const { service, run } = useScenario();
const start = useListServices();

const list = async (resource: string, more: object, item: object = {}) =>
	await run({ resource, operation: 'getAll', ...more }, { items: [item as never] });

/** The human IDs of the records that came back, in alphabetical order. */
const labels = (found: { json: ReadonlyArray<{ humanId?: unknown }>; error?: unknown }) => {
	expect(found.error).toBeUndefined();
	return found.json.map(({ humanId }) => String(humanId)).sort();
};

const ofBoth = { createdAfter: 'Created After', search: 'Search', updatedAfter: 'Updated After' };
const ofProjects = {
	...{ customerId: 'Customer', isLead: 'Leads or Projects', status: 'Status' },
	installationDateFrom: 'Installation Date From',
	installationDateTo: 'Installation Date To',
	technicalFeasibilityAssesment: 'Technical Feasibility Assessment',
};
/** Every filter, and its label. */
const filters = Object.entries({
	customer: { ...ofBoth, email: 'Email' },
	project: { ...ofBoth, ...ofProjects },
	document: { projectId: 'Project', roomId: 'Room ID' },
}).flatMap(([resource, own]) => Object.entries(own).map((one) => [resource, ...one] as const));

it.each([
	['customer', { filters: { search: '={{ ["Weber"] }}' } }, '"["Weber"]" is not a text'],
	['customer', { filters: { email: '={{ ["a@mail.example"] }}' } }, 'is not a text'],
	['document', { filters: { roomId: '={{ ({ id: 1 }) }}' } }, 'is not a text'],
	['project', { filters: { status: ',' } }, 'it names no value, so it would not filter anything'],
	['project', { filters: { isLead: ',' } }, 'it names no value, so it would not filter anything'],
	['customer', { filters: { search: ', ,' } }, 'it names no value, so it would not filter'],
	['project', { sort: { value: { sortBy: 'created_at', order: 'up' } } }, 'Order: "up" is not one'],
	['document', { filters: { roomId: 'perhaps' } }, '"Room ID": it contains no ID of a room'],
])(
	'a %s list with %j, which would return what nobody asked for, is refused',
	async (resource, more, text) => {
		const { error } = await list(resource, more);
		expect(error?.message).toContain(text);
		expect(service().requests).toEqual([]);
	},
);

it.each(filters)(
	'%s filter %s that was added and comes out empty is an error that names it, before any request',
	async (resource, name, label) => {
		says('docs/action-node.md', '**An added filter that comes out empty is an error**');
		const isLocator = name === 'projectId' || name === 'customerId';
		const expressions = ['={{ $json.nothing }}', '={{ null }}', '={{ "  " }}', '={{ ["", " "] }}'];
		const nothingChosen = { __rl: true, mode: 'list', value: '' };
		const chosen = isLocator ? [nothingChosen, byId('={{ $json.nothing }}')] : [];
		for (const value of ['', ...expressions, ...chosen]) {
			const { error } = await list(resource, { filters: { [name]: value } });
			expect(error?.message).toContain(`The filter "${label}"`);
			expect(error?.message).toContain('it was added but is empty');
		}
		expect(service().requests).toEqual([]);
	},
);

describe.each(subjects)('the list of %ss, filtered by the node', (resource) => {
	const times = {
		...{ first: '2026-06-01T08:00:00Z', second: '2026-07-01T08:00:00Z' },
		third: '2026-07-02T08:00:00+02:00',
	};
	const item = { at: Date.UTC(2026, 6, 1, 9) };

	it.each<[unknown, string[]]>([
		[times.first, ['second', 'third']],
		['01.07.2026 10:00', ['third']],
		['={{ $json.at }}', ['third']],
		['2199-01-01', []],
	])('by a time of creation and of change: after %s it is %j', async (after, found) => {
		for (const [humanId, time] of Object.entries(times)) {
			addRecord[resource](service(), { humanId, createdAt: time, updatedAt: time });
		}
		for (const filter of ['createdAfter', 'updatedAfter']) {
			for (const more of [{}, { returnAll: true }]) {
				const given = { filters: { [filter]: after }, ...more };
				expect(labels(await list(resource, given, item))).toEqual(found);
			}
		}
	});

	it('keeps a record whose time cannot be read', async () => {
		const path = collections[resource];
		const created = [null, '2026-01-01T00:00:00Z'];
		const records = numbered(2).map((one, at) => ({ ...one, createdAt: created[at] }));
		const body = listBody(path, records);
		service().faults.add({ method: 'GET', path, status: 200, body });
		const { json } = await list(resource, { filters: { createdAfter: '2026-05-01' } });
		expect(idsOf(json)).toEqual([records[0].id]);
	});

	it.each([
		['the human ID', 'x-00'],
		['the city', 'kiel'],
		['the whole ID', '={{ $json.id }}'],
	])('by Search finds %s', async (_, search) => {
		const fields = { humanId: 'X-004711', address: { city: 'Kiel' } };
		const found = addRecord[resource](service(), fields);
		addRecord[resource](service(), { humanId: 'Y-1', address: { city: 'Bonn' } });
		const { json } = await list(resource, { filters: { search } }, { id: found.id.toUpperCase() });
		expect(idsOf(json)).toEqual([found.id]);
		expect((await list(resource, { filters: { search: found.id.slice(0, 13) } })).json).toEqual([]);
	});

	it('is cut by Limit after the filter', async () => {
		for (let number = 0; number < 130; number++) {
			const city = number % 50 === 0 ? 'Leipzig' : 'Berlin';
			addRecord[resource](service(), { address: { city } });
		}
		const search = { filters: { search: 'leipzig' } };
		expect((await list(resource, { ...search, limit: 3 })).json).toHaveLength(3);
		expect((await list(resource, { ...search, limit: 2 })).json).toHaveLength(2);
	});
});

describe('customers', () => {
	const add = () =>
		addCustomer(service(), {
			...{ firstName: 'Anna', lastName: 'Schmidt', companyName: 'Wärme GmbH „Süd“' },
			...{ email: 'Anna@mail.example', invoiceEmail: 'office@mail.example' },
			phoneNumber: '+49 341 4711',
		});

	it.each([
		...['anna sch', 'Schmidt, Anna', 'süd schmidt', 'wärme gmbh "Süd"'],
		...['ANNA@mail', 'office@', '341 4711'],
	])('are found by Search: %s', async (search) => {
		const { id } = add();
		addCustomer(service());
		expect(idsOf((await list('customer', { filters: { search } })).json)).toEqual([id]);
	});

	it.each([' anna@MAIL.example', 'office@mail.example'])(
		'are found by Email: %s',
		async (email) => {
			const { id } = add();
			addCustomer(service(), { email: 'nn@mail.example' });
			addCustomer(service());
			expect(idsOf((await list('customer', { filters: { email } })).json)).toEqual([id]);
		},
	);
});

describe('projects', () => {
	it.each(['haus koch', 'anna sch', 'wärme gmbh'])(
		'are found by their name and by the names of their customer: %s',
		async (search) => {
			const customer = { firstName: 'Anna', lastName: 'Schmidt', companyName: 'Wärme GmbH' };
			const { id: customerId } = addCustomer(service(), customer);
			const { id } = addProject(service(), { name: 'Haus Koch', customerId });
			addProject(service(), { name: 'Haus Weber' });
			expect(idsOf((await list('project', { filters: { search } })).json)).toEqual([id]);
		},
	);

	it('are found by their customer, chosen in any way', async () => {
		const customer = addCustomer(service());
		const { id } = addProject(service(), { customerId: customer.id });
		addProject(service());
		const link = byId(`https://app.example/customers/${customer.id}`);
		const ways = [link, byId(customer.id), byId(String(customer.humanId)), customer.id];
		for (const customerId of ways)
			expect(idsOf((await list('project', { filters: { customerId } })).json)).toEqual([id]);
		const unknown = await list('project', { filters: { customerId: byId('C-999') } });
		expect(unknown.error?.message).toContain('The filter "Customer": No customer has the ID');
	});

	const statuses = ['inProgress', 'completed', 'archived'];
	it.each<[unknown, string[]]>([
		[['archived'], ['archived']],
		[statuses, ['archived', 'completed', 'inProgress']],
		['archived', ['archived']],
		['={{ " archived , Completed " }}', ['archived', 'completed']],
		['={{ ["In Progress", ""] }}', ['inProgress']],
	])('are found by Status %j: %j', async (status, found) => {
		for (const one of statuses) addProject(service(), { status: one, humanId: one });
		for (const more of [{}, { returnAll: true }]) {
			expect(labels(await list('project', { filters: { status }, ...more }))).toEqual(found);
		}
		// One status is asked for; of several the node chooses.
		const isAsked = service().requests.some(({ path }) => path.includes('status='));
		expect(isAsked).toBe(found.length === 1);
	});

	it('are found by all filters at once', async () => {
		for (const status of ['archived', 'inProgress'])
			for (const name of ['Haus Koch', 'Haus Weber'])
				addProject(service(), { name, status, humanId: `${name} ${status}` });
		const given = { filters: { search: 'koch', status: ['archived', 'completed'] } };
		expect(labels(await list('project', given))).toEqual(['Haus Koch archived']);
	});

	it.each<[unknown, string[]]>([
		['any', ['lead', 'order']],
		['Only Projects', ['order']],
		['={{ true }}', ['lead']],
	])('are leads or orders: %j finds %j', async (isLead, found) => {
		addProject(service(), { isLead: true, humanId: 'lead' });
		addProject(service(), { isLead: false, humanId: 'order' });
		expect(labels(await list('project', { filters: { isLead } }))).toEqual(found);
	});

	const days = ['2026-03-30', '2026-03-31', '2026-04-01', null];
	it.each<[object, string[]]>([
		[{ installationDateFrom: '2026-03-31' }, ['2026-03-31', '2026-04-01']],
		[{ installationDateTo: '31.03.2026' }, ['2026-03-30', '2026-03-31']],
		// A moment is the day on which it falls in the time zone of the workflow.
		[{ installationDateFrom: '2026-03-31T22:30:00Z' }, ['2026-04-01']],
		[{ installationDateTo: '={{ $now.set({ year: 2020 }) }}' }, []],
	])('are found by the day of installation: %j finds %j', async (given, found) => {
		for (const day of days)
			addProject(service(), { installationDate: day, humanId: day ?? 'none' });
		for (const more of [{}, { returnAll: true }])
			expect(labels(await list('project', { filters: given, ...more }))).toEqual(found);
	});

	it('that match are the newest ones, and no more are read than needed', async () => {
		for (let number = 0; number < 110; number++) {
			const status = number % 2 === 0 ? 'completed' : 'inProgress';
			addProject(service(), { humanId: `N-${number}`, status });
		}
		const given = { filters: { status: ['completed', 'archived'] }, limit: 2 };
		const { json } = await list('project', given);
		expect(json.map(({ humanId }) => humanId)).toEqual(['N-108', 'N-106']);
		expect(service().requests).toHaveLength(1);
	});
});

describe('documents', () => {
	const PROJECT = '00000000-0000-4000-8000-00000000000a';
	const ROOM = '00000000-0000-4000-8000-00000000000b';
	const documents = numbered(3).map((document, number) => ({
		...document,
		projectId: [PROJECT, UNKNOWN_ID, null][number],
		roomId: number === 2 ? ROOM : null,
	}));
	const ofProject = { projectId: byId(PROJECT.toUpperCase()) };
	const ofRoom = { roomId: `https://app.example/rooms/${ROOM}` };

	it.each([
		[ofProject, [documents[0]]],
		[ofRoom, [documents[2]]],
		[{ ...ofProject, ...ofRoom }, []],
		[{}, documents],
	])('%j are filtered by the node again if the service ignores it', async (given, found) => {
		const { credentials, requests } = await start(({ query }) => {
			const items = query.get('page') === '1' ? documents : [];
			return { items, metadata: { total: String(documents.length) } };
		});
		for (const more of [{}, { returnAll: true }, { limit: 1 }]) {
			const parameters = { resource: 'document', operation: 'getAll', filters: given, ...more };
			const { json, error } = await run(parameters, { credentials });
			expect(error).toBeUndefined();
			expect(json).toEqual('limit' in more ? found.slice(0, 1) : found);
		}
		const names = requests.flatMap(({ query }) => [...query.keys()]);
		expect(names).toEqual(expect.arrayContaining(Object.keys(given)));
	});
});

describe('a filter that an AI agent fills in', () => {
	const search = '={{ $fromAI ("words", "What to look for", "string") }}';

	it('makes no other filter of the node less strict', async () => {
		const given = { filters: { search, status: '={{ $json.nothing }}' } };
		const { error } = await list('project', given, { words: '' });
		expect(error?.message).toContain('The filter "Status": it was added but is empty');
		expect(service().requests).toEqual([]);
	});

	it.each(['$fromAI', '$fromAi', '$fromai'])('is written %s: n8n takes each', async (name) => {
		const { id } = addProject(service());
		const given = { filters: { search: search.replace('$fromAI ', name) } };
		const { json, error } = await list('project', given, { words: '' });
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ id }]);
	});
});
