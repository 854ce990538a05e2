import type { IPollFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { warnHourly } from '../../../nodes/EnergyProjects/polling/log.ts';
import { processMemory } from '../../../nodes/EnergyProjects/polling/state/processMemory.ts';

const NOW_MS = Date.parse('2026-03-01T08:00:00Z');
const HOUR = 60 * 60_000;
let nodes = 0;

/** A polling trigger of its own, and what it wrote to n8n's log. */
function pollingTrigger(workflow: { id?: string; name?: string } = { id: 'w1', name: 'Orders' }) {
	const lines: Array<{ line: string; details: unknown }> = [];
	const node = { id: `node-${++nodes}`, name: 'Changes' };
	const context = {
		getWorkflow: () => workflow,
		getNode: () => node,
		logger: { warn: (line: string, details: unknown) => void lines.push({ line, details }) },
	} as unknown as IPollFunctions;
	const say = (text: string, nowMs = NOW_MS) =>
		warnHourly(context, processMemory(context), text, nowMs);
	return { say, lines: () => lines.map(({ line }) => line), details: () => lines[0]?.details };
}

describe('what the polling trigger writes to the log', () => {
	it('names the node and the workflow', () => {
		const { say, lines, details } = pollingTrigger();
		say('could not read the list');
		expect(lines()).toEqual(['"Changes" in workflow "Orders" could not read the list']);
		expect(details()).toEqual({ workflowId: 'w1', nodeName: 'Changes' });
	});

	it('names the workflow by its ID if it has no name', () => {
		const { say, lines } = pollingTrigger({ id: 'w7' });
		say('waits');
		expect(lines()).toEqual(['"Changes" in workflow "w7" waits']);
	});

	it('comes once an hour if it is the same line', () => {
		const { say, lines } = pollingTrigger();
		for (const passed of [0, 0, 1, HOUR / 2, HOUR - 1]) say('waits', NOW_MS + passed);
		expect(lines()).toHaveLength(1);
		say('waits', NOW_MS + HOUR);
		expect(lines()).toHaveLength(2);
	});

	it('comes at once if it is a different line, or from another node', () => {
		const { say, lines } = pollingTrigger();
		const other = pollingTrigger();
		say('waits');
		say('gave up');
		other.say('waits');
		expect(lines()).toHaveLength(2);
		expect(other.lines()).toHaveLength(1);
	});

	it('comes once if it alternates with a different line', () => {
		const { say, lines } = pollingTrigger();
		for (const text of ['waits', 'gave up', 'waits', 'gave up']) say(text);
		expect(lines()).toHaveLength(2);
	});

	it('is remembered for 20 different lines, so that texts that always differ take no memory', () => {
		const { say, lines } = pollingTrigger();
		for (let number = 1; number <= 20; number++) say(`line ${number}`);
		say('line 1');
		expect(lines()).toHaveLength(20);
		say('line 21');
		say('line 1');
		expect(lines()).toHaveLength(22);
	});

	it('comes again if the clock was set back', () => {
		const { say, lines } = pollingTrigger();
		say('waits');
		say('waits', NOW_MS - HOUR);
		expect(lines()).toHaveLength(2);
	});

	it('is one line with a text of at most 500 characters, without control characters', () => {
		const { say, lines } = pollingTrigger();
		say(`read\r\n\u001b[31m"forged line" \u202e${'x'.repeat(2_000)}`);
		const text = lines()[0].replace('"Changes" in workflow "Orders" ', '');
		expect(text).toMatch(/^read \[31m"forged line" x+ …$/);
		expect(text).toHaveLength(502);
	});
});
