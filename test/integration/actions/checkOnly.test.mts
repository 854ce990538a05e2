import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { byId, recordsOf, UNKNOWN_ID } from '../../shared.mts';
import { mapped } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';
import { addCustomer, addProject, writes } from '../harness/service/service.mts';

const { service, run } = useScenario();
const CONTINUE = 'continueRegularOutput' as const;
const address = {
	...{ addressLine1: 'Weg 1', addressLine2: 'Hinterhaus', postalCode: '24103', city: 'Kiel' },
	...{ country: 'Germany', countryCode: 'DE', latitude: 54.32, longitude: 10.13 },
};

describe('what Check Only says', () => {
	const check = async (parameters: object, items: IDataObject[] = [{}], options: object = {}) => {
		const more = { options: { ...options, checkOnly: true } };
		const { json } = await run({ ...parameters, ...more }, { items, onError: CONTINUE });
		expect(writes(service())).toEqual([]);
		return json;
	};
	const checkOnly = true;
	const company = () => ({ companyId: service().company.id });

	it('of a create: every field that would be sent', async () => {
		const item = { name: ' Haus Koch ', projectValue: '28.450,00', city: 'Kiel', isLead: 'ja' };
		const [json, failed] = await check({ operation: 'create', ...mapped }, [
			item,
			{ city: 'Kiel' },
		]);
		expect(json).toEqual({
			...{ ...company(), name: 'Haus Koch', source: 'api', projectValue: 28450, isLead: true },
			...{ address: { city: 'Kiel' }, syncResult: 'created', checkOnly },
		});
		expect(failed.error).toContain('Name (name) is empty, but a new project must have it');
	});

	it.each([
		[false, [{ projectValue: 5, isLead: false }, { projectValue: 6 }, { projectValue: 6 }]],
		[true, [{ projectValue: 5 }, { projectValue: 6 }, undefined]],
	])('of an update with Skip Unchanged %s: what would be sent, or nothing', async (skips, sent) => {
		const { id, humanId, name } = addProject(service(), { projectValue: 4 });
		const items = [
			{ id, projectValue: '5', isLead: false },
			...[
				{ id: humanId, projectValue: '6' },
				{ id, projectValue: '6,0' },
			],
			...[{ id: UNKNOWN_ID, projectValue: 1 }, { id }],
		] as IDataObject[];
		const update = { operation: 'update', projectId: byId('={{ $json.id }}'), ...mapped };
		const [one, two, three, ...failed] = await check(update, items, { skipUnchanged: skips });
		expect([one, two, three]).toEqual(
			sent.map((fields) => ({
				...{ id, humanId, name, ...fields, checkOnly },
				syncResult: fields === undefined ? 'unchanged' : 'updated',
			})),
		);
		expect(failed[0].error).toContain('(404)');
		expect(failed[1].error).toContain('There is nothing to update');
	});

	it('of create or update: what an earlier item would write counts', async () => {
		const ada = { firstName: 'Ada', lastName: 'Weber' };
		const { id, humanId } = addCustomer(service(), { ...ada, phoneNumber: '1' });
		const found = { id, humanId, ...ada };
		const upsert = { resource: 'customer', operation: 'upsert', matchOn: 'name', ...mapped };
		const known = { firstName: 'ADA', lastName: 'weber', phoneNumber: '2' };
		const max = { firstName: 'Max', lastName: 'Weber', companyName: 'A' };
		const items = [known, known, { ...known, phoneNumber: '3', ifFound: 'leave' }, max, max];
		const more = { ...max, email: ' max@mail.example' };
		const options = { ifFound: '={{ $json.ifFound ?? "update" }}' };
		expect(await check(upsert, [...items, more], options)).toEqual([
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

	it('of two deletes by one ID, once in capitals: the second fails', async () => {
		const record = addProject(service());
		const [capitals, id] = [record.id.toUpperCase(), record.id];
		// This service tells capitals apart in an ID. Another may not.
		service().faults.add({ path: new RegExp(capitals), status: 200, body: record });
		const deletion = { operation: 'delete', projectId: byId('={{ $json.value }}') };
		for (const [one, other] of [
			[capitals, id],
			[id, capitals],
		]) {
			const [json, failed] = await check(deletion, [{ value: one }, { value: other }]);
			expect(json).toMatchObject({ deleted: false, checkOnly });
			expect(failed.error).toContain('an earlier item deletes it');
		}
	});

	it('of a delete: the record, which stays; the same record again fails', async () => {
		const { id, humanId } = addProject(service());
		const items = [id, String(humanId), UNKNOWN_ID, 'P-099'].map((value) => ({ value }));
		const deletion = { operation: 'delete', projectId: byId('={{ $json.value }}') };
		const [json, ...failed] = await check(deletion, items);
		expect(json).toEqual({ deleted: false, id, checkOnly });
		const words = ['delete project P-001', `project ${UNKNOWN_ID} (404)`, '"P-099"'];
		for (const [at, { error }] of failed.entries()) expect(error).toContain(words[at]);
		expect(recordsOf(service(), 'project')).toHaveLength(1);
	});
});

// The same items are checked, and then carried out.

/** What is run, and its items, which come several times with other values each time. */
type Sample = readonly [object, (round: number) => IDataObject[]];

const clear = { emptyValues: 'clear' };

/** What an item of Create or Update asks for, if it is matched by these values. */
const wishes = (value: object, round: number): IDataObject[] => [
	{ ...value, phoneNumber: `${round}`, projectValue: `${round},5` },
	{ ...value, phoneNumber: `${round}`, projectValue: round + 0.5 },
	{ ...value, phoneNumber: '', projectValue: '' },
	{ ...value, phoneNumber: '', projectValue: ' ', isLead: null, addressLine2: '', ...clear },
	{ ...value, ifFound: 'leave', phoneNumber: 'never', projectValue: '-1' },
	{ ...value, city: 'Plön', longitude: '10,5' },
	{ ...value, address: { addressLine2: `Top ${round}`, city: '' } },
	{ ...value, countryCode: 'Germany', projectValue: '24.500', isCompany: 'maybe' },
	{ ...value, customerId: round % 2 === 0 ? 'c-001' : 'C-099' },
	{ ...value, heatingCircuits: [{ name: 'EG', flowTemperature: `${30 + round}` }] },
	{ ...value, heatingCircuits: [{ name: 'eg', returnTemperature: '28' }, { name: 'OG' }] },
	{ ...value, heatingCircuits: [{ name: 'OG' }, { name: 'og' }] },
	{ ...value, heatingCircuits: [], ...clear },
	{ ...value, isMonumentProtected: 'nein', isLead: 'falsch' },
];

const by = (resource: string, matchOn: string) => ({
	...{ resource, operation: 'upsert', matchOn, ...mapped },
});
const ofRecord = (operation: string) => ({ operation, projectId: byId('={{ $json.record }}') });
const several = { projectValue: 1, phoneNumber: '1' };
const known = (round: number) => 1 + (round % 9);

const samples: Record<string, Sample> = {
	'projects by their Human ID': [
		by('project', 'humanId'),
		(round) => [
			...wishes({ humanId: `p-00${known(round)}` }, round),
			...wishes({ humanId: `N-${round}`, name: `Neu ${round}` }, round),
			...['', 'Ulm'].map((city) => ({ humanId: `A-${round}`, name: 'A', city })),
			...[`M-${round}`, 'TWICE', ''].map((humanId) => ({ humanId, ...several })),
		],
	],
	'projects by their name': [
		by('project', 'name'),
		(round) => [
			...wishes({ name: `haus ${known(round)}` }, round),
			...wishes({ name: `Neu ${round}` }, round),
			...['C-001', 'C-002'].map((customerId) => ({ name: `Reihenhaus ${round}`, customerId })),
			...['', 'C-002'].map((customerId) => ({ name: 'Doppelhaus', customerId, ...several })),
			{ name: '\u200b' },
		],
	],
	'customers by their email': [
		by('customer', 'email'),
		(round) => [
			...wishes({ email: `Kunde${known(round)}@mail.example` }, round),
			...wishes({ email: `neu${round}@mail.example`, firstName: 'Neu', lastName: 'Neu' }, round),
			{ email: `unbekannt${round}@mail.example`, lastName: 'Neu' },
			{ email: 'twice@mail.example', ...several },
			{ email: 'a@mail.example; b@mail.example', firstName: 'A', lastName: 'B' },
		],
	],
	'customers by their name': [
		by('customer', 'name'),
		(round) => [
			...wishes({ firstName: 'ADA', lastName: `weiß ${known(round)}` }, round),
			...wishes({ firstName: 'Neu', lastName: `Neu ${round}`, companyName: 'A' }, round),
			...['A', 'B', ''].map((companyName) => ({ firstName: 'Neu', lastName: 'X', companyName })),
			...['Two', ''].map((firstName) => ({ firstName, lastName: 'Two', ...several })),
		],
	],
	'updates of projects': [
		{ ...ofRecord('update'), ...mapped, fieldsToClear: '={{ $json.clear ?? [] }}' },
		(round) =>
			[true, false].flatMap((skipUnchanged) => [
				...wishes({ record: `p-00${known(round)}`, skipUnchanged }, round),
				{ record: `P-00${known(round + 1)}`, skipUnchanged, clear: 'projectValue,city' },
				{ record: `P-00${known(round)}`, skipUnchanged, clear: 'city', city: 'Kiel' },
				...['P-999', UNKNOWN_ID].map((record) => ({ record, skipUnchanged, isLead: true })),
			]),
	],
	'new customers': [
		{ resource: 'customer', operation: 'create', ...mapped },
		(round) => wishes({ firstName: 'Ada', lastName: round % 2 ? `${round}` : '' }, round),
	],
	'deletions of projects': [
		ofRecord('delete'),
		(round) =>
			[`P-00${round + 1}`, `p-00${round + 1}`, 'P-999', UNKNOWN_ID, ''].flatMap((record) => [
				...[{ record }, { record, ifNotFound: 'goOn' }],
			]),
	],
};

const itemsOf = ([, items]: Sample) => [0, 1, 2, 3, 4, 5, 6].flatMap(items);

/** Options that differ from item to item. */
const options = {
	emptyValues: '={{ $json.emptyValues ?? "leave" }}',
	ifFound: '={{ $json.ifFound ?? "update" }}',
	skipUnchanged: '={{ $json.skipUnchanged ?? false }}',
	ifNotFound: '={{ $json.ifNotFound ?? "fail" }}',
};

/** Nine projects and customers of whom some have an address or circuits, and two of each that are told apart by nothing. */
function addKnown() {
	for (let number = 1; number <= 9; number++) {
		const where = { address: number % 3 === 0 ? null : address };
		const heatingCircuits = number % 2 === 0 ? [{ id: `c${number}`, name: 'EG' }] : [];
		addProject(service(), { name: `Haus ${number}`, ...where, heatingCircuits });
		const email = `kunde${number}@mail.example`;
		addCustomer(service(), { email, lastName: `Weiss ${number}`, ...where });
	}
	const twice = { firstName: 'Two', lastName: 'Two', email: 'twice@mail.example' };
	for (let number = 0; number < 2; number++) {
		addProject(service(), { name: 'Doppelhaus', humanId: 'TWICE' });
		addCustomer(service(), twice);
	}
}

type Known = (id: unknown) => boolean;

/** A request, without the IDs that the service gives to what is new. */
const textOf = (request: unknown[], isKnown: Known) =>
	JSON.stringify(request).replace(/"id":"([^"]+)",?/g, (all, id) => (isKnown(id) ? all : ''));

/** An error, without what only the service can say: IDs of new records, and its word for a second deletion. */
const wordsOf = (error: unknown) =>
	String(error).replace(/^(\d+ \w+ have the [^:]*|Could not delete project p-\d+)\b.*/s, '$1');

/** What became of an item. An update and a create do not say it, since there is nothing else that they could do. */
const outcomeOf = ({ error, syncResult, deleted }: IDataObject, otherwise: unknown) =>
	error === undefined ? (syncResult ?? (deleted === undefined ? otherwise : '')) : wordsOf(error);

/** A body without what tells people which record it is: of an update, Check Only shows it whether it is sent or not. */
const unnamed = (method: string, body: IDataObject): IDataObject => {
	const isShown = ([name]: [string, unknown]) =>
		method !== 'PATCH' || !['humanId', 'name', 'firstName', 'lastName'].includes(name);
	return Object.fromEntries(Object.entries(body).filter(isShown));
};

/** The requests that were announced. */
const announced = (said: readonly IDataObject[], isKnown: Known) =>
	said
		.filter(({ syncResult, deleted, id }) =>
			deleted === undefined ? syncResult === 'created' || syncResult === 'updated' : isKnown(id),
		)
		.map(({ id = '', syncResult, deleted, checkOnly, ...body }) => {
			expect(checkOnly).toBe(true);
			const method = syncResult === 'created' ? 'POST' : 'PATCH';
			return textOf(
				deleted === false ? ['DELETE', id] : [method, id, unnamed(method, body)],
				isKnown,
			);
		});

/** The requests that were carried out. */
const sent = (isKnown: Known) =>
	service()
		.requests.filter(({ method, status }) => method !== 'GET' && status < 300)
		.map(({ method, path, body }) => {
			const id = path.split('/').at(-1);
			const about = [method, isKnown(id) ? id : ''];
			const rest = () => [...about, unnamed(method, body as IDataObject)];
			return textOf(method === 'DELETE' ? about : rest(), isKnown);
		});

describe('what was checked is what is done', () => {
	it('with a thousand items', () =>
		expect(Object.values(samples).flatMap(itemsOf).length).toBeGreaterThan(1_000));

	it.each(Object.entries(samples))('%s', async (_, sample) => {
		addKnown();
		const items = itemsOf(sample);
		const stored = () => [...recordsOf(service(), 'project'), ...recordsOf(service(), 'customer')];
		const before = stored();
		const runWith = async (checkOnly: boolean) => {
			const parameters = { ...sample[0], options: { ...options, checkOnly } };
			return (await run(parameters, { items, onError: CONTINUE })).json;
		};
		const said = await runWith(true);
		expect(writes(service())).toEqual([]);
		expect(stored()).toEqual(before);
		const done = await runWith(false);

		const outcomes = items.map((item, at) => ({
			item,
			said: outcomeOf(said[at], undefined),
			done: outcomeOf(done[at], 'record' in item ? 'updated' : 'created'),
		}));
		expect(outcomes.filter((one) => one.said !== one.done)).toEqual([]);
		const text = JSON.stringify(before);
		const isKnown = (id: unknown) => id !== '' && text.includes(`"id":"${String(id)}"`);
		expect(sent(isKnown).sort()).toEqual(announced(said, isKnown).sort());
		expect(said.filter(({ error }) => String(error ?? '').includes('undefined'))).toEqual([]);
	});
});
