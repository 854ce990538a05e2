// Judges `check` of writing/write.ts, with what each operation plans.
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { subjects } from '../../../sandbox/service/records.mts';
import { byId, recordsOf, UNKNOWN_ID } from '../../shared.mts';
import { create, mapped, update, upsert, wholeAddress } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { addCustomer, addProject, writes } from '../harness/service/service.mts';
import { says } from '../../documents.mts';

const { service, run } = useScenario();
const onError = 'continueRegularOutput' as const;
const address = wholeAddress.value;

describe('what Check Only says', () => {
	const check = async (parameters: object, items: IDataObject[] = [{}], options: object = {}) => {
		const more = { options: { ...options, checkOnly: true } };
		const { json } = await run({ ...parameters, ...more }, { items, onError });
		expect(writes(service())).toEqual([]);
		return json;
	};
	const checkOnly = true;
	const company = () => ({ companyId: service().company.id });

	it('of a create: every field that would be sent', async () => {
		const city = 'Kiel';
		const item = { name: ' Haus Koch ', projectValue: '28.450,00', city, isLead: 'ja' };
		const items = [item, { city }, { city, name: ['Haus'] as never }];
		const [json, failed, wrong] = await check({ operation: 'create', ...mapped }, items);
		expect(json).toEqual({
			...{ ...company(), name: 'Haus Koch', source: 'api', projectValue: 28450, isLead: true },
			...{ address: { city }, syncResult: 'created', checkOnly },
		});
		expect(failed.error).toContain('Name (name) is empty, but a new project must have it');
		expect(wrong.error).toContain('Name (name): "["Haus"]" is not a text');
	});

	it('of create or update: what an earlier item would write counts', async () => {
		const ada = { firstName: 'Ada', lastName: 'Weber' };
		const { id, humanId } = addCustomer(service(), { ...ada, phoneNumber: '1' });
		const found = { id, humanId, ...ada };
		const byName = { resource: 'customer', operation: 'upsert', matchOn: 'name', ...mapped };
		const known = { firstName: 'ADA', lastName: 'weber', phoneNumber: '2' };
		const max = { firstName: 'Max', lastName: 'Weber', companyName: 'A' };
		const items = [known, known, { ...known, phoneNumber: '3', ifFound: 'leave' }, max, max];
		const more = { ...max, email: ' max@mail.example' };
		const options = { ifFound: '={{ $json.ifFound ?? "update" }}' };
		expect(await check(byName, [...items, more], options)).toStrictEqual([
			{ ...found, phoneNumber: '2', syncResult: 'updated', checkOnly },
			{ ...found, syncResult: 'unchanged', checkOnly },
			{ ...found, syncResult: 'unchanged', checkOnly },
			{ ...company(), ...max, address: null, syncResult: 'created', checkOnly },
			{ firstName: 'Max', lastName: 'Weber', syncResult: 'unchanged', checkOnly },
			{
				...{ firstName: 'Max', lastName: 'Weber', email: 'max@mail.example' },
				...{ syncResult: 'updated', checkOnly },
			},
		]);
	});

	it('at the end of a run: that nothing was written', async () => {
		says('docs/action-node.md', 'everything is read and checked, and nothing is written');
		const { hints } = await run(create('project', { options: { checkOnly } }), { items: [{}, {}] });
		expect(hints).toMatchObject([{ message: expect.stringContaining('nothing was written') }]);
	});
});

// The same items are checked, and then carried out, each about a record of its own.

const RECORDS = 42;
const upTo = (count: number) => Array.from({ length: count }, (_, number) => number);
const clear = { emptyValues: 'clear' };
const remove = { otherCircuits: 'remove' };

/** What an item asks for, beside what it is matched by. */
const wish = (value: object, number: number): IDataObject => {
	const wishes: readonly object[] = [
		{ phoneNumber: `${number}`, projectValue: `${number},5` },
		{ phoneNumber: '', projectValue: '' },
		{ phoneNumber: '', projectValue: ' ', isLead: null, addressLine2: '', ...clear },
		{ ifFound: 'leave', phoneNumber: 'never', projectValue: '-1' },
		{ city: 'Plön', longitude: '10,5' },
		{ address: { addressLine2: `Top ${number}`, city: '' } },
		{ countryCode: 'Germany', projectValue: '24.500', isCompany: 'maybe' },
		{ customerId: number % 2 === 0 ? 'c-1' : 'C-999' },
		{ heatingCircuits: [{ name: 'EG', flowTemperature: `${30 + number}` }] },
		{ heatingCircuits: [{ name: 'eg', returnTemperature: '28' }, { name: 'OG' }] },
		{ heatingCircuits: [{ name: 'OG' }], ...remove },
		{ heatingCircuits: [{ name: 'OG' }, { name: 'og' }] },
		{ heatingCircuits: [], ...clear, ...remove },
		{ isMonumentProtected: 'nein', isLead: 'falsch' },
	];
	return { ...value, ...wishes[number % wishes.length] };
};

/** An item for each record that is there, some for records that are not, and some that are odd. */
const itemsFor = (known: (at: number) => object, other: (at: number) => object, odd: object[]) => [
	...upTo(RECORDS).map((at) => wish(known(at), at)),
	...upTo(14).map((at) => wish(other(at), at)),
	...odd.map((value) => ({ projectValue: 1, phoneNumber: '1', ...value })),
];

const samples: Record<string, [parameters: object, items: IDataObject[]]> = {
	'projects by their Human ID': [
		{ operation: 'upsert', matchOn: 'humanId' },
		itemsFor(
			(at) => ({ humanId: `p-${at}` }),
			(at) => ({ humanId: `N-${at}`, name: `Neu ${at}` }),
			['A-1', 'TWICE', ''].map((humanId) => ({ humanId })),
		),
	],
	'customers by their name': [
		{ resource: 'customer', operation: 'upsert', matchOn: 'name' },
		itemsFor(
			(at) => ({ firstName: 'ADA', lastName: `weiß ${at}` }),
			(at) => ({ firstName: 'Neu', lastName: `Neu ${at}`, companyName: 'A' }),
			['Two', ''].map((firstName) => ({ firstName, lastName: 'Two' })),
		),
	],
	'updates of projects': [
		{
			...{ operation: 'update', projectId: byId('={{ $json.record }}') },
			fieldsToClear: '={{ $json.clear ?? [] }}',
		},
		itemsFor(
			(at) => ({ record: `p-${at}`, skipUnchanged: at % 28 < 14 }),
			(at) => ({ record: at % 2 === 0 ? UNKNOWN_ID : 'P-999' }),
			[{ record: 'TWICE' }],
		),
	],
	'new customers': [
		{ resource: 'customer', operation: 'create' },
		upTo(28).map((at) => wish({ firstName: 'Ada', lastName: at % 3 ? `${at}` : '' }, at)),
	],
};

/** Options that differ from item to item. */
const options = {
	emptyValues: '={{ $json.emptyValues ?? "leave" }}',
	ifFound: '={{ $json.ifFound ?? "update" }}',
	skipUnchanged: '={{ $json.skipUnchanged ?? false }}',
	otherCircuits: '={{ $json.otherCircuits ?? "keep" }}',
};

/** Projects and customers of whom some have an address or circuits, and two of each that are told apart by nothing. */
function addKnown() {
	for (const at of upTo(RECORDS)) {
		const where = { address: at % 3 === 0 ? null : address };
		const heatingCircuits = at % 2 === 0 ? [{ id: `c${at}`, name: 'EG' }] : [];
		addProject(service(), { humanId: `P-${at}`, ...where, heatingCircuits });
		addCustomer(service(), { lastName: `Weiss ${at}`, humanId: `C-${at}`, ...where });
	}
	for (const humanId of ['TWICE', 'TWICE']) {
		addProject(service(), { humanId });
		addCustomer(service(), { firstName: 'Two', lastName: 'Two' });
	}
}

/** A body without what tells people which record it is: Check Only shows that whether it is sent or not. */
const textOf = ({ humanId, name, firstName, lastName, ...body }: IDataObject): string =>
	JSON.stringify(Object.entries(body));

it.each(Object.entries(samples))('what was checked is done: %s', async (_, [chosen, items]) => {
	addKnown();
	const stored = () => subjects.flatMap((subject) => recordsOf(service(), subject));
	const before = stored();
	const runWith = async (checkOnly: boolean) => {
		const parameters = { ...chosen, ...mapped, options: { ...options, checkOnly } };
		return (await run(parameters, { items, onError })).json;
	};
	const said = await runWith(true);
	expect(writes(service())).toEqual([]);
	expect(stored()).toEqual(before);
	const done = await runWith(false);

	// An update and a create do not say what became of them, since there is nothing else that they could do.
	const otherwise = 'record' in items[0] ? 'updated' : 'created';
	const became = ({ error, syncResult = otherwise }: IDataObject) => String(error ?? syncResult);
	const outcomes = items.map((item, at) => [item, became(said[at]), became(done[at])]);
	expect(outcomes.filter(([, one, other]) => one !== other)).toEqual([]);
	const announced = said
		.filter(({ syncResult }) => syncResult === 'created' || syncResult === 'updated')
		.map(({ id, syncResult, checkOnly, ...body }) => textOf(body));
	const sent = service()
		.requests.filter(({ method, status }) => method !== 'GET' && status < 300)
		.map(({ body }) => textOf(body as IDataObject));
	expect(sent.sort()).toEqual(announced.sort());
});

/** Rows about few people, of whom some exist: the later rows depend on what the earlier ones write. */
const sharedRows: fc.Arbitrary<IDataObject[]> = fc.array(
	fc.record(
		{
			email: fc.constantFrom('a@mail.example', 'c@mail.example'),
			firstName: fc.constant('Ada'),
			lastName: fc.constant('Weber'),
			phoneNumber: fc.constantFrom('1', '2'),
			city: fc.constantFrom('Wien', 'Leipzig'),
			addressLine1: fc.constantFrom('Weg 1', 'Weg 2'),
		},
		{ requiredKeys: ['email', 'firstName', 'lastName'] },
	),
	{ minLength: 2, maxLength: 6 },
);

/** A row puts back what the first one changes, perhaps after one that changes nothing. */
const back = [[], ['Leipzig']].map((between) =>
	['Leipzig', ...between, 'Wien'].map((city) => ({
		...{ email: 'a@mail.example', firstName: 'Ada', lastName: 'Weber', city },
	})),
);

it('what was checked is what is done, with rows about the same records', async () => {
	const upsertMapped = { resource: 'customer', operation: 'upsert', ...mapped };
	const results = async (items: IDataObject[], checkOnly: boolean) =>
		(await run({ ...upsertMapped, options: { checkOnly } }, { items })).json.map(
			(one) => one.syncResult,
		);
	await fc.assert(
		fc.asyncProperty(sharedRows, async (items) => {
			service().store.clear();
			addCustomer(service(), { email: 'a@mail.example', address: { city: 'Wien' } });
			const said = await results(items, true);
			expect(said).toHaveLength(items.length);
			expect(await results(items, false)).toEqual(said);
		}),
		{ numRuns: 60, examples: back.map((rows): [IDataObject[]] => [rows]) },
	);
});

it('Check Only by an expression that finds nothing is refused: nothing is changed', async () => {
	const { id } = addProject(service());
	const options = { checkOnly: '={{ $json.nothing }}' };
	const remove = { resource: 'project', operation: 'delete', projectId: byId(id) };
	const parameters = [create('project'), update('project', id), upsert('project'), remove];
	for (const one of parameters) {
		const { error } = await run({ ...one, options });
		expect(error?.message, one.operation).toContain('Check Only is empty');
	}
	expect(writes(service())).toEqual([]);
});
