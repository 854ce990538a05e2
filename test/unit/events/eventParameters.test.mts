import { expect, it } from 'vitest';
import { eventsParameter } from '../../../nodes/EnergyProjects/events/eventParameters.ts';

// n8n saves nothing for a parameter at its default. A kind that joined the default would, on an update of the package,
// start every workflow whose maker left "Trigger On" as it was.
it('a trigger that was left as it was starts on exactly the six kinds of its first version', () => {
	expect(eventsParameter.default).toEqual([
		'project.created',
		'project.edited',
		'project.deleted',
		'customer.created',
		'customer.edited',
		'customer.deleted',
	]);
});
