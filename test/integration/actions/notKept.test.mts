import { describe, expect, it } from 'vitest';
import { subjects } from '../../../sandbox/service/records.mts';
import { useScenario } from '../harness/scenario.mts';
import { addRecord, onRequest } from '../harness/service/service.mts';
import {
	create,
	required,
	update,
	upsert,
	wholeAddress,
} from '../harness/samples/sampleWrites.mts';

/** A field that the service drops, its label, and what was there before. */
const dropped = {
	project: { name: 'avgHeatload', label: 'Average Heat Load', before: 40, sent: '65' },
	customer: { name: 'phoneNumber', label: 'Phone Number', before: '+49 30 1', sent: '+49 30 2' },
} as const;

/** A new record of a name that another one has brings a hint of its own. */
const another = { name: 'Haus Koch', lastName: 'Koch' };

describe.each(subjects)('a field of a %s that the service does not keep', (resource) => {
	const { name, label, before, sent } = dropped[resource];
	const { service, run } = useScenario({ differences: { notKept: [name] } });
	const fields = { [name]: sent };
	const updateFields = { ...fields, address: wholeAddress };
	const existing = () => addRecord[resource](service(), { [name]: before });

	it('is named in the item, whatever its form, and in one hint', async () => {
		const output = { output: 'selectedFields', outputFields: ['updatedAt'] };
		const options = { skipUnchanged: true };
		const writes = [
			create(resource, { additionalFields: fields, ...output }),
			update(resource, existing().id, { updateFields, ...output }),
			update(resource, existing().id, { updateFields, options }),
			// It creates, then it updates.
			...[1, 2].map(() => upsert(resource, { ...another, additionalFields: fields, ...output })),
		];
		for (const parameters of writes) {
			const { json, hints } = await run(parameters);
			expect(json).toMatchObject([{ id: expect.any(String) as unknown, notKept: [name] }]);
			expect(hints).toMatchObject([{ type: 'warning' }]);
			expect(hints[0].message).toContain(label);
		}
	});

	it('is named once for many items, and only in those that lost it', async () => {
		const value = '={{ $json.value }}';
		const items = [{ value: sent }, { value: '' }, { value: sent }];
		const { json, hints } = await run(create(resource, { additionalFields: { [name]: value } }), {
			items,
		});
		expect(json.map(({ notKept }) => notKept)).toEqual([[name], undefined, [name]]);
		expect(hints).toHaveLength(1);
		expect(hints[0].message.split(label)).toHaveLength(2);
	});
});

describe('fields that this version does not know', () => {
	const differences = { gained: true, notKept: ['hasBasement'] };
	const { run } = useScenario({ differences });

	it('are told by their names', async () => {
		const otherFields = '{"hasBasement": true, "hasFireplace": true, "windowType": null}';
		const additionalFields = { otherFields, isLead: true };
		const { json, hints } = await run(create('project', { additionalFields }));
		expect(json).toMatchObject([{ notKept: ['hasBasement'] }]);
		expect(hints).toMatchObject([{ message: expect.stringContaining('hasBasement') as unknown }]);
	});
});

describe('a service that stores in a form of its own', () => {
	const { service, run } = useScenario({ differences: { storedForm: 'postgres', gained: true } });
	const circuits = {
		circuit: [
			{ name: 'EG\t', flowTemperature: '35,5', index: '1' },
			{ name: 'OG', flowTemperature: 45, index: 2, id: 'c2' },
		],
	};
	const fields = {
		...{ projectValue: '12500.00', heatedLivingAreaM2: '120,55', installationDate: '14.03.2027' },
		...{ numberOfFloors: 0, isLead: false, buildingType: 'multiFamilyHouse' },
		otherFields: '{"averageConsumption": 12.5, "windowType": "triple"}',
		heatingCircuits: circuits,
	};
	const address = { value: { ...wholeAddress.value, addressLine1: ' Weg 1\n', countryCode: 'de' } };

	it('has kept a project', async () => {
		const { id } = addRecord.project(service());
		const updateFields = { ...fields, name: ' Haus Weber ', address };
		for (const parameters of [
			create('project', { name: ' Haus Weber ', address, additionalFields: fields }),
			update('project', id, { updateFields }),
			...[1, 2].map(() => upsert('project', { ...another, address, additionalFields: fields })),
		]) {
			const { json, hints } = await run({ ...parameters, output: 'raw' });
			expect(json[0]).toMatchObject({ projectValue: '12500.00' });
			expect(json[0]).not.toHaveProperty('notKept');
			expect(hints).toEqual([]);
		}
	});
});

describe('an answer that holds what no record can', () => {
	const { service, run } = useScenario();

	it('the next item for the same record goes on from whatever was answered', async () => {
		const eg = { name: 'EG', flowTemperature: 35 };
		const { id, companyId } = addRecord.project(service());
		const body = {
			...{ id, humanId: 'P-900' },
			heatingCircuits: [null, 'EG', [eg]],
			address: [wholeAddress.value],
			projectValue: {},
		};
		onRequest(service(), () => {
			if (service().requests.at(-1)?.method !== 'POST') return undefined;
			service().store.edit('project', id, { humanId: 'P-900' });
			return { status: 201, body: { ...required.project, ...body } };
		});
		const additionalFields = {
			companyId,
			projectValue: 5,
			heatingCircuits: { circuit: [eg, { name: 'OG' }] },
		};
		const { json } = await run(upsert('project', { additionalFields }), {
			...{ items: [{}, {}], onError: 'continueRegularOutput' },
		});
		expect(json).toMatchObject([{ syncResult: 'created' }, { syncResult: 'updated' }]);
	});
});
