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
	noteContext,
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

	it('does not lead back to one in between if it came before', () => {
		const memory = emptyMemory();
		noteUnsaved(memory, 'one', 'two');
		noteUnsaved(memory, 'two', 'one');
		expect(latestState(memory, 'one')).toBe('one');
		expect(latestState(memory, 'two')).toBe('one');
	});
});
