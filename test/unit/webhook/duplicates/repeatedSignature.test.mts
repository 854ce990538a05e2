import type { IWebhookFunctions } from 'n8n-workflow';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { contentDigest } from '../../../../nodes/EnergyProjects/events/contentDigest.ts';
import type { watchForRepeats } from '../../../../nodes/EnergyProjects/webhook/duplicates/repeatedSignature.ts';
import { NOW_MS } from '../fixtures.mts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let watch: typeof watchForRepeats;
beforeEach(async () => {
	// The process remembers signatures, so each test starts a new one.
	vi.resetModules();
	({ watchForRepeats: watch } = await import(
		'../../../../nodes/EnergyProjects/webhook/duplicates/repeatedSignature.ts'
	));
});

/** A trigger node, and what it wrote to n8n's log. */
function triggerNode(nodeId = 'n1', workflowId = 'w1') {
	const lines: string[] = [];
	const context = {
		getWorkflow: () => ({ id: workflowId, name: 'My workflow' }),
		getNode: () => ({ id: nodeId, name: 'My trigger' }),
		logger: { warn: (line: string) => lines.push(line) },
	} as unknown as IWebhookFunctions;
	const receive = (signed: string, afterMs = 0, { maxAge = 300, by = 'a' } = {}) => {
		const signatures = [Buffer.from(contentDigest(by))];
		watch(context, { timestampText: signed, timestampMs: 0, signatures }, maxAge, NOW_MS + afterMs);
	};
	return { lines, receive };
}

describe('a delivery that arrives again with its first signature', () => {
	it('has a line in the log, which does not advise a longer Max Age as long as it may be a copy', () => {
		const { lines, receive } = triggerNode();
		receive('1');
		receive('1', 61_000);
		expect(lines).toEqual([
			'"My trigger" in workflow "My workflow" received a delivery again after 61 s with the same timestamp and signature. Either the service does not sign a repeated delivery again, or somebody else sends a copy of it. In the first case only, set the option Max Age (now 300 s) at least as long as the service keeps repeating a delivery',
		]);
	});

	it('is not refused for its age if Max Age is turned off, and the log says so', () => {
		const { lines, receive } = triggerNode();
		receive('1');
		receive('1', 61_000, { maxAge: 0 });
		expect(lines[0]).toContain(
			'The option Max Age is turned off, so neither is refused because of its age',
		);
	});

	it.each([
		[MINUTE, []],
		[MINUTE + 1, ['60']],
	])('after %i ms: the log names the seconds %j', (afterMs, seconds) => {
		const { lines, receive } = triggerNode();
		receive('1');
		receive('1', afterMs);
		expect(lines.map((line) => /after (\d+) s/.exec(line)?.[1])).toEqual(seconds);
	});

	it('is timed from its first arrival', () => {
		const { lines, receive } = triggerNode();
		for (const minutes of [0, 2, 4]) receive('1', minutes * MINUTE);
		expect(lines.map((line) => /after (\d+) s/.exec(line)?.[1])).toEqual(['120', '240']);
	});
});

describe('the log has no line for a delivery', () => {
	it.each<[string, () => ReturnType<typeof triggerNode>, string, string]>([
		['with another timestamp', triggerNode, '2', 'a'],
		['with another signature', triggerNode, '1', 'b'],
		['with the same signature at another node', () => triggerNode('n2'), '1', 'a'],
		['with the same signature at another workflow', () => triggerNode('n1', 'w2'), '1', 'a'],
	])('%s', (_, node, signed, by) => {
		triggerNode().receive('1');
		const { lines, receive } = node();
		receive(signed, 2 * MINUTE, { by });
		expect(lines).toEqual([]);
	});
});

describe('the signatures that are remembered', () => {
	it.each([
		[DAY - 1, 1],
		[DAY, 0],
	])(
		'are forgotten after a day, with the next delivery (after %i ms: %i lines)',
		(nextMs, told) => {
			const { lines, receive } = triggerNode();
			receive('1');
			receive('2', nextMs);
			receive('1', nextMs + 1);
			expect(lines).toHaveLength(told);
		},
	);

	it.each([
		[4999, 1],
		[5000, 0],
	])('are the last 5,000: after %i others there are %i lines', (others, told) => {
		const { lines, receive } = triggerNode();
		receive('first');
		for (let number = 0; number < others; number++) receive(`other ${number}`);
		receive('first', 2 * MINUTE);
		expect(lines).toHaveLength(told);
	});
});
