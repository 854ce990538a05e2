import { describe, expect, it } from 'vitest';
import { pathOf } from '../../../../sandbox/service/description.mts';
import type { Fault } from '../../../../sandbox/service/faults.mts';
import { subjects } from '../../../../sandbox/service/records.mts';
import { byId, recordsOf, UNKNOWN_ID } from '../../../shared.mts';
import { useScenario } from '../../harness/scenario.mts';
import { addCustomer, addProject, addRecord } from '../../harness/service/records.mts';
import { requestsWith, writes } from '../../harness/service/requests.mts';

const { service, run } = useScenario();

const MAY_BE_SAVED =
	'The change may or may not have been saved. Read the record to see, or run this item again: making the same change twice does not matter.';
const MAY_EXIST = 'The record may have been created although no confirmation came back.';
const long = 'x'.repeat(100_000);
const onWrite = (method: string, body: unknown, more: Fault = {}) =>
	service().faults.add({ method, status: 200, body, ...more });

/** Answers that say that a write failed although their status says that it succeeded, and the words that are shown. */
const refusals: Array<[string, unknown, string]> = [
	['success: false and an error', { success: false, error: 'nothing saved' }, ': nothing saved'],
	['success: false and a message', { success: false, message: 'no' }, ': no'],
	['success: false alone', { success: false }, ', but did not say which one'],
	[
		'success: false and a record',
		{ success: false, id: UNKNOWN_ID, name: 'Haus' },
		', but did not say which one',
	],
	['an error', { error: 'nothing saved' }, ': nothing saved'],
	['an error with a message', { error: { code: 7, message: 'nothing saved' } }, ': nothing saved'],
	['error: true', { error: true }, ', but did not say which one'],
	['a list of errors', { errors: [{ message: 'nothing saved' }] }, ': nothing saved'],
	['errors by field', { errors: { name: ['is taken'] } }, ': name: is taken'],
	['an error of 100,000 characters', { error: long }, `: ${long.slice(0, 500)} …`],
];
const names = { name: 'Haus', firstName: 'Ada', lastName: 'Weber' };

describe.each(refusals)('a write that is answered 200 with %s has failed:', (_, body, text) => {
	const problem = `the service answered with an error${text}`;
	const change = { project: { isLead: true }, customer: { isCompany: true } };

	it.each(subjects)(
		'an update of a %s; what is read back is not shown as written',
		async (resource) => {
			const { id } = addRecord[resource](service());
			onWrite('PATCH', body);
			const update = { resource, operation: 'update', [`${resource}Id`]: byId(id) };
			for (const options of [{}, { skipUnchanged: true }]) {
				const { error, json } = await run({ ...update, updateFields: change[resource], options });
				expect(error?.message).toBe(`Could not update ${resource} ${id}: ${problem}`);
				expect(error?.description).toContain(MAY_BE_SAVED);
				expect(error?.description).toContain('Check the values of this item');
				expect(json).toEqual([]);
			}
		},
	);

	it.each(subjects)('a create of a %s; nothing says that it was created', async (resource) => {
		onWrite('POST', body);
		const { error, json, hints } = await run({ resource, operation: 'create', ...names });
		expect(error?.message).toBe(`Could not create a ${resource}: ${problem}`);
		expect(error?.description).toContain(MAY_EXIST);
		expect([json, hints]).toEqual([[], []]);
		expect(requestsWith(service(), 'POST')).toHaveLength(1);
	});

	it('a Create or Update that creates; an item for the same customer looks first', async () => {
		onWrite('POST', body, { afterHandling: true, times: 1 });
		const upsert = { resource: 'customer', operation: 'upsert', matchOn: 'email', ...names };
		const { json } = await run(
			{ ...upsert, matchValue: 'ada@mail.example' },
			{ items: [{}, {}], onError: 'continueRegularOutput' },
		);
		expect(json[0]?.error).toContain(`Could not create a customer: ${problem}`);
		expect(json[1]).toMatchObject({ email: 'ada@mail.example', syncResult: 'unchanged' });
		expect(recordsOf(service(), 'customer')).toHaveLength(1);
	});

	it('a Create or Update that updates', async () => {
		const { id } = addCustomer(service(), { email: 'ada@mail.example' });
		onWrite('PATCH', body);
		const upsert = { resource: 'customer', operation: 'upsert', matchOn: 'id', matchValue: id };
		const { error } = await run({ ...upsert, additionalFields: { isCompany: true } });
		expect(error?.message).toContain(`: ${problem}`);
		expect(error?.description).toContain(MAY_BE_SAVED);
	});
});

describe('a write that is answered 200 with what is no error is done', () => {
	it.each<[string, unknown]>([
		['error: null', { error: null }],
		['error: false', { error: false }],
		['an empty error', { error: '' }],
		['no errors', { errors: [] }],
		['success: true', { success: true }],
		['a wrapped record', { data: { id: UNKNOWN_ID } }],
		['another record', { id: UNKNOWN_ID, name: 'Haus Koch' }],
		['an empty object', {}],
		['nothing', ''],
	])('(%s): an update reads the record once', async (_, body) => {
		const { id } = addProject(service(), { name: 'Haus Weber' });
		onWrite('PATCH', body, {
			afterHandling: true,
			headers: { 'content-type': 'application/json' },
		});
		const update = { operation: 'update', projectId: byId(id), updateFields: { isLead: true } };
		const { json, hints } = await run(update);
		expect(json).toMatchObject([{ id, name: 'Haus Weber', isLead: true }]);
		expect(requestsWith(service(), 'GET')).toHaveLength(1);
		expect(hints).toEqual([]);
	});

	it.each<[string, Fault]>([
		['fails', { status: 500, body: { message: 'Out of order' } }],
		['brings no record', { status: 200, body: { data: { id: UNKNOWN_ID, name: null } } }],
		['brings another record', { status: 200, body: { id: UNKNOWN_ID, name: 'Haus Koch' } }],
	])('and reading it %s: its ID and what was sent, without nulls, and a hint', async (_, fault) => {
		const { id } = addProject(service(), { name: 'Haus Weber' });
		onWrite('PATCH', { ok: 1 }, { afterHandling: true });
		service().faults.add({ method: 'GET', path: pathOf('getProject', id), ...fault });
		const update = { operation: 'update', projectId: byId(id), options: { maxRetries: 0 } };
		const cleared = { updateFields: { isLead: true }, fieldsToClear: ['numberOfFloors'] };
		const { json, hints } = await run({ ...update, ...cleared });
		expect(json).toEqual([{ id, isLead: true }]);
		expect(hints).toHaveLength(1);
		expect(writes(service())).toHaveLength(1);
	});
});

it('an update that is given up after 502: the change may or may not have been saved', async () => {
	const { id } = addProject(service());
	onWrite('PATCH', { message: 'Bad gateway' }, { status: 502 });
	const update = { operation: 'update', projectId: byId(id), options: { maxRetries: 0 } };
	const { error } = await run({ ...update, updateFields: { isLead: true } });
	expect(error?.message).toBe(`Could not update project ${id} (502): Bad gateway`);
	expect(error?.description).toContain(MAY_BE_SAVED);
	expect(error?.description).toContain('Try again later');
});
