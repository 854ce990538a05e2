import { configWith } from './vitest.common.mts';

// Without what takes long: most of it has its own part of the code, such as redaction.
export default configWith({
	include: [
		'test/unit/actions/{itemOrder,parameters,texts}.test.mts',
		'test/unit/actions/write/*.test.mts',
		'test/unit/values/!(longestBlock).test.mts',
		'test/unit/webhook/**/!(fuzz).test.mts',
		'test/unit/http/{client,credentialGone,outages,restarts,stopped}.test.mts',
		'test/unit/http/errors/requestError.test.mts',
		'test/unit/http/{layers,pace}/*.test.mts',
		'test/unit/events/!(newKind|outputs|triggerParameters).test.mts',
		// What the editor shows.
		'test/unit/actions/noEmptyText.test.mts',
		'test/unit/lists/*.test.mts',
		'test/unit/polling/**/!(slices).test.mts',
	],
	setupFiles: ['test/mutants/setup.mts'],
});
