// Judges polling/poll.ts, polling/compare.ts and polling/settings.ts.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import { eventKinds } from '../../../sandbox/service/records.mts';
import type { ApiRecord } from '../../../sandbox/service/records.mts';
import { usePolls } from '../harness/polls.mts';
import {
	addCustomer,
	addProject,
	oAuth2Credential,
	requestsWith,
} from '../harness/service/service.mts';
import { says } from '../../documents.mts';

const { service, trigger, projects } = usePolls();

afterEach(() => void vi.restoreAllMocks());

const edit = (record: ApiRecord, fields: object) =>
	service().store.edit('project', record.id, fields);

describe('a poll', () => {
	it('reports once what was created, edited and deleted since the poll before', async () => {
		const { store } = service();
		const [, edited, deleted] = projects(3);
		const customer = addCustomer(service());
		const polls = trigger();
		expect((await polls.activate()).outputs).toBeUndefined();

		edit(edited, { status: 'completed' });
		store.delete('project', deleted.id);
		const created = addProject(service(), { customerId: customer.id });
		store.edit('customer', customer.id, { phoneNumber: '1' });
		const { events, json, outputs } = await polls.poll();
		expect(events).toEqual([
			`project.created ${created.id}`,
			`project.edited ${edited.id}`,
			`project.deleted ${deleted.id}`,
			`customer.edited ${customer.id}`,
		]);
		expect(outputs?.map((items) => items.length)).toEqual([1, 1, 1, 0, 1, 0]);
		const changed = json.map(({ changedFields }) => changedFields);
		expect(changed).toEqual([undefined, ['status'], undefined, ['phoneNumber']]);
		expect((await polls.poll()).outputs).toBeUndefined();
	});

	it('starts one execution with all events, in the order of their times', async () => {
		const polls = trigger({ splitByEvent: false });
		const [first, second] = projects(2);
		await polls.activate();
		edit(second, { name: 'one' });
		const customer = addCustomer(service());
		edit(first, { name: 'two' });
		const { outputs, events } = await polls.poll();
		expect(outputs).toHaveLength(1);
		expect(events).toEqual([
			`project.edited ${second.id}`,
			`customer.created ${customer.id}`,
			`project.edited ${first.id}`,
		]);
		expect(polls.executions).toHaveLength(1);
	});

	it('can use OAuth2, and report new customers only', async () => {
		const polls = trigger(
			{ authentication: 'oAuth2', events: ['customer.created'] },
			{ credentials: await oAuth2Credential(service()) },
		);
		await polls.activate();
		addProject(service());
		const customer = addCustomer(service());
		expect((await polls.poll()).events).toEqual([`customer.created ${customer.id}`]);
	});

	it('does not report what only is written in another way: circuits with new IDs in another order, false for null', async () => {
		const circuits = ['EG', 'OG'].map((name) => ({ id: name, name, flowTemperature: 35 }));
		const all = projects(20, { heatingCircuits: circuits, isLead: null });
		const polls = trigger();
		const onlyCircuits = trigger({ onlyIfChanged: ['project.heatingCircuits'] });
		await polls.activate();
		await onlyCircuits.activate();
		for (const project of all) {
			const { updatedAt } = project;
			const rewritten = circuits.map(({ id, ...one }) => ({ ...one, id: `${id} ${project.id}` }));
			const fields = { heatingCircuits: rewritten.reverse(), isLead: false };
			Object.assign(edit(project, fields), { updatedAt });
		}
		expect((await polls.poll()).outputs).toBeUndefined();
		// Something has changed that no field shows.
		edit(all[0], {});
		expect((await polls.poll()).json).toMatchObject([{ changedFields: [] }]);
		expect((await onlyCircuits.poll()).outputs).toBeUndefined();
	});

	it('reports a record that was created and edited between two polls as created and as edited', async () => {
		says('docs/triggers.md', 'an edit with empty `changedFields` comes too');
		const polls = trigger();
		await polls.activate();
		const createdAt = new Date(Date.now() - 60_000).toISOString();
		const { id } = addProject(service(), { createdAt });
		const { events, json } = await polls.poll();
		expect(events).toEqual([`project.created ${id}`, `project.edited ${id}`]);
		expect(json.map(({ changedFields }) => changedFields)).toEqual([undefined, []]);
	});
});

describe('what a poll reads', () => {
	const paths = () => [...new Set(service().requests.map(({ path }) => path.split('?')[0]))];

	it('is only what the chosen kinds of events need', async () => {
		addCustomer(service());
		projects(1);
		const polls = trigger({ events: ['project.created', 'project.edited', 'project.deleted'] });
		await polls.activate();
		expect(paths()).toEqual([pathOf('listProjects')]);
	});

	it('includes the list of customers, once, if a project is reported', async () => {
		const customer = addCustomer(service(), { firstName: 'Ada' });
		const polls = trigger({ events: ['project.created'] });
		await polls.activate();
		for (let count = 0; count < 3; count++) addProject(service(), { customerId: customer.id });
		const { json } = await polls.poll();
		expect(json.map((item) => item.customer)).toEqual(
			Array(3).fill({ id: customer.id, firstName: 'Ada', lastName: 'Weber', email: null }),
		);
		expect(requestsWith(service(), 'GET', pathOf('listCustomers'))).toHaveLength(1);
	});

	it('is the newest records if only new projects are chosen, and once an hour the whole list', async () => {
		says('docs/triggers.md', 'just the newest projects, and all of them once an hour');
		const clock = performance.now.bind(performance);
		let laterMs = 0;
		vi.spyOn(performance, 'now').mockImplementation(() => clock() + laterMs);
		projects(900);
		const polls = trigger({ events: ['project.created'] });
		await polls.activate();
		const requestsAfter = async (minutes: number) => {
			laterMs += minutes * 60_000;
			service().requests.splice(0);
			const { events } = await polls.poll();
			return [events.length, service().requests.length < 4];
		};
		expect(await requestsAfter(5)).toEqual([0, true]);
		projects(120);
		expect(await requestsAfter(5)).toEqual([120, true]);
		// It is on the last page.
		const times = { createdAt: '2020-01-01T00:00:00Z', updatedAt: '2020-01-01T00:00:00Z' };
		projects(1, times);
		expect(await requestsAfter(45)).toEqual([0, true]);
		service().faults.add({ status: 422, times: 1 });
		await expect(requestsAfter(10)).rejects.toThrow('422');
		expect(await requestsAfter(1)).toEqual([1, false]);
		expect(await requestsAfter(5)).toEqual([0, true]);
	});
});

it('customers that cannot be read are left out of their events, with one line in the log', async () => {
	says('docs/triggers.md', 'in project events missing if a poll cannot read it');
	const polls = trigger({ events: ['project.created'] });
	await polls.activate();
	service().faults.add({ path: /\/customers/, status: 403, body: { message: 'Not for you' } });
	for (let time = 0; time < 2; time++) {
		addProject(service(), { customerId: addCustomer(service()).id });
		const { json } = await polls.poll();
		expect(json).toHaveLength(1);
		expect(json[0]).not.toHaveProperty('customer');
	}
	expect(polls.log).toEqual([
		expect.stringMatching(/could not read the customers of the reported projects \(.*Not for you/),
	]);
});

describe('settings', () => {
	it('Emit Existing: the first poll reports every record as created, none as edited, however old it is', async () => {
		says('docs/triggers.md', 'To report it as created, turn on the option **Emit Existing**');
		const [project] = projects(1, { createdAt: '2025-03-01T08:00:00.000Z' });
		const [other] = projects(1);
		const polls = trigger({ options: { emitExisting: true } });
		expect((await polls.activate()).events).toEqual([
			`project.created ${project.id}`,
			`project.created ${other.id}`,
		]);
		expect((await polls.restart()).outputs).toBeUndefined();
		edit(project, { name: 'other' });
		expect((await polls.poll()).events).toEqual([`project.edited ${project.id}`]);
	});

	it('a kind of event that is chosen later reports only what happens from then on', async () => {
		says('docs/triggers.md', 'of an event that you add, only what happens afterwards');
		const [project, other] = projects(2);
		const polls = trigger({ events: ['project.created'] });
		await polls.activate();
		edit(project, { name: 'before' });
		service().store.delete('project', other.id);
		polls.options.parameters = { events: [...eventKinds] };
		const created = addProject(service());
		expect((await polls.activate()).events).toEqual([`project.created ${created.id}`]);
		edit(project, { name: 'after' });
		expect((await polls.poll()).events).toEqual([`project.edited ${project.id}`]);
	});

	it('Filters: an edit that makes a record pass, or stops it from passing, is not a creation or deletion', async () => {
		const [project] = projects(1, { status: 'inProgress' });
		const polls = trigger({ filters: { status: ['completed'] } });
		await polls.activate();
		edit(project, { status: 'completed' });
		expect((await polls.poll()).events).toEqual([`project.edited ${project.id}`]);
		edit(project, { status: 'archived' });
		expect((await polls.poll()).outputs).toBeUndefined();
	});

	it('Filters: a deletion is filtered by the last known status', async () => {
		says('docs/triggers.md', '**Status** also holds back deletions, by the last status');
		const [open, completed] = [...projects(1), ...projects(1, { status: 'completed' })];
		projects(1);
		const polls = trigger({ filters: { status: ['completed'] } });
		await polls.activate();
		for (const { id } of [open, completed]) service().store.delete('project', id);
		expect((await polls.poll()).events).toEqual([`project.deleted ${completed.id}`]);
	});

	it('Filters: lead and assessment', async () => {
		const filters = { isLead: 'leads', technicalFeasibilityAssesment: ['feasible'] };
		const polls = trigger({ filters });
		await polls.activate();
		projects(1, { isLead: true });
		projects(1, { technicalFeasibilityAssesment: 'feasible' });
		const [both] = projects(1, { isLead: true, technicalFeasibilityAssesment: 'feasible' });
		expect((await polls.poll()).events).toEqual([`project.created ${both.id}`]);
	});

	it('Only If Changed: "when a project becomes completed", but not on every later edit', async () => {
		const [project] = projects(1);
		const customer = addCustomer(service());
		const filters = { status: ['completed'] };
		const polls = trigger({ filters, onlyIfChanged: ['project.status'] });
		await polls.activate();
		edit(project, { name: 'other' });
		expect((await polls.poll()).outputs).toBeUndefined();
		edit(project, { status: 'completed' });
		expect((await polls.poll()).events).toEqual([`project.edited ${project.id}`]);
		edit(project, { name: 'again' });
		expect((await polls.poll()).outputs).toBeUndefined();
		service().store.edit('customer', customer.id, { phoneNumber: '2' });
		expect((await polls.poll()).events).toEqual([`customer.edited ${customer.id}`]);
	});
});

it('Only If Changed: an edit of a new project passes only with what differs between two polls', async () => {
	const polls = trigger({ events: ['project.edited'], onlyIfChanged: ['project.status'] });
	await polls.activate();
	const createdAt = new Date(Date.now() - 60_000).toISOString();
	const [project] = projects(1, { createdAt, status: 'inProgress' });
	expect((await polls.poll()).outputs).toBeUndefined();
	edit(project, { status: 'completed' });
	expect((await polls.poll()).events).toEqual([`project.edited ${project.id}`]);
});

const onChange = (...onlyIfChanged: string[]) =>
	trigger({ events: ['project.edited'], onlyIfChanged });
it('a computed field starts the workflow if it is chosen: when it is computed, and whenever it changes', async () => {
	const [project] = projects(2);
	const polls = onChange('project.buildingHeatLoadKw');
	await polls.activate();
	const ids = new Set<unknown>();
	// The last ones change back and forth.
	for (const value of [9.2, 9.200000000000001, 0, null, 9.2]) {
		// The project's time of change stays.
		service().store.calculate(project.id, { buildingHeatLoadKw: value });
		const { json } = await polls.poll();
		expect(json).toMatchObject([
			{
				event: 'project.edited',
				changedFields: ['buildingHeatLoadKw'],
				record: { id: project.id, buildingHeatLoadKw: value, updatedAt: project.updatedAt },
			},
		]);
		ids.add(json[0].eventId);
		expect((await polls.poll()).outputs).toBeUndefined();
	}
	expect(ids.size).toBe(5);
});

it('a computed field can be the sizing of the heat pump: any of its values, but not their order', async () => {
	const [project] = projects(1);
	const polls = onChange('project.heatPumpSizing');
	await polls.activate();
	const size = (heatPumpSizing: object | null) =>
		service().store.calculate(project.id, { heatPumpSizing });
	const changes = async () => (await polls.poll()).json.map(({ changedFields }) => changedFields);
	const sizing = { heatPumpStandardOutputKw: 9.7, bivalencePoint: -5 };
	size(sizing);
	expect(await changes()).toEqual([['heatPumpSizing']]);
	size({ bivalencePoint: -5, heatPumpStandardOutputKw: 9.7 });
	expect(await changes()).toEqual([]);
	size({ ...sizing, bivalencePoint: -4 });
	expect(await changes()).toEqual([['heatPumpSizing']]);
	size(null);
	expect(await changes()).toEqual([['heatPumpSizing']]);
});
