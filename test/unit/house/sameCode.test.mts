import { expect, it } from 'vitest';
import { readExamples } from '../../../sandbox/n8n/demo.mts';

/** n8n has no place for code that two workflows share, so each holds a copy. */
it('both examples draw the heat-load sheet by the same code', () => {
	const nodes = readExamples().flatMap((example) =>
		example.nodes.filter(({ name }) => name === 'Draw the sheets'),
	);
	const [one, other, ...more] = nodes.map(({ parameters }) => parameters.jsCode);
	expect(one).toEqual(expect.stringContaining('<!doctype html>'));
	expect(other).toBe(one);
	expect(more).toEqual([]);
});
