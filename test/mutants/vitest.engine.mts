import { configWith } from './vitest.common.mts';

export default configWith({
	include: [
		'test/integration/{errorTexts,humanId{s,Fields},mapping,matching,skipUnchanged,switches,upsert*,webhook*,writtenRecord}.test.mts',
		'test/integration/savedNames/savedNames.test.mts',
		'test/unit/webhook/fetchedRecord.test.mts',
		'test/unit/actions/*.test.mts',
	],
	setupFiles: ['test/mutants/setup.mts', 'test/integration/harness/setup.mts'],
});
