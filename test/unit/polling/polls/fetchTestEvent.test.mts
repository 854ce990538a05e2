import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { defaultKinds } from '../../../../nodes/EnergyProjects/service/eventKinds.ts';
import { outcomeWithin, useStoppedClock } from '../clock.mts';
import { customer, numbers, project } from '../comparing/pollingNode.mts';
import { NEVER } from '../service.mts';
import { idNumber } from '../world.mts';
import { PollingTrigger } from './pollingTrigger.mts';

useStoppedClock();

const DAY_MS = 24 * 60 * 60_000;
const daysAgo = (days: number) => new Date(Date.UTC(2026, 2, 1) - days * DAY_MS).toISOString();

interface Given {
	readonly projects?: readonly IDataObject[];
	readonly customers?: readonly IDataObject[];
	readonly parameters?: IDataObject;
}

function triggerOf({ projects = [], customers = [], parameters = {} }: Given): PollingTrigger {
	const trigger = new PollingTrigger({ parameters });
	trigger.service.projects = [...projects];
	trigger.service.customers = [...customers];
	return trigger;
}

/** What a click on Fetch Test Event shows, by output. */
async function shown(given: Given): Promise<IDataObject[][]> {
	const outputs = (await triggerOf(given).fetchTestEvent()) ?? [];
	return outputs.map((items) => items.map(({ json }) => json));
}
const only = (event: string, more: IDataObject = {}) => ({ events: [event], ...more });
const recordIn = (json: IDataObject) => json.record as IDataObject;

/** Created long ago, and edited so many days ago. */
const edited = (number: number, days: number, more: IDataObject = {}) =>
	project(number, { createdAt: daysAgo(900), updatedAt: daysAgo(days), ...more });
const created = (number: number, days: number, more: IDataObject = {}) =>
	project(number, { createdAt: daysAgo(days), updatedAt: daysAgo(days), ...more });

describe('Fetch Test Event', () => {
	it('shows a sample at the output of each chosen kind', async () => {
		const json = await shown({ projects: [created(1, 3)], customers: [customer(2)] });
		expect(json.map((items) => items.map(({ event }) => event))).toEqual(
			defaultKinds.map((kind) => [kind]),
		);
	});

	it('shows them at one output if the events are not split', async () => {
		const parameters = { events: ['project.created', 'customer.created'], splitByEvent: false };
		const json = await shown({ projects: [created(1, 3)], customers: [customer(2)], parameters });
		expect(json.map((items) => items.map(({ event }) => event))).toEqual([parameters.events]);
	});

	it('remembers nothing: the first poll begins as if nobody had looked', async () => {
		const trigger = triggerOf({ projects: [created(1, 3)] });
		const { saved } = trigger;
		await trigger.fetchTestEvent();
		expect(saved).toEqual({ workflow: {}, cursor: {} });
		expect(trigger.log).toEqual([]);
		expect(await trigger.activate()).toBeNull();
	});

	it('is an error of the service if that refuses, also if only deletions are chosen', async () => {
		const trigger = triggerOf({ parameters: only('project.deleted') });
		trigger.service.fault = () => ({ statusCode: 401, body: { message: 'Unknown key' } });
		await expect(trigger.fetchTestEvent()).rejects.toThrow(NodeApiError);
		await expect(trigger.fetchTestEvent()).rejects.toThrow('Could not list projects (401)');
	});

	it('is an error of the node for any other reason', async () => {
		const trigger = triggerOf({ projects: [project(1)], parameters: only('project.edited') });
		const context = trigger.newContext('manual');
		const failing = {
			...context,
			getCredentials: () => Promise.reject(new Error('No credential')),
		};
		trigger.newContext = () => failing;
		const error = await trigger.fetchTestEvent().catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject({ message: 'No credential' });
	});

	it('ends within five minutes', async () => {
		const trigger = triggerOf({ parameters: only('project.edited') });
		trigger.service.fault = () => NEVER;
		const outcome = await outcomeWithin(300_000, trigger.fetchTestEvent());
		expect(outcome).not.toBe('still waiting');
	});
});

describe('the sample of a creation', () => {
	it('is the newest record, and needs one request only', async () => {
		const older = numbers(130).map((number) => created(100 + number, 50));
		const projects = [...older, created(1, 30), created(2, 1), created(3, 10)];
		const trigger = triggerOf({ projects, parameters: only('project.created') });
		const [[{ json }]] = (await trigger.fetchTestEvent()) ?? [];
		expect(json).toMatchObject({ event: 'project.created', project: { humanId: 'P-2' } });
		expect(json).not.toHaveProperty('sample');
		expect(json).not.toHaveProperty('changedFields');
		expect(trigger.service.requests).toEqual(['/projects page 1 desc']);
	});

	it('is the newest of a list that the service does not sort', async () => {
		const customers = [1, 2, 3].map((number) => ({
			...customer(number),
			createdAt: daysAgo(number === 2 ? 1 : 10),
		}));
		const [[json]] = await shown({ customers, parameters: only('customer.created') });
		expect(json).toMatchObject({ customer: { id: idNumber(2) } });
	});

	it('is one with a time rather than one without', async () => {
		const customers = [{ ...customer(1), createdAt: null }, customer(2), customer(3)];
		const [[json]] = await shown({ customers, parameters: only('customer.created') });
		expect(json).toMatchObject({ customer: { id: idNumber(2) } });
	});

	it('is the newest that passes the filters', async () => {
		const projects = [created(1, 3, { status: 'archived' }), created(2, 1)];
		const filters = { status: ['archived'] };
		const [[json]] = await shown({ projects, parameters: only('project.created', { filters }) });
		expect(json).toMatchObject({ project: { humanId: 'P-1' } });
	});

	it('brings the customer of a project, and the ID that a real event has', async () => {
		const [[json]] = await shown({
			projects: [created(1, 3, { customerId: idNumber(7) })],
			customers: [customer(7)],
			parameters: only('project.created'),
		});
		expect(json.customer).toMatchObject({ lastName: 'Weber' });
		expect(json.eventId).toBe(`project.created:${idNumber(1)}`);
	});
});

describe('the sample of an edit', () => {
	it('is the record that was edited last, even if many newer ones never were', async () => {
		const newer = numbers(130).map((number) => created(100 + number, 1));
		const projects = [edited(1, 9), edited(2, 5), edited(3, 7), ...newer];
		const parameters = { events: ['project.created', 'project.edited'] };
		const [, [json]] = await shown({ projects, parameters });
		expect(json).toMatchObject({
			event: 'project.edited',
			project: { humanId: 'P-2' },
			sample:
				'This is only a sample: the project that was edited last. The fields in "changedFields" are examples.',
		});
	});

	it('is the newest record if none was edited yet, and says so', async () => {
		const projects = [created(1, 9), created(2, 5), created(3, 7)];
		const [[json]] = await shown({ projects, parameters: only('project.edited') });
		expect(json).toMatchObject({
			project: { humanId: 'P-2' },
			sample:
				'This is only a sample: the newest project, because none has been edited yet. The fields in "changedFields" are examples.',
		});
	});

	it('names the filled fields as changed, but none that the service computes', async () => {
		const projects = [edited(1, 2, { buildingHeatLoadKw: 9, projectValue: null })];
		const [[json]] = await shown({ projects, parameters: only('project.edited') });
		expect([...(json.changedFields as string[])].sort()).toEqual(['humanId', 'name', 'status']);
	});

	it.each(['status', 'buildingHeatLoadKw', 'address'])(
		'names the fields of Only If Changed if there are any, such as %s',
		async (field) => {
			const parameters = only('project.edited', { onlyIfChanged: [`project.${field}`] });
			const [[json]] = await shown({ projects: [edited(1, 2)], parameters });
			expect(json.changedFields).toEqual([field]);
		},
	);

	it('is one that passes the filters', async () => {
		const projects = [edited(1, 3, { status: 'archived' }), edited(2, 1)];
		const filters = { status: ['archived'] };
		const [[json]] = await shown({ projects, parameters: only('project.edited', { filters }) });
		expect(json).toMatchObject({ project: { humanId: 'P-1' } });
	});

	it('has an ID that differs between two versions of a record without a time', async () => {
		const eventIds = await Promise.all(
			['one', 'other'].map(async (name) => {
				const projects = [created(1, 2, { name, updatedAt: null })];
				const [[{ eventId }]] = await shown({ projects, parameters: only('project.edited') });
				return eventId;
			}),
		);
		expect(new Set(eventIds).size).toBe(2);
	});
});

describe('the sample of a deletion', () => {
	const parameters = { events: ['project.deleted', 'customer.deleted'] };

	it('is made up and says so, so that a test of the workflow removes nothing elsewhere', async () => {
		const [[ofProject], [ofCustomer]] = await shown({ projects: [created(1, 3)], parameters });
		const SAMPLE_ID = '00000000-0000-4000-8000-000000000000';
		const deletedAt = '2026-03-01T12:00:00.000Z';
		expect(ofProject).toEqual({
			event: 'project.deleted',
			eventId: expect.stringMatching(`^project.deleted:${SAMPLE_ID}`) as unknown,
			project: { id: SAMPLE_ID, humanId: 'SAMPLE', deletedAt },
			record: null,
			sample: 'This is only a sample: no project was deleted, and its ID is made up.',
		});
		expect(ofCustomer).toMatchObject({
			customer: { id: SAMPLE_ID, deletedAt },
			record: null,
			sample: 'This is only a sample: no customer was deleted, and its ID is made up.',
		});
	});

	it('is there even if there is no record, and needs one request for each list', async () => {
		const trigger = triggerOf({ parameters });
		expect(await trigger.fetchTestEvent()).toHaveLength(2);
		expect(trigger.service.requests).toEqual(['/projects page 1 desc', '/customers']);
	});
});

describe('if there is nothing to show', () => {
	it.each([
		['no record exists', {}],
		[
			'none passes the filters',
			{ projects: [created(1, 3)], parameters: { filters: { status: ['archived'] } } },
		],
	])('because %s, Fetch Test Event says what to do', async (_, given) => {
		const events = ['project.created', 'project.edited'];
		const parameters = { events, ...('parameters' in given && given.parameters) };
		const error = await shown({ ...given, parameters }).catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject({
			message: 'There is nothing to show yet',
			description:
				'No project or customer passes the filters. Create one in the service, or choose other events or filters.',
		});
	});

	it('of one kind, the others are shown', async () => {
		const parameters = { events: ['project.created', 'customer.created'] };
		const json = await shown({ customers: [customer(1)], parameters });
		expect(json.map((items) => items.map(recordIn).map(({ id }) => id))).toEqual([
			[],
			[idNumber(1)],
		]);
	});
});
