import { expect, it } from 'vitest';
import { waitFor } from '../../sandbox/service/waitFor.mts';
import { useQueue } from '../e2e/harness/queueMode.mts';
import { SECRET } from '../e2e/harness/stack.mts';

/** More with e.g. QUEUE_EVENTS=2000. */
const EVENTS = Number(process.env.QUEUE_EVENTS ?? 200);
const { queue, service, workflowId, url, count, settled } = useQueue(2);

/** What n8n has kept of its executions, as it stands in the database. */
const executionData = () =>
	queue.query(
		`select replace(replace(data, E'\\n', ' '), E'\\t', ' ') from execution_data join execution_entity e on e.id = "executionId" where e."workflowId" = '${workflowId}'`,
	);

it('queue mode loses no event while webhook processes and workers are killed', async () => {
	const { store, company, webhooks } = service();
	const own = { companyId: company.id, secret: SECRET };
	webhooks.register({ url: url(), events: ['project.created'], ...own });
	const startedAt = Date.now();
	const ids = Array.from(
		{ length: EVENTS },
		(_, number) =>
			store.insert('project', company.id, { name: `P ${number}`, source: 'api', address: null }).id,
	);
	const delivered = () => webhooks.deliveries.filter(({ state }) => state === 'delivered').length;
	for (const [index, share] of [0.25, 0.6].entries()) {
		await waitFor(() => delivered() >= EVENTS * share, { interval: 100 });
		await Promise.all([queue.replace(queue.webhooks, index), queue.replace(queue.workers, index)]);
	}
	await webhooks.idle();
	await settled();

	const perEvent = new Map(ids.map((id) => [id, 0]));
	let interrupted = 0;
	for (const [data = ''] of executionData()) {
		const id = /"([0-9a-f]{8}-[0-9a-f-]{27})","P-/.exec(data)?.[1] ?? '';
		const known = perEvent.get(id);
		if (known !== undefined) perEvent.set(id, known + 1);
		else interrupted++;
	}
	const cutOff = webhooks.deliveries.filter(({ attempts }) => attempts.length > 1);
	const unmatched = ids.filter((id) => perEvent.get(id) === 0);
	const doubled = ids.filter((id) => (perEvent.get(id) ?? 0) > 1);
	console.log(
		[
			`${EVENTS} events in ${Math.round((Date.now() - startedAt) / 1000)} s, two webhook processes and two workers killed on the way`,
			`${delivered()} answered 2xx, ${cutOff.length} of them after more than one attempt`,
			`${count()} executions; ${count("status <> 'success'")} ended with the worker that was killed`,
			`${unmatched.length - interrupted} events without an execution, ${doubled.length} with more than one`,
		].join('\n'),
	);
	expect(delivered()).toBe(EVENTS);
	// n8n wipes the data of an execution that ended with its worker: such a one stands for an event all the same.
	expect(unmatched).toHaveLength(interrupted);
	// A process killed after n8n handed the execution over and before it saved what it had seen: nothing a node
	// could do about it. Only events whose first attempt was cut off can be among them.
	const repeated = cutOff.map(({ body }) => body).join(' ');
	expect(doubled.filter((id) => !repeated.includes(id))).toEqual([]);
});
