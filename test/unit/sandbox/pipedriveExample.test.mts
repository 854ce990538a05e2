import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { readExamples } from '../../../sandbox/n8n/demo.mts';
import type { ExampleWorkflow } from '../../../sandbox/n8n/demo.mts';

interface Connected {
	connections: Record<string, { main: Array<Array<{ node: string }>> }>;
}

const example = readExamples().find(({ id }) => id === 'EnergyToPipedrv1') as
	| (ExampleWorkflow & Connected)
	| undefined;
const nodes = example?.nodes ?? [];
const parametersOf = (step: string) => nodes.find(({ name }) => name === step)?.parameters;
const codeToCompare = String(parametersOf('Compare with the table')?.jsCode);
const EMPTY = [{}];

interface Lists {
	rows?: object[];
	customers?: object[];
	persons?: object[];
	organizations?: object[];
}

/** What the step "Compare with the table" of the example makes of four lists. */
function compare({ rows = [], customers = EMPTY, persons = EMPTY, organizations = EMPTY }: Lists) {
	const lists: Record<string, object[]> = {
		'Read the table': [{ customerId: '(turn)', personId: '', state: 'run 1' }, ...rows],
		'Read all customers': customers,
		'Read all persons': persons,
		'Read all organizations': organizations,
	};
	const $ = (node: string) => ({ all: () => lists[node].map((json) => ({ json })) });
	const code = `(() => {${codeToCompare}})()`;
	const items = runInNewContext(code, { $ }) as Array<{ json: Record<string, unknown> }>;
	return items.map(({ json }) => JSON.parse(JSON.stringify(json)) as Record<string, unknown>);
}

const ada = { id: 'a', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@mail.example' };
const bert = { id: 'b', firstName: 'Bert', lastName: 'Brecht', email: 'bert@mail.example' };
const content = JSON.stringify(['Ada', 'Lovelace', 'ada@mail.example', '', '']);
const row = { customerId: 'a', personId: '4', state: 'in step', content };
const addresses = (value: string) => [{ value, primary: true, label: 'work' }];
const person = {
	id: 4,
	name: 'Ada Lovelace',
	org_id: null,
	emails: addresses('ada@mail.example'),
	phones: [],
};

describe('the comparison of customers with Pipedrive', () => {
	it('has nothing to do for a customer that did not change', () => {
		expect(compare({ rows: [row], customers: [ada], persons: [person] })).toEqual([]);
	});

	it('deletes the person of a customer only if it was reported as deleted, and is gone', () => {
		const reported = { ...row, state: 'deleted here' };
		expect(compare({ rows: [row], persons: [person] })).toEqual([]);
		expect(compare({ rows: [reported], customers: [ada], persons: [person] })).toEqual([
			{ what: 'note', customerId: 'a', personId: '4', content, state: 'in step' },
		]);
		const deletion = { what: 'delete', customerId: 'a', personId: '4' };
		expect(compare({ rows: [reported], persons: [person] })).toEqual([deletion]);
		const again = { ...row, state: 'deleted here; refused: Forbidden' };
		expect(compare({ rows: [again], persons: [person] })).toEqual([deletion]);
	});

	it('says so if what was refused was changed back', () => {
		const refused = { ...row, state: 'refused: Bad request' };
		const [note] = compare({ rows: [refused], customers: [ada], persons: [person] });
		expect(note).toMatchObject({ what: 'note', state: 'in step', content });
	});

	it('deletes nobody twice', () => {
		const reported = { ...row, state: 'deleted here' };
		const [note] = compare({ rows: [reported] });
		expect(note).toMatchObject({ what: 'note', state: 'deleted on both sides', personId: '4' });
		expect(compare({ rows: [{ ...row, ...note }], persons: [person] })).toEqual([]);
	});

	it('does nothing at all if one of the lists is not whole', () => {
		const changed = { ...ada, lastName: 'King' };
		const problems = [
			{ customers: [changed, { error: 'Too many requests' }], persons: [person] },
			{ customers: [changed], persons: [person, { error: 'Too many requests' }] },
			{ customers: [changed], persons: [person], organizations: [{ error: 'Forbidden' }] },
			// What n8n hands on if a step fails before it begins: the items of the step before.
			{ customers: [changed], persons: [changed] },
			{ customers: [row], persons: [person] },
		];
		for (const lists of problems) {
			const items = compare({ rows: [{ ...row, state: 'deleted here' }], ...lists });
			expect(items.map(({ what }) => what)).toEqual(['stop']);
		}
	});

	it('links one person to one customer', () => {
		const both = { ...person, emails: [...person.emails, ...addresses('bert@mail.example')] };
		const [name, wait] = compare({ customers: [ada, bert], persons: [both] });
		expect(name).toMatchObject({ what: 'note', customerId: 'a', personId: '4', state: 'in step' });
		expect(wait).toMatchObject({
			customerId: 'b',
			state: 'waits: person 4 in Pipedrive belongs to another customer',
		});
	});

	it('gives nobody an email address that another person has', () => {
		const other = { ...person, id: 5, name: 'Somebody', emails: addresses('king@mail.example') };
		const changed = { ...ada, email: 'King@mail.example' };
		const [note] = compare({ rows: [row], customers: [changed], persons: [person, other] });
		expect(note).toMatchObject({
			state: 'waits: person 5 in Pipedrive has the same email address',
			content,
		});
	});

	it('links a customer to the person that its own was merged into', () => {
		const merged = { ...person, id: 9 };
		const changed = { ...ada, lastName: 'King' };
		const [request] = compare({ rows: [row], customers: [changed], persons: [merged] });
		expect(request).toMatchObject({ what: 'name', personId: '9', newName: 'Ada King' });
	});

	it('creates an organization once, before its first person, and takes an existing one', () => {
		const [first, second] = [ada, bert].map((one) => ({ ...one, companyName: 'Wärme GmbH' }));
		const kinds = compare({ customers: [first, second] }).map(({ what }) => what);
		expect(kinds).toEqual(['organization', 'create', 'create']);
		const organizations = [
			{ id: 12, name: 'wärme  GMBH' },
			{ id: 11, name: 'Wärme GmbH' },
		];
		const items = compare({ customers: [first], organizations });
		expect(items.map(({ what, organizationId }) => [what, organizationId])).toEqual([
			['create', 11],
		]);
	});

	it('sends what was refused last', () => {
		const refused = { customerId: 'a', personId: '', state: 'refused: Bad request', content: '' };
		const items = compare({ rows: [refused], customers: [ada, bert] });
		expect(items.map(({ customerId }) => customerId)).toEqual(['b', 'a']);
	});

	it('leaves the longer name of Pipedrive if one of the two names is empty here', () => {
		const short = { ...ada, firstName: '' };
		const items = compare({ customers: [short], persons: [person] });
		expect(items.map(({ what }) => what)).toEqual(['note']);
	});
});

describe('the steps around it', () => {
	it('start a run after a change of each field that is compared', () => {
		const [, lines = ''] =
			/const partsOf = \(customer\) => \[([^\]]+)\];/.exec(codeToCompare) ?? [];
		const compared = [...lines.matchAll(/customer\.\w+/g)].map(([field]) => field);
		expect(compared).toHaveLength(5);
		expect(parametersOf('A customer is new, changed or deleted')?.onlyIfChanged).toEqual(compared);
	});

	it('note each answer of Pipedrive about a person, and each rejection', () => {
		const requests = nodes.filter(
			({ type, parameters }) =>
				type.endsWith('.pipedrive') &&
				parameters.resource === 'person' &&
				parameters.operation !== 'getAll',
		);
		expect(requests).toHaveLength(6);
		for (const { name } of requests) {
			const next = example?.connections[name].main.map((output) => output.map(({ node }) => node));
			expect([name, next]).toEqual([name, [['Match the answers'], ['Note what was refused']]]);
		}
	});
});
