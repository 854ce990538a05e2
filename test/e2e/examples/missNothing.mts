import { describe, expect, it } from 'vitest';
import { payloadOf } from '../../../sandbox/service/events.mts';
import type { StoreChange } from '../../../sandbox/service/store.mts';
import { UNKNOWN_ID } from '../../shared.mts';
import { Changes } from '../harness/changes.mts';
import { ExecutionLog } from '../harness/executionLog.mts';
import { importFilledIn, webhookIdOf } from '../harness/liveExample.mts';
import { PollingWatch } from '../harness/pollingWatch.mts';
import { sendSigned } from '../harness/sender.mts';
import type { Stack } from '../harness/stack.mts';
import { pollEvery } from '../harness/workflows.mts';

const [INBOX, WEBHOOK, POLLING] = ['EnergyCatchUp001', 'EnergyCatchUp002', 'EnergyCatchUp003'];
/** A step of one's own that does not get through everything. */
const step = {
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: {
		jsCode: `const { eventId } = $('Take the row').first().json;
if (eventId === 'FAILS') throw new Error('The other system is away');
return eventId === 'NOTHING' ? [] : [{ json: {} }];`,
	},
};

/** Both triggers, the inbox, and a step of one's own. */
export const missNothingExample = (stack: () => Stack) =>
	describe('miss nothing', () => {
		const rowsOf = (inbox: string) =>
			new ExecutionLog(stack().options.userFolder).tableRows(`Energy Projects inbox ${inbox}`);
		const done = (inbox: string) =>
			rowsOf(inbox).flatMap(({ state, eventId }) => (state === 'done' ? [String(eventId)] : []));

		it('one closed row for each event, though a third of the webhooks gets lost', async () => {
			const { service, n8n, rest } = stack();
			const made = new Changes(service);
			const rule = { interval: [{ field: 'seconds', secondsInterval: 10 }] };
			const often = { 'Every 15 minutes': { rule } };
			const inbox = await importFilledIn(stack(), INBOX, { parameters: often });
			await rest.publish(inbox);
			const texts = { [INBOX]: inbox };
			const webhook = await importFilledIn(stack(), WEBHOOK, { texts }, 1);
			await rest.publish(webhook);
			const url = `${n8n.url}/webhook/${await webhookIdOf(stack(), webhook)}/webhook`;
			const polling = { 'Poll once an hour': { pollTimes: pollEvery(2) } };
			const filled = { texts, parameters: polling };
			const watch = new PollingWatch(stack(), await importFilledIn(stack(), POLLING, filled, 2));
			await watch.publish();
			await watch.polls(2);
			let count = 0;
			const sent: Array<Promise<number>> = [];
			const send = ({ subject, change, record }: StoreChange) => {
				if (count++ % 3 === 0) return;
				const body = JSON.stringify(payloadOf(service.store, `${subject}.${change}`, record));
				sent.push(sendSigned(url, body));
			};
			service.store.on('change', send);
			made.ofEachKind();
			await Promise.all(sent);
			made.ofEachKind();
			service.store.off('change', send);
			expect(new Set(await Promise.all(sent))).toEqual(new Set([200]));
			await watch.polls(2);
			await watch.unpublish();
			await expect.poll(() => done(inbox).sort()).toEqual([...made.eventIds].sort());
			await rest.unpublish(inbox);
		});

		it('what a step fails at, or hands over nothing of, stays open and is told; the others go on', async () => {
			const items = ['FAILS', 'NOTHING', 'One', 'Two'].map((eventId) => ({
				json: { eventId, event: 'project.edited', project: { id: UNKNOWN_ID } },
			}));
			const filled = {
				replaced: { 'Your own step goes here': step },
				texts: { "minus(1, 'day')": "minus(0, 'day')" },
				pinData: { 'Events of the triggers': items },
			};
			const id = await importFilledIn(stack(), INBOX, filled, 3);
			const { rest } = stack();
			await rest.run(id, 'Events of the triggers');
			expect([rowsOf(id).length, done(id)]).toEqual([4, []]);
			await rest.run(id, 'Every 15 minutes');
			// The other trigger brings them too.
			await rest.run(id, 'Events of the triggers');
			expect([rowsOf(id).length, done(id)]).toEqual([4, ['One', 'Two']]);
			const { errors } = await rest.run(id, 'Every morning');
			expect(errors['Say what is open'].message).toMatch(
				/^2 events .* FAILS: The other system is away.* \| NOTHING: no reason/,
			);
		});
	});
