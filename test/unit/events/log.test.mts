import type { IWebhookFunctions } from 'n8n-workflow';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { leftOutSince, warn } from '../../../nodes/EnergyProjects/events/log.ts';

/** The line that n8n's log gets, and what stands beside it. */
function written(
	text: string,
	name = 'My trigger',
	workflow: { id: string; name?: string } = { id: 'w1', name: 'My workflow' },
	ending?: string,
) {
	const warned = vi.fn();
	const node = { id: 'n1', name };
	const logger = { warn: warned };
	const context = { getWorkflow: () => workflow, getNode: () => node, logger };
	warn(context as unknown as IWebhookFunctions, text, ending);
	return warned.mock.calls[0] as [line: string, details: object];
}

describe('a line of the log', () => {
	it('names the node and the workflow', () => {
		expect(written('says something')).toEqual([
			'"My trigger" in workflow "My workflow" says something',
			{ workflowId: 'w1', nodeName: 'My trigger' },
		]);
		expect(written('says something', 'My trigger', { id: 'w7' })[0]).toContain('workflow "w7"');
	});

	// What ends a line, moves the cursor, turns the direction of reading around, or is not seen.
	const unseen = ['\n', '\u001b[31m', '\u0000', '\u2028', '\u200b', '\ud800', '\u202e', '\u2066'];

	it.each(unseen.map((text) => [JSON.stringify(text), text]))('stays plain with %s', (_, text) => {
		const workflow = { id: 'w', name: `work${text}flow` };
		const [line, details] = written(`one ${text} two`, `trig${text}ger`, workflow);
		for (const each of [line, JSON.stringify(details)]) {
			expect(each).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
		}
		expect(line).toMatch(/ one.* two$/);
	});

	it('has single spaces between the words, and none around a name', () => {
		const workflow = { id: 'w', name: '\tMy\r\n  workflow ' };
		expect(written('a\n\nreason', '\u200b My\u200b ', workflow)[0]).toBe(
			'"My" in workflow "My workflow" a reason',
		);
	});

	it('stays short, however long the texts in it are, and keeps its ending', () => {
		const long = '🏠 x'.repeat(100_000);
		const [line] = written(long, long, { id: 'w', name: long }, ' (3 more)');
		expect([...line].length).toBeLessThan(800);
		expect(line).toMatch(/ … \(3 more\)$/);
	});
});

it('what is written once in an interval passes, the next time with the number of those left out', () => {
	const MINUTE = 60_000;
	vi.useFakeTimers({ toFake: ['performance'] });
	onTestFinished(() => void vi.useRealTimers());
	const passes = [0, 1, MINUTE - 2, 1, 1, MINUTE - 1, MINUTE].map((ms) => {
		vi.advanceTimersByTime(ms);
		return leftOutSince('a subject of its own', MINUTE);
	});
	expect(passes).toEqual([0, undefined, undefined, 2, undefined, 1, 0]);
});
