import type { IPollFunctions } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
	isSuperseded,
	latestState,
	noteSuperseded,
	noteUnsaved,
} from '../../../nodes/EnergyProjects/polling/state/latestState.ts';
import {
	emptyMemory,
	forgetReport,
	noteContext,
	noteReport,
	processMemory,
} from '../../../nodes/EnergyProjects/polling/state/processMemory.ts';

const pollOf = (workflow: string, node: string) =>
	({
		getWorkflow: () => ({ id: workflow }),
		getNode: () => ({ id: node }),
	}) as unknown as IPollFunctions;

describe('what this process knows about a polling trigger', () => {
	it('is kept apart by workflow and node', () => {
		const known = processMemory(pollOf('a workflow', 'a node'));
		expect(processMemory(pollOf('a workflow', 'a node'))).toBe(known);
		expect(processMemory(pollOf('a workflow', 'another node'))).not.toBe(known);
		expect(processMemory(pollOf('another workflow', 'a node'))).not.toBe(known);
	});

	it('is kept for the 500 nodes that polled last, and for those that are polling', () => {
		const polling = processMemory(pollOf('polling', 'node'));
		const context = pollOf('polling', 'node');
		polling.running = { context, end: Promise.resolve(), isReplaced: false };
		const first = processMemory(pollOf('first', 'node'));
		for (let number = 0; number < 498; number++) processMemory(pollOf(`of 498, ${number}`, 'node'));
		expect(processMemory(pollOf('first', 'node'))).toBe(first);
		for (let number = 0; number < 500; number++) processMemory(pollOf(`of 500, ${number}`, 'node'));
		expect(processMemory(pollOf('first', 'node'))).not.toBe(first);
		expect(processMemory(pollOf('polling', 'node'))).toBe(polling);
		polling.running = undefined;
	});

	it('is kept for longer if the node polls again', () => {
		for (let number = 0; number < 500; number++) processMemory(pollOf(`full ${number}`, 'node'));
		const [first, second] = ['full 0', 'full 1'].map((id) => processMemory(pollOf(id, 'node')));
		for (let number = 0; number < 498; number++) processMemory(pollOf(`more ${number}`, 'node'));
		expect(processMemory(pollOf('full 0', 'node'))).toBe(first);
		processMemory(pollOf('one more', 'node'));
		expect(processMemory(pollOf('full 0', 'node'))).toBe(first);
		expect(processMemory(pollOf('full 1', 'node'))).not.toBe(second);
	});
});

describe('reports of this process', () => {
	it('are known by their marks, the last 20 of them', () => {
		const memory = emptyMemory();
		const marks = Array.from({ length: 25 }, (_, number) => `mark ${number}`);
		for (const mark of marks.slice(0, 20)) noteReport(memory, mark);
		expect(memory.reportMarks).toEqual(marks.slice(0, 20));
		for (const mark of marks.slice(20)) noteReport(memory, mark);
		expect(memory.reportMarks).toEqual(marks.slice(5));
	});

	it('do not count if their execution did not start', () => {
		const memory = emptyMemory();
		for (const mark of ['one', 'two', 'three']) noteReport(memory, mark);
		forgetReport(memory, 'two');
		expect(memory.reportMarks).toEqual(['one', 'three']);
	});
});

describe('polls with a new context', () => {
	it('are counted until a context comes again', () => {
		const memory = emptyMemory();
		const contexts = ['one', 'two', 'three'].map(
			(name) => ({ getNode: () => ({ name }) }) as unknown as IPollFunctions,
		);
		for (const [index, context] of contexts.entries()) {
			noteContext(memory, context);
			expect(memory.newContexts).toBe(index + 1);
		}
		noteContext(memory, contexts[2]);
		expect(memory.newContexts).toBe(0);
	});
});

describe('two nodes with the same ID', () => {
	const contextOf = (name: string) => ({ getNode: () => ({ name }) }) as unknown as IPollFunctions;

	it('are noticed when the first one polls again', () => {
		const memory = emptyMemory();
		const [one, copy] = [contextOf('Changes'), contextOf('Changes1')];
		expect([one, copy].map((context) => noteContext(memory, context))).toEqual([false, false]);
		expect([one, copy, one].map((context) => noteContext(memory, context))).toEqual([
			true,
			true,
			true,
		]);
	});

	it('are noticed however often one of them polled in between', () => {
		const memory = emptyMemory();
		const [one, copy] = [contextOf('Changes'), contextOf('Changes1')];
		noteContext(memory, one);
		for (let time = 0; time < 10; time++) expect(noteContext(memory, copy)).toBe(false);
		expect(noteContext(memory, one)).toBe(true);
	});

	it('are found by the last five names, so that renaming a node often takes no memory', () => {
		const memory = emptyMemory();
		const contexts = Array.from({ length: 10 }, (_, number) => contextOf(`name ${number}`));
		for (const context of contexts) noteContext(memory, context);
		expect(memory.names).toEqual(contexts.slice(5).map((context) => context.getNode().name));
		expect(noteContext(memory, contexts[5])).toBe(true);
	});

	it('are not a node that is renamed, not even to its old name', () => {
		const memory = emptyMemory();
		for (const name of ['one', 'two', 'one', 'two']) {
			const context = contextOf(name);
			for (let time = 0; time < 3; time++) expect(noteContext(memory, context)).toBe(false);
		}
	});
});

describe('a state that a poll has replaced', () => {
	beforeEach(() => void vi.useFakeTimers());
	afterEach(() => void vi.useRealTimers());

	it('is out of date for 30 seconds: n8n may have loaded it for several polls that were due', () => {
		const memory = emptyMemory();
		expect(isSuperseded(memory, 'before')).toBe(false);
		noteSuperseded(memory, 'before');
		expect(isSuperseded(memory, 'before')).toBe(true);
		expect(isSuperseded(memory, 'another')).toBe(false);
		vi.advanceTimersByTime(30_000);
		expect(isSuperseded(memory, 'before')).toBe(true);
		vi.advanceTimersByTime(1);
		expect(isSuperseded(memory, 'before')).toBe(false);
	});

	it('is out of date no matter how long the process runs, and what was replaced meanwhile', () => {
		const memory = emptyMemory();
		vi.advanceTimersByTime(60 * 60_000);
		noteSuperseded(memory, 'one');
		vi.advanceTimersByTime(10_000);
		noteSuperseded(memory, undefined);
		vi.advanceTimersByTime(20_000);
		noteSuperseded(memory, 'three');
		for (const state of ['one', undefined, 'three']) expect(isSuperseded(memory, state)).toBe(true);
	});

	it('takes no memory after that', () => {
		const memory = emptyMemory();
		noteSuperseded(memory, 'before');
		vi.advanceTimersByTime(30_001);
		noteSuperseded(memory, 'after');
		expect(memory.superseded.size).toBe(1);
	});
});

describe('a state that n8n does not save', () => {
	it('is the latest one, whichever older one n8n has loaded', () => {
		const memory = emptyMemory();
		noteUnsaved(memory, undefined, 'one');
		noteUnsaved(memory, 'one', 'two');
		expect(latestState(memory, undefined)).toBe('two');
		expect(latestState(memory, 'one')).toBe('two');
		expect(latestState(memory, 'two')).toBe('two');
	});

	it('does not count if n8n has loaded an unknown one', () => {
		const memory = emptyMemory();
		noteUnsaved(memory, 'one', 'two');
		expect(latestState(memory, 'from a backup')).toBe('from a backup');
	});

	it('is what n8n has loaded, as long as every state was saved', () => {
		expect(latestState(emptyMemory(), 'one')).toBe('one');
		expect(latestState(emptyMemory(), undefined)).toBeUndefined();
	});

	it('is the latest one for a backup too, once a poll came from there', () => {
		const memory = emptyMemory();
		noteUnsaved(memory, 'one', 'two');
		noteUnsaved(memory, 'from a backup', 'two');
		expect(latestState(memory, 'from a backup')).toBe('two');
		expect(latestState(memory, 'one')).toBe('one');
	});

	it('is the one that n8n has loaded if everything became again as it was there', () => {
		const memory = emptyMemory();
		noteUnsaved(memory, 'one', 'two');
		noteUnsaved(memory, 'one', 'one');
		expect(latestState(memory, 'one')).toBe('one');
	});

	it('is found from the first 20 states before it', () => {
		const memory = emptyMemory();
		for (let number = 0; number < 25; number++) {
			noteUnsaved(memory, `state ${number}`, `state ${number + 1}`);
		}
		expect(latestState(memory, 'state 0')).toBe('state 25');
		expect(latestState(memory, 'state 19')).toBe('state 25');
		expect(latestState(memory, 'state 20')).toBe('state 20');
	});

	it('does not lead back to one in between if it came before', () => {
		const memory = emptyMemory();
		noteUnsaved(memory, 'one', 'two');
		noteUnsaved(memory, 'two', 'one');
		expect(latestState(memory, 'one')).toBe('one');
		expect(latestState(memory, 'two')).toBe('one');
	});
});
