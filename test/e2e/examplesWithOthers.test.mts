import { describe, it } from 'vitest';
import { readExamples, startsByItself } from '../../sandbox/n8n/demo.mts';
import { expectValidRequests } from '../shared.mts';
import { heatLoadReadyExample } from './examples/heatLoadReady.mts';
import { mcpServerExample } from './examples/mcpServer.mts';
import { mirrorPostgresExample } from './examples/mirrorPostgres.mts';
import { pipedriveExample } from './examples/pipedrive.mts';
import { useStack } from './harness/stack.mts';
import { pipedriveCredential, startPipedrive } from './pipedrive/standIn.mts';

const examples = readExamples();
const pipedrive = await startPipedrive();
const stack = useStack({
	workflows: examples,
	publish: examples.filter(startsByItself).map(({ id }) => id),
	moreCredentials: [pipedriveCredential],
	env: pipedrive.env,
});

describe('the example workflows that work with other systems, in a real n8n', () => {
	// First of all: its pinned data stands for customers that nobody has edited.
	pipedriveExample(stack, pipedrive);
	mcpServerExample(stack);
	heatLoadReadyExample(stack);
	mirrorPostgresExample(stack);

	it('never sent the service anything its description does not allow', () => {
		expectValidRequests(stack().service);
	});
});
