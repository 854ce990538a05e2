import { configWith } from './vitest.common.mts';

export default configWith({
	include: [
		'test/integration/actions/errorTexts.test.mts',
		'test/integration/actions/parameters/{booleans,humanId{s,Fields},match}.test.mts',
		'test/integration/actions/write/{input,skipUnchanged,upsert*,writtenRecord}.test.mts',
		'test/integration/webhook/*.test.mts',
		'test/integration/savedNames/savedNames.test.mts',
		'test/unit/webhook/fetchedRecord.test.mts',
		'test/unit/actions/*.test.mts',
	],
	setupFiles: ['test/mutants/setup.mts', 'test/integration/harness/setup.mts'],
});
