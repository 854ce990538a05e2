import { describe, expect, it } from 'vitest';
import { id, mapped, runNode } from './bench.mts';

const byId = { __rl: true, mode: 'id', value: id(1) };
const circuits = [{ id: 'c1', name: 'EG' }];
const held = [{ address: { city: 'Kiel', addressLine2: 'Hinterhaus' }, heatingCircuits: circuits }];

const updateProject = async (updateFields: object, more: object = {}) =>
	await runNode(
		{ resource: 'project', operation: 'update', projectId: byId, updateFields, ...more },
		{ items: [{ name: 'Of the item' }], held },
	);

describe('fields that are filled in one by one', () => {
	it('are sent as they are, and nothing of the item', async () => {
		const { bodies } = await updateProject({ isLead: false, numberOfFloors: 0, humanId: '' });
		expect(bodies).toEqual([{ humanId: '', isLead: false, numberOfFloors: 0 }]);
	});

	it('may correct the source of a project', async () => {
		expect((await updateProject({ source: 'check' })).bodies).toEqual([{ source: 'check' }]);
	});

	it('may not have a value that only the service sets', async () => {
		const { outputs } = await updateProject({ technicalFeasibilityAssesment: 'notStarted' });
		expect(outputs[0].error).toContain('"notStarted" is not one of the values');
	});

	it('leave out an empty text, or clear the field with it, if that is chosen', async () => {
		const fields = { isLead: true, humanId: '' };
		const of = (emptyText: string) => updateProject(fields, { options: { emptyText } });
		expect((await of('leave')).bodies).toEqual([{ isLead: true }]);
		expect((await of('clear')).bodies).toEqual([{ humanId: null, isLead: true }]);
	});

	it('do not empty the parts of an address that a form left empty', async () => {
		const address = { value: { city: 'Plön', addressLine2: '' } };
		const { bodies } = await updateProject({ address }, { options: { emptyText: 'clear' } });
		expect(bodies).toEqual([{ address: { city: 'Plön', addressLine2: 'Hinterhaus' } }]);
	});

	it('do not empty a list that was added without an entry, but do so with an empty list', async () => {
		const { bodies } = await updateProject({ isLead: true, heatingCircuits: {} });
		expect(bodies).toEqual([{ isLead: true }]);
		expect((await updateProject({ heatingCircuits: [] })).bodies).toEqual([
			{ heatingCircuits: [] },
		]);
	});

	it('may be the circuits of a project', async () => {
		const given = [{ id: 'c1', name: 'OG', flowTemperature: 35, returnTemperature: 28, index: 0 }];
		const { bodies } = await updateProject({ heatingCircuits: { circuit: given } });
		expect(bodies).toEqual([{ heatingCircuits: given }]);
	});

	it('may not be an object without keys in place of a text', async () => {
		const { outputs, requests } = await updateProject({ isLead: true, humanId: {} });
		expect(outputs[0].error).toContain('Human ID (humanId): expected text');
		expect(requests).toEqual([]);
	});

	it('pass over what the record does not have, such as from a program that calls the node', async () => {
		const { bodies } = await updateProject({ isLead: true, mood: {} });
		expect(bodies).toEqual([{ isLead: true }]);
	});

	it('pass over an empty parameter of a record that may exist already', async () => {
		const { bodies } = await runNode(
			{
				...{ resource: 'project', operation: 'upsert', matchOn: 'id', matchValue: id(1) },
				...{ name: '', address: '', additionalFields: { isLead: true } },
			},
			{ held },
		);
		expect(bodies).toEqual([{ isLead: true }]);
	});

	it('do not clear an address that was not added, even if empty text clears', async () => {
		const { bodies } = await runNode(
			{
				...{ resource: 'project', operation: 'upsert', matchOn: 'id', matchValue: id(1) },
				...{ additionalFields: { isLead: true }, options: { emptyText: 'clear' } },
			},
			{ held },
		);
		expect(bodies).toEqual([{ isLead: true }]);
	});
});

describe('an update with nothing in it is an error before any request', () => {
	const isNothing = async (updateFields: object, more: object = {}, item: object = {}) => {
		const { outputs, requests } = await runNode(
			{ resource: 'project', operation: 'update', projectId: byId, updateFields, ...more },
			{ items: [item], held },
		);
		expect(requests).toEqual([]);
		return String(outputs[0].error);
	};
	const advice =
		'Fill in a value, or correct the expression. To empty a field of the record, choose it under "Fields to Clear".';

	it('that says how to add a field', async () => {
		expect(await isNothing({})).toBe(
			'There is nothing to update: no field of the project was set or cleared. Add at least one field under "Update Fields", or choose one under "Fields to Clear".',
		);
		expect(await isNothing(undefined as never)).toContain('was set or cleared');
	});

	it('that says how to add a field to a mapped item', async () => {
		expect(await isNothing({}, mapped, { mood: 'good' })).toBe(
			'There is nothing to update: no field of the project was set or cleared. Add a field to the item that has the same name as a field of the project, or choose one under "Fields to Clear".',
		);
	});

	it('that names the field that was added and left empty', async () => {
		const error = await isNothing({ installationDate: '' });
		expect(error).toContain('Installation Date was added but left empty');
		expect(error).toContain(advice);
	});

	it('that names several', async () => {
		const fields = { installationDate: '', projectValue: '', heatingCircuits: {}, mood: '' };
		const names = 'Project Value, Installation Date, Heating Circuits';
		expect(await isNothing(fields)).toContain(`${names} were added but left empty`);
	});

	it('that names the field of a mapped item as the item does', async () => {
		const error = await isNothing({ status: '' }, mapped, { projectValue: '' });
		expect(error).toContain('nothing to update: projectValue is empty in the item');
		expect(error).toContain(advice);
	});

	it('that names parts of the address too, but nothing that only the service sets', async () => {
		const item = { source: 'api', technicalFeasibilityAssesment: 'notStarted', id: id(1) };
		const empty = { projectValue: null, city: '' };
		expect(await isNothing({}, mapped, { ...item, ...empty })).toContain(
			'nothing to update: projectValue, city are empty in the item',
		);
	});
});
