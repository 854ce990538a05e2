import { expect } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import { waitFor, within } from '../../../sandbox/service/waitFor.mts';
import { recordsOf, UNKNOWN_ID } from '../../shared.mts';
import { ExecutionLog } from '../harness/executionLog.mts';
import { importFilledIn } from '../harness/liveExample.mts';
import type { Stack } from '../harness/stack.mts';
import { enquiryForm } from './enquiries.mts';

// The examples that no next run makes up for, when n8n is killed between two of their nodes.

/** An enquiry whose customer is stored, and whose lead is not. */
export async function enquiryToBeKilled(stack: Stack) {
	const { rest, service } = stack;
	const { id, send, mailServer } = await enquiryForm(stack);
	const path = `/rest/workflows/${id}`;
	const { settings, versionId } = await rest.call<Record<string, object>>('GET', path);
	const told = { settings: { ...settings, errorWorkflow: 'RestartFailure01' }, versionId };
	await rest.call('PATCH', path, told);
	await rest.publish(id);
	// Never carried out, or a later test would see a project that comes late.
	const late = { method: 'POST', path: pathOf('createProject'), delayMs: 20_000, reset: true };
	service.faults.add(late);
	await send('Grace', 'Killed', 'killed@mail.example', 'Weg 1', '', 'Kiel', '');
	const stored = (subject: 'customer' | 'project') =>
		recordsOf(service, subject).filter((one) => /Killed/.test(`${one.lastName} ${one.name}`));
	return {
		isBetweenTwoNodes: async () =>
			await waitFor(() => stored('customer').length === 1, within(30, 'No customer')),
		isStoredByRetry: async () => {
			const [{ errors }] = await stack.executions('RestartFailure01', 1);
			expect(errors).toEqual({});
			const [execution] = await rest.executionIds(id);
			await rest.call('POST', `/rest/executions/${execution}/retry`, { loadWorkflow: false });
			await expect.poll(() => mailServer.mails.join()).toMatch(/the lead P-\d+/);
			expect([stored('customer').length, stored('project').length]).toEqual([1, 1]);
			await mailServer.close();
		},
	};
}

/** An event in the inbox whose row is taken, and whose step has not begun. */
export async function eventToBeKilled(stack: Stack) {
	const { rest, service, options } = stack;
	const event = { eventId: 'Killed', event: 'customer.edited', customer: { id: UNKNOWN_ID } };
	const id = await importFilledIn(stack, 'EnergyCatchUp001', {
		texts: { "minus(1, 'hour')": "minus(0, 'hour')" },
		pinData: { 'Events of the triggers': [{ json: event }] },
	});
	service.faults.add({ method: 'GET', path: new RegExp(UNKNOWN_ID), delayMs: 20_000 });
	const start = { triggerToStartFrom: { name: 'Events of the triggers' } };
	await rest.call('POST', `/rest/workflows/${id}/run`, start);
	const states = () =>
		new ExecutionLog(options.userFolder)
			.tableRows(`Energy Projects inbox ${id}`)
			.map(({ state }) => state);
	return {
		isBetweenTwoNodes: async () =>
			await waitFor(() => states()[0] === 'working', within(30, 'The row was not taken')),
		isTakenUp: async () => {
			await rest.run(id, 'Every 15 minutes');
			expect(states()).toEqual(['done']);
		},
	};
}
