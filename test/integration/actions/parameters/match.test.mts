import { NodeHelpers } from 'n8n-workflow';
import type { INode, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { EnergyProjects } from '../../../../nodes/EnergyProjects/EnergyProjects.node.ts';
import { customerUpsert, projectUpsert } from '../../harness/samples/sampleWrites.mts';
import { useScenario } from '../../harness/scenario.mts';
import { addCustomer, addProject } from '../../harness/service/records.mts';
import { writes } from '../../harness/service/requests.mts';

const { service, run } = useScenario();

it.each([
	['composed', 'decomposed'],
	['decomposed', 'composed'],
])('finds a project whose name is stored %s and asked for %s', async (stored, asked) => {
	const forms = {
		composed: 'Wärmepumpe Müller'.normalize('NFC'),
		decomposed: 'Wärmepumpe Müller'.normalize('NFD'),
	};
	const of = (form: string) => (form === 'composed' ? forms.composed : forms.decomposed);
	const { id } = addProject(service(), { name: of(stored) });
	const upsert = { matchOn: 'name', matchValue: ` ${of(asked)} ` };
	const { json } = await run(projectUpsert({ ...upsert, name: of(asked) }));
	expect(json).toMatchObject([{ id, syncResult: 'unchanged' }]);
	expect(writes(service())).toEqual([]);
});

it('does not find one whose name has other letter case', async () => {
	addProject(service(), { name: 'Haus Weber' });
	const { json } = await run(projectUpsert({ matchOn: 'name', matchValue: 'haus weber' }));
	expect(json[0].syncResult).toBe('created');
});

it.each(['', null, ' '])(
	'finds a customer though its own column in the item is %j',
	async (email) => {
		const ada = addCustomer(service(), { email: 'ada@mail.example', phoneNumber: '1' });
		const { json, error } = await run(
			customerUpsert({
				dataMode: 'autoMapInputData',
				matchOn: 'email',
				matchValue: 'ada@mail.example',
				options: { emptyText: 'clear' },
			}),
			{ items: [{ email, phoneNumber: '' }] },
		);
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ id: ada.id, syncResult: 'updated', email: 'ada@mail.example' });
		expect(writes(service())).toEqual([{ method: 'PATCH', body: { phoneNumber: null } }]);
	},
);

it('refuses to clear what it is matched on', async () => {
	addCustomer(service(), { email: 'ada@mail.example' });
	const upsert = { matchOn: 'email', matchValue: 'ada@mail.example', fieldsToClear: ['email'] };
	const { error } = await run(customerUpsert(upsert));
	expect(error?.message).toContain('The email cannot be cleared');
	expect(service().requests).toEqual([]);
});

describe('Value to Match with Map Automatically', () => {
	const mapped = { dataMode: 'autoMapInputData' };
	const grace = { firstName: 'Grace', lastName: 'Hopper' };

	it.each<[string, object]>([
		['is not there', {}],
		['is empty', { matchValue: '' }],
		['holds blanks', { matchValue: '  ' }],
		['is an expression that yields nothing', { matchValue: '={{ $json.missing }}' }],
	])('%s: it is taken from the item', async (_, given) => {
		const { id } = addCustomer(service(), { email: 'grace@mail.example' });
		const { json, error } = await run(customerUpsert({ ...mapped, matchOn: 'email', ...given }), {
			items: [
				{ ...grace, email: ' Grace@mail.example ' },
				{ ...grace, email: 'ada@mail.example' },
			],
		});
		expect(error).toBeUndefined();
		expect(json).toMatchObject([
			{ id, syncResult: 'updated', email: 'grace@mail.example' },
			{ syncResult: 'created', email: 'ada@mail.example' },
		]);
	});

	it.each<[string, string, (record: { id: string; humanId?: unknown }) => unknown]>([
		['project', 'id', ({ id }) => id],
		['project', 'humanId', ({ humanId }) => humanId],
		['project', 'name', () => 'Haus Weber'],
		['customer', 'id', ({ id }) => id],
		['customer', 'humanId', ({ humanId }) => humanId],
	])('a %s by the item’s own %s', async (resource, matchOn, valueOf) => {
		const record = (resource === 'project' ? addProject : addCustomer)(service());
		const upsert = { resource, operation: 'upsert', ...mapped, matchOn };
		const items = [{ [matchOn]: valueOf(record), address: { city: 'Kiel' } }] as never;
		const { json } = await run(upsert, { items });
		expect(json).toMatchObject([{ id: record.id, city: 'Kiel', syncResult: 'updated' }]);
	});

	it('what was filled in counts more than the item', async () => {
		addCustomer(service(), { email: 'grace@mail.example' });
		const { id } = addCustomer(service(), { email: 'ada@mail.example' });
		const upsert = { ...mapped, matchOn: 'email', matchValue: 'ada@mail.example' };
		const items = [{ ...grace, email: 'grace@mail.example' }];
		const { json } = await run(customerUpsert(upsert), { items });
		expect(json).toMatchObject([{ id, email: 'ada@mail.example' }]);
	});

	it.each([{}, { email: '' }, { email: null }])(
		'empty in both (%j): an error that says what to do, before any request',
		async (own) => {
			const { error } = await run(customerUpsert({ ...mapped, matchOn: 'email' }), {
				items: [{ ...grace, ...own }],
			});
			expect(error?.message).toContain('The value to match is empty');
			expect(error?.description).toContain('Add a field "email"');
			expect(error?.context).toMatchObject({ itemIndex: 0 });
			expect(service().requests).toEqual([]);
		},
	);

	it('without Map Automatically the item is not looked at', async () => {
		const { error } = await run(customerUpsert({ matchOn: 'email', matchValue: '={{ "" }}' }), {
			items: [{ email: 'ada@mail.example' }],
		});
		expect(error?.message).toContain('The value to match is empty');
		expect(error?.description).toContain('Fill in "Value to Match"');
		expect(service().requests).toEqual([]);
	});

	const { description } = new EnergyProjects();
	const upsertOf = (resource: string, parameters: object): INode => ({
		...{ id: '1', name: 'Node', type: 'energyProjects', typeVersion: 1, position: [0, 0] },
		parameters: { resource, operation: 'upsert', ...parameters } as INodeParameters,
	});

	it.each([
		['project', 'id'],
		['project', 'humanId'],
		['project', 'name'],
		['customer', 'id'],
		['customer', 'humanId'],
		['customer', 'email'],
	])(
		'is one parameter in the editor (%s by %s), required only where fields are filled in',
		(resource, matchOn) => {
			for (const [dataMode, issues] of [
				['defineBelow', ['matchValue']],
				['autoMapInputData', []],
			] as const) {
				const node = upsertOf(resource, { matchOn, dataMode });
				const { properties } = description;
				const all =
					NodeHelpers.getNodeParameters(
						properties,
						node.parameters,
						true,
						false,
						node,
						description,
					) ?? {};
				const shown = properties.filter(
					(property) =>
						property.name === 'matchValue' &&
						NodeHelpers.displayParameter(all, property, node, description),
				);
				expect(shown).toHaveLength(1);
				const found = NodeHelpers.getNodeParametersIssues(
					properties,
					{ ...node, parameters: all },
					description,
				);
				expect(Object.keys(found?.parameters ?? {})).toEqual(issues);
			}
		},
	);
});

describe('Match On: Human ID', () => {
	const upsert = (matchValue: string, more: object = {}) =>
		projectUpsert({ matchOn: 'humanId', matchValue, ...more });
	const isLead = { additionalFields: { isLead: true } };

	it('finds a project in any letter case, and leaves its human ID as it is', async () => {
		const { id } = addProject(service(), { humanId: 'P-010', isLead: false });
		const { json } = await run(upsert('p-010', isLead));
		expect(json).toMatchObject([{ id, humanId: 'P-010', isLead: true, syncResult: 'updated' }]);
		expect(writes(service())).toEqual([{ method: 'PATCH', body: { isLead: true } }]);
	});

	it('creates one project for items that differ in letter case only', async () => {
		const items = [{ humanId: 'p-010' }, { humanId: 'P-010' }];
		const { json } = await run(upsert('={{ $json.humanId }}', { name: 'Haus Weber' }), { items });
		expect(json).toMatchObject([
			{ humanId: 'p-010', syncResult: 'created' },
			{ id: json[0].id, syncResult: 'unchanged' },
		]);
	});

	it('of several that differ in letter case only, takes the one in exact letter case, each time', async () => {
		const upper = addProject(service(), { humanId: 'P-A' });
		const lower = addProject(service(), { humanId: 'p-a' });
		const items = ['P-A', 'p-a', 'P-A', 'p-a'].map((humanId, number) => ({ humanId, number }));
		const given = { additionalFields: { projectValue: '={{ $json.number }}' } };
		const { json, error } = await run(upsert('={{ $json.humanId }}', given), { items });
		expect(error).toBeUndefined();
		expect(json.map(({ id }) => id)).toEqual([upper.id, lower.id, upper.id, lower.id]);
		expect(json.map(({ syncResult }) => syncResult)).toEqual(items.map(() => 'updated'));
	});

	it('is an error that names them if none has exactly that letter case', async () => {
		const upper = addProject(service(), { humanId: 'P-A', name: 'One' });
		const lower = addProject(service(), { humanId: 'p-a', name: 'Two' });
		const { error } = await run(upsert('P-a', isLead));
		expect(error?.message).toBe(
			`2 projects have the humanId "P-a" in different upper and lower case: P-A One (${upper.id}); p-a Two (${lower.id})`,
		);
		expect(error?.description).toContain('Match with exactly the same upper and lower case');
		expect(writes(service())).toEqual([]);
	});
});
