import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byId, recordsOf } from '../../shared.mts';
import { useScenario } from '../harness/scenario.mts';
import { addProject } from '../harness/service/service.mts';

// A tool with Update, called as models call it: most values left out in one of their many ways, zeros and "no" among those
// that are meant.

const { service, run } = useScenario();
const before = {
	...{ name: 'Haus Weber', status: 'inProgress', isLead: false, isMonumentProtected: true },
	...{ numberOfFloors: 2, projectValue: 18000, installationDate: '2027-03-14' },
	address: { addressLine1: 'Weg 1', postalCode: '24103', city: 'Kiel', latitude: 54.3 },
	heatingCircuits: [
		{ id: 'c1', name: 'EG', flowTemperature: 35, index: 1 },
		{ id: 'c2', name: 'OG', flowTemperature: 45, index: 2 },
	],
};
/** What a model can mean for each field, and what is stored then. */
const meant: Record<string, Array<[given: unknown, stored: unknown]>> = {
	name: [['Haus Koch', 'Haus Koch']],
	status: [
		['completed', 'completed'],
		['Archived', 'archived'],
	],
	isLead: [
		['yes', true],
		['true', true],
		[true, true],
	],
	isMonumentProtected: [
		['no', false],
		['false', false],
		[false, false],
	],
	numberOfFloors: [
		[0, 0],
		['0', 0],
		['3', 3],
	],
	projectValue: [[0, 0]],
	installationDate: [['2027-04-01', '2027-04-01']],
};
const leftOut = ['', ' ', 'null', 'undefined', 'N/A', 'unknown', 'unbekannt', 'k. A.', '-', '{}'];

const call = fc.record(
	Object.fromEntries(
		Object.entries(meant).map(([name, values]) => [
			name,
			fc.oneof(
				{ weight: 3, arbitrary: fc.constantFrom(...leftOut).map((given) => ({ given })) },
				fc.constantFrom(...values).map(([given, stored]) => ({ given, stored })),
			),
		]),
	),
);
const circuit = fc.constantFrom(
	undefined,
	{ name: '', flowTemperature: '' },
	{ name: 'unknown', flowTemperature: 'null' },
	{ name: 'OG', flowTemperature: '50' },
);

/** As a model fills in: each value by an expression. */
const filledIn = (values: object) =>
	Object.fromEntries(
		Object.entries(values).map(([name, value]) => [name, `={{ ${JSON.stringify(value)} }}`]),
	);

it('a hundred calls change nothing that was not named', async () => {
	const calls = fc.sample(fc.tuple(call, circuit), { numRuns: 100, seed: 36 });
	for (const [fields, given] of calls) {
		service().store.clear();
		const { id } = addProject(service(), structuredClone(before));
		const entries = Object.entries(fields as Record<string, { given: unknown; stored?: unknown }>);
		const updateFields = {
			...filledIn(Object.fromEntries(entries.map(([name, one]) => [name, one.given]))),
			...(given && { heatingCircuits: { circuit: [filledIn(given)] } }),
		};
		const parameters = { operation: 'update', projectId: byId(id), updateFields };
		const { error } = await run(parameters, { type: 'energyProjectsTool' });
		const named = entries.filter(([, one]) => one.stored !== undefined);
		const isChanged = given?.name === 'OG';
		const wanted = {
			...before,
			...Object.fromEntries(named.map(([name, one]) => [name, one.stored])),
			...(isChanged && {
				heatingCircuits: [
					before.heatingCircuits[0],
					{ ...before.heatingCircuits[1], flowTemperature: 50 },
				],
			}),
		};
		const stored = recordsOf(service(), 'project')[0];
		expect(stored, JSON.stringify(updateFields)).toMatchObject(wanted);
		if (error !== undefined) expect(error.message).toContain('There is nothing to update');
	}
});
