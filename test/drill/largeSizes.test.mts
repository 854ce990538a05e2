import { execa } from 'execa';
import { expect, it } from 'vitest';
import { root } from '../../sandbox/n8n/paths.mts';

/** The tests that ask `test/sizes.mts` how much they try out. */
const FILES = [
	'test/unit/polling/model.test.mts',
	'test/unit/polling/state.test.mts',
	'test/unit/webhook/fuzz.test.mts',
	'test/integration/actions/parameters/humanIdLists.test.mts',
	'test/integration/actions/write/writeAndReadBack.test.mts',
];

it('the tests with drawn or many records pass with far more of them', async () => {
	const { all, failed } = await execa('vitest', ['run', ...FILES], {
		cwd: root,
		preferLocal: true,
		env: { DRILL_SIZES: '1' },
		stdin: 'ignore',
		all: true,
		reject: false,
	});
	expect(failed, all).toBe(false);
	expect(all).toMatch(new RegExp(`Test Files.* ${FILES.length} passed`));
});
