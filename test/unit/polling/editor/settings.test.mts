import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { RecordEvent } from '../../../../nodes/EnergyProjects/events/recordItem.ts';
import { readPollSettings } from '../../../../nodes/EnergyProjects/polling/settings.ts';
import { eventKinds } from '../../../../nodes/EnergyProjects/service/eventKinds.ts';
import { customer, project } from '../comparing/pollingNode.mts';

const EVERY = eventKinds.map(({ value }) => value);
const kindOf = (value: string) => eventKinds.filter((kind) => kind.value === value)[0];

/** The settings of a node in which a person set this; an expression can yield anything. */
const read = (given: Readonly<Record<string, unknown>> = {}) => {
	const parameters: Record<string, unknown> = { events: EVERY, ...given };
	return readPollSettings({
		getNode: () => ({ name: 'Changes' }),
		getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
	} as unknown as IPollFunctions);
};

describe('the settings of the polling trigger', () => {
	it('are the defaults of the editor if nothing was set', () => {
		const { kinds, splitByEvent, emitExisting, client } = read();
		expect(kinds).toEqual(eventKinds);
		expect(splitByEvent).toBe(true);
		expect(emitExisting).toBe(false);
		expect(client).toEqual({
			authentication: 'apiKey',
			maxParallelRequests: 20,
			maxRetries: 3,
			timeoutMs: 60_000,
		});
	});

	it('are what a person set', () => {
		const options = { emitExisting: true, maxParallelRequests: 2, maxRetries: 0, timeout: 5 };
		const authentication = 'oAuth2';
		const settings = read({ splitByEvent: false, authentication, options });
		expect(settings).toMatchObject({ splitByEvent: false, emitExisting: true });
		expect(settings.client).toEqual({
			authentication,
			maxParallelRequests: 2,
			maxRetries: 0,
			timeoutMs: 5_000,
		});
	});

	it.each(['none', ['a', 'text'], 7, null])('are the defaults if the options are %j', (options) => {
		expect(read({ options })).toMatchObject({ emitExisting: false, client: { maxRetries: 3 } });
	});

	it('have the chosen events in the order of the outputs, also from a text with commas', () => {
		const values = ['project.edited', 'customer.created'];
		const chosen = (events: unknown) => read({ events }).kinds.map(({ value }) => value);
		expect(chosen([...values].reverse())).toEqual(values);
		expect(chosen('customer.created, project.edited')).toEqual(values);
	});

	it.each([[[]], [['project.renamed']], ['']])('are an error if the events are %j', (events) => {
		const reading = () => read({ events });
		expect(reading).toThrow(NodeOperationError);
		expect(reading).toThrow('No event is chosen in "Trigger On"');
		try {
			reading();
		} catch (error) {
			const { description } = error as NodeOperationError;
			expect(description).toBe('Choose at least one event in the parameter "Trigger On".');
		}
	});

	it('take an events parameter that is missing for one without events', () => {
		expect(() => read({ events: undefined })).toThrow('No event is chosen');
	});
});

describe('which events start the workflow', () => {
	const passes = (
		given: IDataObject,
		value: string,
		record: IDataObject | null,
		more: Partial<RecordEvent> & { status?: string } = {},
	) => {
		const { status = record?.status as string | undefined, ...event } = more;
		const kind = kindOf(value);
		return read(given).passes({ kind, id: '1', record, at: 0, digest: () => '', ...event }, status);
	};

	it('are all of them without filters', () => {
		expect(passes({}, 'project.created', project(1))).toBe(true);
		expect(passes({}, 'project.edited', project(1), { changedFields: [] })).toBe(true);
		expect(passes({}, 'customer.deleted', null)).toBe(true);
	});

	it('are those of a project with a chosen status, also if it was deleted', () => {
		const given = { filters: { status: ['archived'] } };
		expect(passes(given, 'project.created', project(1, { status: 'archived' }))).toBe(true);
		expect(passes(given, 'project.created', project(1, { status: 'inProgress' }))).toBe(false);
		expect(passes(given, 'project.deleted', null, { status: 'archived' })).toBe(true);
		expect(passes(given, 'project.deleted', null, { status: 'inProgress' })).toBe(false);
		expect(passes(given, 'project.deleted', null)).toBe(true);
	});

	it('are those of all customers, whatever is chosen for projects', () => {
		const filters = { status: ['archived'], isLead: 'leads' };
		expect(passes({ filters }, 'customer.created', customer(1), { status: 'inProgress' })).toBe(
			true,
		);
	});

	it('are those of enquiries or orders only, if that is chosen', () => {
		const given = { filters: { isLead: 'leads' } };
		expect(passes(given, 'project.created', project(1, { isLead: true }))).toBe(true);
		expect(passes(given, 'project.created', project(1, { isLead: false }))).toBe(false);
	});

	const edited = (changedFields: readonly string[]) => ({ changedFields });
	const given = { onlyIfChanged: ['project.status', 'project.name', 'customer.email'] };

	it('are edits of the chosen fields, one of which is enough', () => {
		const isReported = (...fields: string[]) =>
			passes(given, 'project.edited', project(1), edited(fields));
		expect(isReported('status')).toBe(true);
		expect(isReported('address', 'name')).toBe(true);
		expect(isReported('address', 'email')).toBe(false);
		expect(isReported()).toBe(false);
	});

	it('are edits of the fields that are chosen for the same record', () => {
		expect(passes(given, 'customer.edited', customer(1), edited(['email']))).toBe(true);
		expect(passes(given, 'customer.edited', customer(1), edited(['name']))).toBe(false);
	});

	it('are every edit of a record of which no field is chosen', () => {
		const others = { onlyIfChanged: ['project.status'] };
		expect(passes(others, 'customer.edited', customer(1), edited([]))).toBe(true);
	});

	it('are creations and deletions, whichever fields are chosen', () => {
		expect(passes(given, 'project.created', project(1))).toBe(true);
		expect(passes(given, 'project.deleted', null)).toBe(true);
	});

	it('watch the chosen fields of their record, by the names that the service gives them', () => {
		const { watchedFields } = read({ onlyIfChanged: 'project.status,customer.email' });
		expect(watchedFields(kindOf('project.edited'))).toEqual(['status']);
		expect(watchedFields(kindOf('customer.edited'))).toEqual(['email']);
		expect(read().watchedFields(kindOf('project.edited'))).toEqual([]);
	});
});
