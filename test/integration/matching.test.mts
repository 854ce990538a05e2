import { expect, it } from 'vitest';
import { addCustomer, addProject, useScenario, writes } from './harness/scenario.mts';

const { service, run } = useScenario();
const customerUpsert = (parameters: object) => ({
	resource: 'customer',
	operation: 'upsert',
	...parameters,
});
const projectUpsert = (parameters: object) => ({ operation: 'upsert', ...parameters });

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
