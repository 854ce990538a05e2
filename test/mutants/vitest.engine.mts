import { configWith } from './vitest.common.mts';

export default configWith({
	include: [
		'test/integration/{matching,upsert*,humanId*,mapping,writtenRecord,switches,webhook*}.test.mts',
	],
	setupFiles: ['test/mutants/setup.mts', 'test/integration/harness/setup.mts'],
});
