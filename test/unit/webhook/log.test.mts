import type { IWebhookFunctions } from 'n8n-workflow';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { logRefusal } from '../../../nodes/EnergyProjects/webhook/answers/log.ts';
import type { RefusalKind } from '../../../nodes/EnergyProjects/webhook/answers/refusal.ts';
import { NOW_MS } from './fixtures.mts';

const MINUTE = 60_000;
let nodes = 0;

let write: typeof logRefusal;
beforeEach(async () => {
	// The process remembers what was written, so each test starts a new one.
	vi.resetModules();
	({ logRefusal: write } = await import('../../../nodes/EnergyProjects/webhook/answers/log.ts'));
});

/** A new trigger node, and what it wrote to n8n's log. */
function triggerNode(
	workflow: { id?: string; name?: string } = { id: 'w1', name: 'My workflow' },
	name = 'My trigger',
	id = `node-${++nodes}`,
) {
	const lines: string[] = [];
	const details: unknown[] = [];
	const node = { id, name };
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
	const refuse = (reason: string, nowMs = NOW_MS, kind: RefusalKind = 'signatureMissing') =>
		write(context, { statusCode: 401, kind, reason }, nowMs);
	return { lines, details, refuse };
}

describe('the log of refusals', () => {
	it('says at once which node of which workflow refused a delivery, with which answer, and why', () => {
		const { lines, details, refuse } = triggerNode();
		refuse('the header Service-Signature is missing');
		expect(lines).toEqual([
			'"My trigger" in workflow "My workflow" answered a delivery with 401: the header Service-Signature is missing',
		]);
		expect(details).toEqual([{ workflowId: 'w1', nodeName: 'My trigger' }]);
	});

	it('names a workflow without a name by its ID', () => {
		const { lines, refuse } = triggerNode({ id: 'w7' });
		refuse('a reason');
		expect(lines).toEqual(['"My trigger" in workflow "w7" answered a delivery with 401: a reason']);
	});

	it('has one line a minute, however many deliveries are forged', () => {
		const { lines, refuse } = triggerNode();
		for (let ms = 0; ms < MINUTE; ms++) refuse('no signature matches', NOW_MS + ms);
		expect(lines.length).toBe(1);
	});

	it('has one line a minute for refusals of one kind, even if each text contains another ID', () => {
		const { lines, refuse } = triggerNode();
		for (let number = 0; number < 100; number++) {
			refuse(`the record could not be read: request ${crypto.randomUUID()}`, NOW_MS + number);
		}
		expect(lines.length).toBe(1);
	});

	it('says in the next line how many lines were left out', () => {
		const { lines, refuse } = triggerNode();
		for (let second = 0; second < 60; second++) refuse('a reason', NOW_MS + second * 1000);
		refuse('a reason', NOW_MS + MINUTE);
		expect(lines[1]).toBe(`${lines[0]} (59 more like this since the last line)`);
		expect(lines.length).toBe(2);
	});

	it('starts to count again after each line', () => {
		const { lines, refuse } = triggerNode();
		for (const ms of [0, 1, 2, MINUTE, MINUTE + 1, 2 * MINUTE]) refuse('x', NOW_MS + ms);
		expect(lines.map((line) => /\((\d+) more/.exec(line)?.[1])).toEqual([undefined, '2', '1']);
	});

	it('has a line for each of several refusals that are a minute apart', () => {
		const { lines, refuse } = triggerNode();
		for (let minute = 0; minute < 5; minute++) refuse('x', NOW_MS + minute * MINUTE);
		expect(lines.length).toBe(5);
		expect(lines.join()).not.toContain('more like this');
	});

	it('does not fall silent when the clock is set back', () => {
		const { lines, refuse } = triggerNode();
		refuse('x');
		refuse('x', NOW_MS - 24 * 60 * MINUTE);
		refuse('x', NOW_MS - 24 * 60 * MINUTE + 1);
		expect(lines.length).toBe(2);
	});

	it('shows a refusal of another kind at once', () => {
		const { lines, refuse } = triggerNode();
		refuse('one reason', NOW_MS, 'signatureMissing');
		refuse('another reason', NOW_MS, 'signatureWrong');
		expect(lines.length).toBe(2);
	});

	it('shows the same refusal of another node or workflow at once', () => {
		const [one, other] = [triggerNode(), triggerNode()];
		one.refuse('a reason');
		other.refuse('a reason');
		expect([one.lines.length, other.lines.length]).toEqual([1, 1]);
	});

	it('shows the same refusal of a copied workflow at once, although its nodes have the same IDs', () => {
		const [one, copy] = ['w1', 'w2'].map((id) => triggerNode({ id }, 'My trigger', 'same'));
		for (const node of [one, copy, one, copy]) node?.refuse('a reason');
		expect([one?.lines.length, copy?.lines.length]).toEqual([1, 1]);
	});

	it.each([
		[999, 1],
		[1000, 2],
	])(
		'remembers the last 1,000 refusals: after %i others in the same minute there are %i lines',
		(others, lines) => {
			const node = triggerNode();
			node.refuse('a reason');
			for (let number = 0; number < others; number++) triggerNode().refuse('a reason');
			node.refuse('a reason');
			expect(node.lines.length).toBe(lines);
		},
	);

	it('counts a refusal that was written again among the last ones', () => {
		const node = triggerNode();
		node.refuse('a reason');
		for (let number = 0; number < 999; number++) triggerNode().refuse('a reason');
		node.refuse('a reason', NOW_MS + MINUTE);
		triggerNode().refuse('a reason', NOW_MS + MINUTE);
		node.refuse('a reason', NOW_MS + MINUTE + 1);
		expect(node.lines.length).toBe(2);
	});

	it('limits the lines of each node even after thousands of other refusals', () => {
		for (let number = 0; number < 3000; number++) triggerNode().refuse('a reason');
		const { lines, refuse } = triggerNode();
		for (let number = 0; number < 100; number++) refuse('a reason');
		expect(lines.length).toBe(1);
	});
});

describe('a line of the log', () => {
	// What ends a line, moves the cursor, turns the direction of reading around, or is not seen.
	const unseen = [
		...['\n', '\r', '\t', '\u001b[31m', '\u0000', '\u0007', '\u007f', '\u0085', '\u009b'],
		...['\u2028', '\u2029', '\u200e', '\u200f', '\u061c', '\u200b', '\ufeff', '\ud800'],
		...['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'],
	];

	it.each(unseen.map((text) => [JSON.stringify(text), text]))('stays plain with %s', (_, text) => {
		const { lines, details, refuse } = triggerNode(
			{ id: 'w', name: `work${text}flow` },
			`trig${text}ger`,
		);
		refuse(`one ${text} two`);
		for (const line of [...lines, JSON.stringify(details)]) {
			expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
		}
		expect(lines[0]).toMatch(/401: one.* two$/);
	});

	it('has single spaces between the words, and none around a name', () => {
		const { lines, refuse } = triggerNode(
			{ id: 'w', name: '\tMy\r\n  workflow ' },
			'\u200b My\u200b ',
		);
		refuse('a\n\nreason');
		expect(lines).toEqual([
			'"My" in workflow "My workflow" answered a delivery with 401: a reason',
		]);
	});

	it.each([
		[100, 'x'.repeat(100)],
		[101, `${'x'.repeat(100)} …`],
	])('shows of a name with %i characters: %s', (length, shown) => {
		const { lines, refuse } = triggerNode(undefined, 'x'.repeat(length));
		refuse('a reason');
		expect(lines[0]).toContain(`"${shown}" in workflow`);
	});

	it('keeps words of every language', () => {
		const { lines, refuse } = triggerNode({ id: 'w', name: 'Wärmepumpen größer' }, 'משאבת חום 🏠');
		refuse('не найдено');
		expect(lines[0]).toBe(
			'"משאבת חום 🏠" in workflow "Wärmepumpen größer" answered a delivery with 401: не найдено',
		);
	});

	it('stays short, however long the texts in it are', () => {
		const long = '🏠 x'.repeat(100_000);
		const { lines, refuse } = triggerNode({ id: 'w', name: long }, long);
		refuse(long);
		expect([...(lines[0] ?? '')].length).toBeLessThan(800);
		expect(lines[0]).toContain(' …');
	});
});
