import { describe, expect, it } from 'vitest';
import { byId } from '../../../shared.mts';
import { searchList } from '../../harness/n8n/engine.mts';
import { useScenario } from '../../harness/scenario.mts';
import { addCustomer, addProject, idsOf } from '../../harness/service/records.mts';
import { apiKeyCredential } from '../../harness/service/service.mts';

const { service, run } = useScenario();
const ID = '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34';

const list = async (resource: string, more: object, item: object = {}) =>
	await run({ resource, operation: 'getAll', ...more }, { items: [item as never] });

const filters: ReadonlyArray<[string, string, string]> = [
	['customer', 'city', 'City'],
	['customer', 'createdAfter', 'Created After'],
	['customer', 'email', 'Email'],
	['customer', 'isCompany', 'Is Company'],
	['customer', 'postalCode', 'Postal Code'],
	['customer', 'search', 'Search'],
	['customer', 'updatedAfter', 'Updated After'],
	['project', 'city', 'City'],
	['project', 'createdAfter', 'Created After'],
	['project', 'customerId', 'Customer'],
	['project', 'installationDateFrom', 'Installation Date From'],
	['project', 'installationDateTo', 'Installation Date To'],
	['project', 'isLead', 'Leads or Projects'],
	['project', 'postalCode', 'Postal Code'],
	['project', 'status', 'Status'],
	['project', 'technicalFeasibilityAssesment', 'Technical Feasibility Assessment'],
	['project', 'updatedAfter', 'Updated After'],
	['document', 'projectId', 'Project'],
	['document', 'roomId', 'Room'],
	['document', 'mime', 'MIME Type'],
];

describe.each(filters)('%s filter %s', (resource, name, label) => {
	const isLocator = name.endsWith('Id');
	const empty: ReadonlyArray<[string, unknown]> = [
		['an expression that yields nothing', '={{ $json.nothing }}'],
		['an expression that yields null', '={{ null }}'],
		['an empty text', ''],
		['blanks', '={{ "  " }}'],
		['an expression that yields an empty list', '={{ [] }}'],
		['an expression that yields a list of empty texts', '={{ ["", " "] }}'],
		['an expression that yields no number', '={{ Number("x") }}'],
	];
	const emptyLocators: ReadonlyArray<[string, unknown]> = [
		['a locator in which nothing was chosen', { __rl: true, mode: 'list', value: '' }],
		['a locator whose expression yields nothing', byId('={{ $json.nothing }}')],
		['a locator of blanks', byId('={{ "  " }}')],
	];
	const cases = isLocator ? [...empty, ...emptyLocators] : empty;

	it.each(cases)('with %s is an error that names it, before any request', async (_, value) => {
		const { error } = await list(resource, { filters: { [name]: value } });
		expect(error?.message).toContain(`The filter "${label}" was added but is empty`);
		expect(error?.description).toContain('set the option "Empty Filter" to "Ignore"');
		expect(service().requests).toEqual([]);
	});

	it.each(cases)('with %s filters nothing where Empty Filter is Ignore', async (_, value) => {
		const add = resource === 'project' ? addProject : addCustomer;
		add(service());
		const options = { emptyFilter: 'ignore' };
		const { json, error } = await list(resource, { filters: { [name]: value }, options });
		expect(error).toBeUndefined();
		if (resource !== 'document') expect(json).toHaveLength(1);
		expect(service().requests.some(({ path }) => path.includes(name))).toBe(false);
	});

	const takesSeveral = ['status', 'technicalFeasibilityAssesment'].includes(name);
	it.each([
		['fail', '={{ ({ a: 1 }) }}', '{"a":1}'],
		['ignore', '={{ ["a", "b"] }}', takesSeveral ? 'a' : '["a","b"]'],
	])('with a value of a wrong form is an error (%s)', async (emptyFilter, value, shown) => {
		const given = { filters: { [name]: value }, options: { emptyFilter } };
		const { error } = await list(resource, given);
		expect(error?.message).toContain(`The filter "${label}": "${shown}" is`);
		expect(service().requests).toEqual([]);
	});
});

describe.each(
	filters.filter(([, name]) => !['city', 'email', 'mime', 'postalCode', 'search'].includes(name)),
)('%s filter %s', (resource, name, label) => {
	it('with a text that cannot be its value is an error that shows little of it', async () => {
		for (const value of ['perhaps', 'x'.repeat(100_000)]) {
			const { error } = await list(resource, { filters: { [name]: value } });
			expect(error?.message).toContain(`The filter "${label}": "${value.slice(0, 5)}`);
			expect(error?.message.length).toBeLessThan(200);
		}
		expect(service().requests).toEqual([]);
	});
});

describe('filters', () => {
	it('that are switched off filter all the same', async () => {
		addProject(service(), { isLead: true });
		const order = addProject(service(), { isLead: false });
		const company = addCustomer(service(), { isCompany: true });
		const person = addCustomer(service(), { isCompany: false });
		for (const off of [false, 'false', 0]) {
			const value = '={{ $json.off }}';
			const projects = await list('project', { filters: { isLead: value } }, { off });
			expect(idsOf(projects.json)).toEqual([order.id]);
			const customers = await list('customer', { filters: { isCompany: value } }, { off });
			expect(idsOf(customers.json)).toEqual([person.id]);
		}
		const { json } = await list('customer', { filters: { isCompany: 'true' } });
		expect(idsOf(json)).toEqual([company.id]);
	});

	it('take a link for a record, and a text in place of a locator', async () => {
		const customer = addCustomer(service());
		const { id } = addProject(service(), { customerId: customer.id });
		addProject(service());
		const link = { __rl: true, mode: 'url', value: `https://app.example/customers/${customer.id}` };
		for (const customerId of [link, byId(customer.id), customer.id]) {
			const { json } = await list('project', { filters: { customerId } });
			expect(idsOf(json)).toEqual([id]);
		}
		const { error } = await list('project', { filters: { customerId: { ...link, value: 'x' } } });
		expect(error?.message).toContain(
			'The filter "Customer": "By URL" is selected, but the link "x" contains no ID',
		);
	});

	it('by a record say how to choose one, for those that have no list too', async () => {
		const project = await list('project', { filters: { customerId: byId('C-7') } });
		expect(project.error?.message).toContain(
			'The filter "Customer": "By ID" is selected, but "C-7" is not an ID such as',
		);
		expect(project.error?.description).toContain('select "Number"');
		const room = await list('document', { filters: { roomId: byId('R-7') } });
		expect(room.error?.message).toContain(
			'The filter "Room": "By ID" is selected, but "R-7" is not an ID such as',
		);
		expect(room.error?.description).not.toContain('Human ID');
		expect(service().requests).toEqual([]);
	});

	it('search for a number, such as one that a table made of a human ID', async () => {
		const { id } = addCustomer(service(), { humanId: '4711' });
		addCustomer(service(), { humanId: '4712' });
		const { json } = await list('customer', { filters: { search: '={{ 4711 }}' } });
		expect(idsOf(json)).toEqual([id]);
	});

	it('name the item whose filter is empty, and let the others go on', async () => {
		const { id } = addCustomer(service(), { email: 'ada@mail.example' });
		const { items } = await run(
			{ resource: 'customer', operation: 'getAll', filters: { email: '={{ $json.email }}' } },
			{
				items: [{}, { email: 'ada@mail.example' }],
				onError: 'continueRegularOutput',
			},
		);
		expect(items[0].json.error).toContain('The filter "Email" was added but is empty');
		expect(items[1]).toMatchObject({ json: { id }, pairedItem: { item: 1 } });
		expect(items).toHaveLength(2);
	});

	it.each([
		'={{ "toString" }}',
		'={{ $json.constructor }}',
		'={{ null }}',
		'={{ ({ status: "archived" }) }}',
	])('as a whole cannot be an expression (%s)', async (whole) => {
		addProject(service());
		for (const emptyFilter of ['fail', 'ignore']) {
			const options = { emptyFilter };
			const { error } = await list('project', { filters: whole, options });
			expect(error?.message).toContain('The whole value of "Filters" is an expression');
			expect(error?.description).toContain('Add the filters one by one');
		}
		expect(service().requests).toEqual([]);
	});

	it('of documents are an ID in whatever case', async () => {
		const { error } = await list('document', { filters: { projectId: byId(ID.toUpperCase()) } });
		expect(error).toBeUndefined();
	});
});

describe('a filter that an AI agent fills in', () => {
	const fromModel = (key: string) => `={{ $fromAI("${key}", "What to look for", "string") }}`;
	// What n8n's editor writes if a person lets the model define a parameter.
	const byEditor = (key: string) =>
		`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, 'string') }}`;
	const filters = {
		search: fromModel('words'),
		status: byEditor('status'),
		customerId: byId(fromModel('customer')),
		updatedAfter: fromModel('since'),
	};
	const nothing = { words: '', status: '', customer: '', since: '' };

	it('filters nothing if the agent leaves it empty', async () => {
		const project = addProject(service());
		const { json, error } = await list('project', { filters }, nothing);
		expect(error).toBeUndefined();
		expect(idsOf(json)).toEqual([project.id]);
	});

	it('filters by what the agent sends', async () => {
		const { id } = addProject(service(), { name: 'Haus Koch' });
		addProject(service(), { name: 'Haus Weber' });
		const { json } = await list('project', { filters }, { ...nothing, words: 'koch' });
		expect(idsOf(json)).toEqual([id]);
		const unknown = await list('project', { filters }, { ...nothing, status: 'running' });
		expect(unknown.error?.message).toContain('The filter "Status": "running" is not');
	});

	it('is an error if it is empty and a person chose Fail', async () => {
		const options = { emptyFilter: 'fail' };
		const { error } = await list('project', { filters, options }, nothing);
		expect(error?.message).toContain('was added but is empty');
		expect(service().requests).toEqual([]);
	});

	it('makes no other filter of the node less strict', async () => {
		const given = { filters: { search: fromModel('words'), status: '={{ $json.nothing }}' } };
		const { error } = await list('project', given, nothing);
		expect(error?.message).toContain('The filter "Status" was added but is empty');
		expect(service().requests).toEqual([]);
	});
});

describe('Return All and Limit', () => {
	it.each([1e10, ' 1000 '])('Limit %j is a limit', async (limit) => {
		addProject(service());
		expect((await list('project', { limit: '={{ $json.limit }}' }, { limit })).json).toHaveLength(
			1,
		);
	});

	it.each([true, [5], '1,000', 1.5, Infinity])('Limit %j is an error', async (limit) => {
		const { error } = await list('project', { limit: '={{ $json.limit }}' }, { limit });
		expect(error?.message).toContain('is not a whole number of at least 1');
	});

	it.each<[unknown, number]>([
		[true, 60],
		['true', 60],
		[' TRUE ', 60],
		[1, 60],
		[false, 7],
		['false', 7],
		[0, 7],
	])('Return All %j brings %i of 60 where Limit is 7', async (value, found) => {
		for (let number = 0; number < 60; number++) addProject(service());
		const asExpression = { returnAll: '={{ $json.value }}', limit: 7 };
		expect((await list('project', asExpression, { value })).json).toHaveLength(found);
		expect((await list('project', { returnAll: value, limit: 7 })).json).toHaveLength(found);
	});

	it.each([['perhaps'], [''], [null], [2], [['true']], [{ all: true }]])(
		'Return All %j is an error before any request',
		async (value) => {
			for (const resource of ['project', 'customer', 'document']) {
				const { error } = await list(resource, { returnAll: '={{ $json.value }}' }, { value });
				expect(error?.message).toContain('Return All: ');
				expect(error?.message).toMatch(/neither (true nor false|on nor off)/);
			}
			expect(service().requests).toEqual([]);
		},
	);
});

describe('a name with an umlaut, as one character or as a letter and two dots', () => {
	const forms = ['NFC', 'NFD'] as const;
	const pairs = forms.flatMap((stored) => forms.map((typed) => [stored, typed] as const));

	it.each(pairs)('stored as %s is found by %s', async (stored, typed) => {
		const { id } = addCustomer(service(), { lastName: 'Müller'.normalize(stored) });
		addCustomer(service(), { lastName: 'Muller' });
		const search = 'MÜLLER'.normalize(typed);
		expect(idsOf((await list('customer', { filters: { search } })).json)).toEqual([id]);
		const project = addProject(service(), { name: 'Wärmepumpe Müller'.normalize(stored) });
		addProject(service(), { name: 'Warmepumpe Muller' });
		const editor = {
			parameters: { authentication: 'apiKey' },
			credentials: apiKeyCredential(service()),
		};
		const customers = await searchList(editor, 'searchCustomers', search);
		expect(customers.results.map(({ value }) => value)).toEqual([id]);
		const projects = await searchList(editor, 'searchProjects', `wärme müller`.normalize(typed));
		expect(projects.results.map(({ value }) => value)).toEqual([project.id]);
	});
});

it('200 look-ups of customers by email read the list once', async () => {
	const emails = Array.from({ length: 200 }, (_, number) => `person${number}@example.com`);
	const customers = emails.map((email) => addCustomer(service(), { email }));
	const { json } = await run(
		{ resource: 'customer', operation: 'getAll', filters: { email: '={{ $json.email }}' } },
		{ items: emails.map((email) => ({ email })) },
	);
	expect(idsOf(json)).toEqual(idsOf(customers));
	expect(service().requests).toHaveLength(1);
});
