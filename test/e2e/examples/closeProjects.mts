import { describe, expect, it } from 'vitest';
import { recordsOf } from '../../shared.mts';
import { importFilledIn } from '../harness/liveExample.mts';
import type { Stack } from '../harness/stack.mts';

const ID = 'EnergyClosing000';
const START = 'Every Monday';
const WRITE = 'Set status to completed';
const AT_ONCE = 3;

/** Projects whose installation day has passed: shown first, then completed a few at a time. */
export const closeProjectsExample = (stack: () => Stack) =>
	describe('close projects after their installation', () => {
		const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' });
		/** Oldest first, as the store has them. */
		const due = () =>
			recordsOf(stack().service, 'project').filter(
				({ status, isLead, installationDate }) =>
					status === 'inProgress' &&
					isLead !== true &&
					Boolean(installationDate) &&
					String(installationDate) < today,
			);

		it('shows as it comes what would change, and changes nothing', async () => {
			const before = due();
			expect(before.length).toBeGreaterThan(AT_ONCE);
			const { outputs, errors } = await stack().rest.run(ID, START);
			expect(errors).toEqual({});
			expect(outputs['Show what would change'][0].map(({ json }) => json)).toEqual(
				before.map(({ humanId, name, installationDate }) => ({
					Number: humanId,
					Project: name,
					'Installation day': installationDate,
					Change: 'Status: in progress → completed',
				})),
			);
			expect(due().map(({ id }) => id)).toEqual(before.map(({ id }) => id));
		});

		it('completes three at a time once its last node is switched on, the oldest first', async () => {
			const id = await importFilledIn(stack(), ID, { switchedOn: [WRITE] });
			const ids = due().map((project) => project.id);
			const { outputs, errors } = await stack().rest.run(id, START);
			expect(errors).toEqual({});
			expect(outputs[WRITE][0].map(({ json }) => json.id)).toEqual(ids.slice(0, AT_ONCE));
			const { projects } = stack().service.store;
			expect(ids.slice(0, AT_ONCE).map((one) => projects.get(one)?.status)).toEqual(
				Array.from({ length: AT_ONCE }, () => 'completed'),
			);
			expect(due().map((project) => project.id)).toEqual(ids.slice(AT_ONCE));
		});
	});
