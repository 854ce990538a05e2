import { expect, it } from 'vitest';
import { expectValidRequests } from '../shared.mts';
import { stack } from './editor/editor.mts';
// All that is looked at in the editor is one file, since to load the editor takes as long as many tests.
import './editor/byHand.mts';
import './editor/triggerPanels.mts';
import './editor/rightRecord.mts';
import './editor/exampleNotes.mts';

it('no request broke the description of the service', () => {
	const { service } = stack();
	expect(service.requests.length).toBeGreaterThan(0);
	expectValidRequests(service);
});
