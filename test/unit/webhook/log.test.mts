import type { IWebhookFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { logRefusal } from '../../../nodes/EnergyProjects/webhook/log.ts';
import { NOW_MS } from './fixtures.mts';

const MINUTE = 60_000;
let nodes = 0;

/** A trigger node of its own, and what it wrote to n8n's log. */
function triggerNode(workflow: { id?: string; name?: string } = { id: 'w1', name: 'My workflow' }) {
	const lines: string[] = [];
	const details: unknown[] = [];
	const node = { id: `node-${++nodes}`, name: 'My trigger' };
	const context = {
		getWorkflow: () => workflow,
		getNode: () => node,
		logger: {
			warn: (line: string, more: unknown) => {
				lines.push(line);
				details.push(more);
			},
		},
	} as unknown as IWebhookFunctions;
	const refuse = (statusCode: number, reason: string, nowMs = NOW_MS) =>
		logRefusal(context, statusCode, reason, nowMs);
	return { lines, details, refuse };
}

describe('the log of refusals', () => {
	it('says at once which node of which workflow answered what, and why', () => {
		const { lines, details, refuse } = triggerNode();
		refuse(401, 'the header Service-Signature is missing');
		expect(lines).toEqual([
			'"My trigger" in workflow "My workflow" answered a delivery with 401: the header Service-Signature is missing',
		]);
		expect(details).toEqual([{ workflowId: 'w1', nodeName: 'My trigger' }]);
	});

	it('names the workflow by its id where it has no name', () => {
		const { lines, refuse } = triggerNode({ id: 'w7' });
		refuse(401, 'a reason');
		expect(lines).toEqual(['"My trigger" in workflow "w7" answered a delivery with 401: a reason']);
	});

	it('has one line a minute, however many deliveries are forged', () => {
		const { lines, refuse } = triggerNode();
		for (let ms = 0; ms < MINUTE; ms++) refuse(401, 'no signature matches', NOW_MS + ms);
		expect(lines.length).toBe(1);
	});

	it('says in the next line how many were left out', () => {
		const { lines, refuse } = triggerNode();
		for (let second = 0; second < 60; second++) refuse(401, 'a reason', NOW_MS + second * 1000);
		refuse(401, 'a reason', NOW_MS + MINUTE);
		expect(lines[1]).toBe(`${lines[0]} (59 more like this since the last line)`);
		expect(lines.length).toBe(2);
	});

	it('counts anew after each line', () => {
		const { lines, refuse } = triggerNode();
		for (const ms of [0, 1, 2, MINUTE, MINUTE + 1, 2 * MINUTE]) refuse(401, 'x', NOW_MS + ms);
		expect(lines.map((line) => /\((\d+) more/.exec(line)?.[1])).toEqual([undefined, '2', '1']);
	});

	it('has a line for each refusal where they are a minute apart, with nothing left out', () => {
		const { lines, refuse } = triggerNode();
		for (let minute = 0; minute < 5; minute++) refuse(503, 'x', NOW_MS + minute * MINUTE);
		expect(lines.length).toBe(5);
		expect(lines.join()).not.toContain('more like this');
	});

	it('takes refusals that differ in a number alone for the same', () => {
		const { lines, refuse } = triggerNode();
		refuse(503, 'it was signed 412 s before the time of this machine');
		refuse(503, 'it was signed 99 s before the time of this machine');
		expect(lines.length).toBe(1);
		expect(lines[0]).toContain('signed 412 s before');
	});

	it('shows another reason or another answer at once', () => {
		const { lines, refuse } = triggerNode();
		refuse(401, 'one reason');
		refuse(401, 'another reason');
		refuse(503, 'one reason');
		expect(lines.length).toBe(3);
	});

	it('shows the same refusal of another node or workflow at once', () => {
		const [one, other] = [triggerNode(), triggerNode()];
		one.refuse(401, 'a reason');
		other.refuse(401, 'a reason');
		expect([one.lines.length, other.lines.length]).toEqual([1, 1]);
	});

	it('still limits each node after thousands of other refusals', () => {
		for (let number = 0; number < 3000; number++) triggerNode().refuse(401, 'a reason');
		const { lines, refuse } = triggerNode();
		for (let number = 0; number < 100; number++) refuse(401, 'a reason');
		expect(lines.length).toBe(1);
	});
});
