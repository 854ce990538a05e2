import { expect, it } from 'vitest';
import { numberedLines, numberedList } from '../../../nodes/EnergyProjects/events/numberedSteps.ts';

const steps = ['Open the service.', 'Add a webhook.'];

it('the steps of a panel have their numbers, one on each line', () => {
	expect(numberedLines(steps)).toBe('1. Open the service.<br>2. Add a webhook.');
});

it('the steps of a notice have their numbers in a list', () => {
	expect(numberedList(steps)).toBe(
		'<ul><li>1. Open the service.</li><li>2. Add a webhook.</li></ul>',
	);
});
