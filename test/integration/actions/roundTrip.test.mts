// Judges input/mapped.ts and writing/comparing.ts.
import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';
import { subjects } from '../../../sandbox/service/records.mts';
import type { Subject } from '../../../sandbox/service/records.mts';
import { recordsOf } from '../../shared.mts';
import { mapped, update, upsert, wholeAddress } from '../harness/samples/sampleWrites.mts';
import { usePolls } from '../harness/polls.mts';
import { addRecord, writes } from '../harness/service/service.mts';

// What a node hands out, in whatever form, another one takes back under Map Automatically (input/mapped.ts).
const { service, run, trigger } = usePolls();

const address = { ...wholeAddress.value, postalCode: '04109' };
/** A record with a value in every field, and records that lack what a record can lack. */
const records: Record<Subject, readonly object[]> = {
	project: [
		{
			...{ address, humanId: 'P-7', name: 'Haus  Weber', status: 'completed', isLead: false },
			...{ projectValue: 0, installationDate: '2026-12-31', buildingType: 'terracedHouse' },
			...{ buildingAge: 'from2002', isMonumentProtected: true, numberOfResidents: 4 },
			...{ numberOfFloors: 2, heatedLivingAreaM2: 142.5, avgHeatload: 65 },
			...{ yearlyEnergyConsumption: 18_000, currentHeatingSystemType: 'gas' },
			...{ drinkingWaterHeatingSystemType: 'withCirculation', source: 'check' },
			technicalFeasibilityAssesment: 'feasible',
			heatingCircuits: [
				{ id: 'c1', name: 'Floor', flowTemperature: 35, returnTemperature: 28, index: 0 },
				{ id: 'c2', name: 'Floor' },
			],
		},
		{ address: { city: 'Kiel' }, heatingCircuits: [{ id: 'c1', flowTemperature: 35 }] },
		{ address: null, projectValue: null, installationDate: null },
	],
	customer: [
		{
			...{ address, firstName: 'Ada', lastName: 'Weber' },
			...{ email: 'ada@mail.example', invoiceEmail: 'Ada@mail.example' },
			...{ phoneNumber: '+49 30 901820', isCompany: true, companyName: 'Weber GmbH' },
		},
		{ address: { city: 'Kiel' }, firstName: 'Ada', phoneNumber: null, email: 'b@mail.example' },
		{ address: null, email: 'e@mail.example' },
	],
};
/** All records in one form, as a node hands them out. */
type Form = (resource: Subject) => Promise<IDataObject[]>;

const getAll = async (resource: Subject, more: object) => {
	const { json, error } = await run({ resource, operation: 'getAll', returnAll: true, ...more });
	expect(error).toBeUndefined();
	return json;
};
/** A column for each part, and everything as text: so n8n's Convert to File and Extract from File do it. */
const columnsOf = (record: object): Record<string, string> =>
	Object.fromEntries(
		Object.entries(record).flatMap(([name, value]: [string, unknown]) =>
			typeof value === 'object' && value !== null
				? Object.entries(columnsOf(value)).map(([part, text]) => [`${name}.${part}`, text])
				: [[name, String(value ?? '')]],
		),
	);

const forms: Record<string, Form> = {
	'raw, through a CSV file of n8n': async (resource) => {
		const rows = (await getAll(resource, { output: 'raw' })).map(columnsOf);
		const names = [...new Set(rows.flatMap(Object.keys))];
		return rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name] ?? ''])));
	},
	'the record of the polling trigger': async (resource) => {
		const { outputs = [] } = await trigger({ options: { emitExisting: true } }).activate();
		const found = outputs.flat().map(({ json }) => json);
		return found
			.filter((json) => String(json.event).startsWith(resource))
			.map(({ record }) => record as IDataObject);
	},
};

const own = '={{ $json.id }}';

const without = (record: object, isLeftOut: (entry: [name: string, value: unknown]) => boolean) =>
	Object.fromEntries(Object.entries(record).filter((entry) => !isLeftOut(entry)));

/** All that the service holds, but not the times of the last changes. What is empty may be missing just as well. */
const held = (resource: Subject) =>
	recordsOf(service(), resource).map(({ address: whole, ...record }) => {
		const isEmpty = ([name, value]: [string, unknown]) =>
			name === 'updatedAt' || value === null || value === '';
		const place = whole === null ? {} : { address: without(whole as object, isEmpty) };
		return { ...without(record, isEmpty), ...place } as IDataObject;
	});

const sendBack = async (parameters: object, items: IDataObject[], options: object = {}) => {
	service().requests.splice(0);
	const { error, hints } = await run({ ...parameters, ...mapped, options }, { items });
	expect(error).toBeUndefined();
	expect(hints).toEqual([]);
};

beforeEach(() => {
	const [customer] = records.customer.map((fields) => addRecord.customer(service(), fields));
	for (const [number, fields] of records.project.entries()) {
		addRecord.project(service(), { ...fields, customerId: number === 0 ? customer.id : null });
	}
});

const cases = subjects.flatMap((resource) =>
	Object.keys(forms).map((form) => [resource, form] as const),
);

describe.each(cases)('every %s as %s, sent back', (resource, form) => {
	// The harder one: nothing may count as empty that is not.
	const emptyValues = 'clear';

	it('changes nothing by Update', async () => {
		const before = held(resource);
		const items = await forms[form](resource);
		expect(items).toHaveLength(before.length);
		await sendBack(update(resource, own), items, { emptyValues });
		expect(held(resource)).toEqual(before);
	});

	it('is not sent by Update with Skip Unchanged, and by Create or Update', async () => {
		const items = await forms[form](resource);
		await sendBack(update(resource, own), items, { emptyValues, skipUnchanged: true });
		expect(writes(service())).toEqual([]);
		await sendBack({ ...upsert(resource), matchValue: '' }, items, { emptyValues });
		expect(writes(service())).toEqual([]);
	});
});

describe.each(subjects)('parts of the address of a %s that stand by themselves', (resource) => {
	it.each([null, { city: '' }])('count if the address beside them is %j', async (empty) => {
		const { id } = recordsOf(service(), resource)[0];
		await sendBack(update(resource, id), [{ address: empty, addressLine2: '2. OG' }]);
		expect(held(resource)[0].address).toEqual({ ...address, addressLine2: '2. OG' });
	});

	it.each([
		[{ city: 'Plön' }, ['city']],
		[{ addressLine2: '2. OG' }, []],
	])('give way to an address, and a hint names those that differ: %j', async (flat, differing) => {
		const { id } = recordsOf(service(), resource)[0];
		const items = [{ address: { addressLine2: '2. OG' }, ...flat }];
		const { error, hints } = await run(update(resource, id, mapped), { items });
		expect(error).toBeUndefined();
		expect(hints.map(({ message }) => message.split('. ')[0])).toEqual(
			differing.map((name) => `Not sent: ${name}`),
		);
		expect(held(resource)[0].address).toEqual({ ...address, addressLine2: '2. OG' });
	});

	it('are not taken if the fields are defined below', async () => {
		const { id } = recordsOf(service(), resource)[0];
		const name = resource === 'project' ? 'name' : 'lastName';
		const parameters = update(resource, id, { updateFields: { [name]: 'Koch' } });
		await run(parameters, { items: [{ city: 'Plön' }] });
		expect(writes(service())).toEqual([{ method: 'PATCH', body: { [name]: 'Koch' } }]);
	});
});
