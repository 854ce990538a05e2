import { afterEach, describe, expect, it, vi } from 'vitest';
import { n8n } from './n8nProcess.mts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 2, 1, 12);
const setClock = (now: number) => void vi.useFakeTimers({ toFake: ['Date'], now });
afterEach(() => void vi.useRealTimers());

/** A workflow whose saved document was lost after its first delivery: only the process knows that delivery. */
async function knownToTheProcessAlone() {
	const workflow = n8n();
	await workflow.receive('a');
	workflow.database.text = '{}';
	const others = async (count: number) => {
		for (let number = 0; number < count; number++) await workflow.withOtherWorkflow().receive('a');
	};
	return { ...workflow, others };
}

describe('the memory of the process', () => {
	it.each([
		['keeps', 499, ['a']],
		['loses', 500, ['a', 'a']],
	])('%s a workflow after %i others', async (_, count, started) => {
		const { executions, receive, others } = await knownToTheProcessAlone();
		await others(count);
		await receive('a');
		expect(executions).toEqual(started);
	});

	it('keeps a workflow that still receives deliveries, however many others there are', async () => {
		const { executions, database, receive, others } = await knownToTheProcessAlone();
		await others(300);
		await receive('b');
		database.text = '{}';
		await others(300);
		await receive('a');
		expect(executions).toEqual(['a', 'b']);
	});

	it('keeps a workflow with a delivery under way, however many others there are', async () => {
		const { receive, others } = await knownToTheProcessAlone();
		void receive('b', { handOver: 1e9 });
		await others(500);
		expect(await receive('b')).toBe(503);
	});

	it.each([
		['keeps', 24 * HOUR - 1000, ['a']],
		['loses', 24 * HOUR, ['a', 'a']],
	])('%s a workflow without a delivery for %i ms', async (_, passed, started) => {
		setClock(START);
		const { executions, receive, others } = await knownToTheProcessAlone();
		setClock(START + passed);
		await others(1);
		await receive('a');
		expect(executions).toEqual(started);
	});

	it('loses a delivery after 24 hours, even if n8n cannot save it', async () => {
		setClock(START);
		const { executions, database, receive } = n8n();
		for (const passed of [0, 24 * HOUR - 1000, 24 * HOUR]) {
			setClock(START + passed);
			database.text = '{"global":null}';
			await receive('a');
		}
		expect(executions).toEqual(['a', 'a']);
	});
});
