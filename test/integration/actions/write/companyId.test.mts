import { describe, expect, it } from 'vitest';
import { pathOf } from '../../../../sandbox/service/description.mts';
import { subjects } from '../../../../sandbox/service/records.mts';
import { byId } from '../../../shared.mts';
import { EnergyProjects } from '../../../../nodes/EnergyProjects/EnergyProjects.node.ts';
import { required } from '../../harness/samples/sampleWrites.mts';
import { useScenario } from '../../harness/scenario.mts';
import { addRecord } from '../../harness/service/records.mts';
import { requestsWith, writes } from '../../harness/service/requests.mts';

const { service, run } = useScenario();
const matched = {
	project: { matchOn: 'name', matchValue: 'Haus Weber' },
	customer: { matchOn: 'email', matchValue: 'ada@mail.example' },
} as const;
const accountReads = () => requestsWith(service(), 'GET', pathOf('getAccount'));

describe.each(subjects)('the company of a %s', (resource) => {
	it('is no parameter of its own, but a field among those to add', () => {
		const { properties } = new EnergyProjects().description;
		expect(properties.map(({ name }) => name)).not.toContain('companyId');
		const places = properties.flatMap(({ name, options = [], displayOptions }) =>
			options.some((option) => option.name === 'companyId') &&
			displayOptions?.show?.resource?.[0] === resource
				? [`${String(displayOptions.show.operation?.[0])}: ${name}`]
				: [],
		);
		expect(places.sort()).toEqual([
			'create: additionalFields',
			'update: updateFields',
			'upsert: additionalFields',
		]);
	});

	describe.each(['create', 'upsert'])('%s', (operation) => {
		const parameters = { resource, operation, ...required[resource], ...matched[resource] };

		it.each([
			['not added', {}],
			['left empty', { additionalFields: { companyId: '' } }],
			[
				'of an expression that yields nothing',
				{ additionalFields: { companyId: '={{ $json.company }}' } },
			],
		])('%s: that of the credential, read once', async (_, more) => {
			// A create-or-update of the same record would create it only once.
			const value = { create: {}, upsert: { matchValue: '={{ $json.value }}' } }[operation];
			const { error } = await run(
				{ ...parameters, ...value, ...more },
				{ items: [1, 2, 3].map((number) => ({ value: `a${number}@mail.example` })) },
			);
			expect(error).toBeUndefined();
			expect(writes(service())).toHaveLength(3);
			for (const { body } of writes(service())) {
				expect(body).toMatchObject({ companyId: service().company.id });
			}
			expect(accountReads()).toHaveLength(1);
		});

		it('given: that one, and nothing is read', async () => {
			const companyId = service().company.id;
			const { error } = await run({ ...parameters, additionalFields: { companyId } });
			expect(error).toBeUndefined();
			expect(writes(service())).toMatchObject([{ body: { companyId } }]);
			expect(accountReads()).toEqual([]);
		});
	});

	it('is sent with an update only where it was added', async () => {
		const { id } = addRecord[resource](service());
		const update = { resource, operation: 'update', [`${resource}Id`]: byId(id) };
		await run({ ...update, updateFields: { ...required[resource], companyId: '' } });
		const companyId = service().company.id;
		await run({ ...update, updateFields: { companyId } });
		expect(writes(service()).map(({ body }) => body)).toEqual([required[resource], { companyId }]);
		expect(accountReads()).toEqual([]);
	});
});
