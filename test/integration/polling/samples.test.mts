import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { eventKinds } from '../../../sandbox/service/records.mts';
import type { ApiRecord } from '../../../sandbox/service/records.mts';
import { runNode } from '../harness/n8n/engine.mts';
import { usePolls } from '../harness/polls.mts';
import { addCustomer, addProject, apiKeyCredential } from '../harness/service/service.mts';

const { service, projects } = usePolls();

async function fetchTestEvent(parameters: object = {}) {
	const type = 'energyProjectsPollingTrigger';
	const all = { events: [...eventKinds], ...parameters };
	const credentials = apiKeyCredential(service());
	const { outputs, error } = await runNode({ type, parameters: all, credentials });
	return { outputs, error, json: outputs.flat().map((item) => item.json) };
}

const DAY_MS = 24 * 60 * 60_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

/** A project that was created long ago, and edited so many days ago. */
const editedProject = (daysSinceEdit: number, fields: object = {}): ApiRecord =>
	addProject(service(), { createdAt: daysAgo(900), updatedAt: daysAgo(daysSinceEdit), ...fields });

const idOf = (item: IDataObject) => ((item.project ?? item.customer) as IDataObject).id;

describe('Fetch Test Event', () => {
	it('shows a sample at the output of each chosen kind', async () => {
		projects(2);
		addCustomer(service());
		const { outputs } = await fetchTestEvent();
		const shown = outputs.map((items) => items.map(({ json }) => json.event));
		expect(shown).toEqual(eventKinds.map((kind) => [kind]));
	});

	it('of a creation: the newest record', async () => {
		editedProject(1);
		projects(1);
		const [newest] = projects(1, { createdAt: new Date(Date.now() + 1_000).toISOString() });
		const { json } = await fetchTestEvent({ events: ['project.created'] });
		expect(json).toMatchObject([{ project: { id: newest.id } }]);
		expect(json[0]).not.toHaveProperty('sample');
	});

	it('of an edit: the record that was edited last, even if many newer ones never were', async () => {
		editedProject(5);
		const edited = editedProject(2, { name: 'edited last' });
		projects(130);
		const { json } = await fetchTestEvent({ events: ['project.edited'] });
		expect(json).toMatchObject([
			{
				event: 'project.edited',
				project: { id: edited.id },
				record: { name: 'edited last' },
				changedFields: expect.arrayContaining(['name']) as unknown,
				sample:
					'This is only a sample: the project that was edited last. The fields in "changedFields" are examples.',
			},
		]);
	});

	it('of an edit, if nothing was edited yet: the newest record, and says so; names Only If Changed', async () => {
		const [project] = projects(1);
		const onlyIfChanged = ['project.buildingHeatLoadKw'];
		const { json } = await fetchTestEvent({ events: ['project.edited'], onlyIfChanged });
		expect(json).toMatchObject([
			{
				project: { id: project.id },
				changedFields: ['buildingHeatLoadKw'],
				sample:
					'This is only a sample: the newest project, because none has been edited yet. The fields in "changedFields" are examples.',
			},
		]);
	});

	it('of a deletion: a made-up record that says so, so that a test removes nothing elsewhere', async () => {
		projects(1);
		addCustomer(service());
		const { json } = await fetchTestEvent({ events: ['project.deleted', 'customer.deleted'] });
		const madeUp = '00000000-0000-4000-8000-000000000000';
		expect(json.map(idOf)).toEqual([madeUp, madeUp]);
		const said = 'This is only a sample: no project was deleted, and its ID is made up.';
		expect(json).toMatchObject([
			{ project: { humanId: 'SAMPLE' }, record: null, sample: said },
			{ record: null, sample: said.replace('project', 'customer') },
		]);
	});

	it('shows what passes the filters, and says so if nothing does', async () => {
		const fits = editedProject(3, { status: 'archived' });
		editedProject(1, { status: 'inProgress' });
		const filters = { status: ['archived'] };
		const shown = await fetchTestEvent({ events: ['project.edited'], filters });
		expect(shown.json).toMatchObject([{ project: { id: fits.id } }]);
		service().store.delete('project', fits.id);
		const { error } = await fetchTestEvent({ events: ['project.edited'], filters });
		expect(error?.message).toBe('There is nothing to show yet');
	});
});
