import { describe, expect, it } from 'vitest';
import {
	comparableId,
	isSameId,
	recordIdIn,
	UUID_ALONE,
	UUID_EXAMPLE,
} from '../../../nodes/EnergyProjects/service/ids.ts';

it.each([
	[{ id: UUID_EXAMPLE }, UUID_EXAMPLE],
	[{ id: 'P-1' }, 'P-1'],
	[{ id: 17 }, '17'],
	[{ id: '' }, undefined],
	[{ id: null }, undefined],
	[{}, undefined],
	['text', undefined],
	[null, undefined],
])('the ID in the record %j is %s', (record, expected) => {
	expect(recordIdIn(record)).toBe(expected);
});

describe('two IDs', () => {
	it.each([
		[UUID_EXAMPLE, ` ${UUID_EXAMPLE.toUpperCase()} `, true],
		['P-1', 'P-1', true],
		[5, '5', true],
		['P-1', 'p-1', false],
		[5, UUID_EXAMPLE, false],
		[undefined, UUID_EXAMPLE, false],
		[undefined, undefined, false],
		['', '', false],
	])('%j and %j are the same: %s', (one, other, isSame) => {
		expect(isSameId(one, other)).toBe(isSame);
		expect(isSameId(other, one)).toBe(isSame);
	});

	it('are compared in lower case if they are UUIDs, and as they are otherwise', () => {
		expect(comparableId(UUID_EXAMPLE.toUpperCase())).toBe(UUID_EXAMPLE);
		expect(comparableId('P-1')).toBe('P-1');
	});
});

it('a UUID is one and nothing else, in any letter case', () => {
	const id = UUID_EXAMPLE.toUpperCase();
	for (const [text, isOne] of [
		[id, true],
		[`${id}0`, false],
		[`0${id}`, false],
		['', false],
	] as const)
		expect(UUID_ALONE.test(text)).toBe(isOne);
});
