'use strict';

/** Starts the workflow with whatever is sent to it, as a community trigger of version 1. */
exports.NoopTrigger = class {
	description = {
		...{ name: 'noopTrigger', displayName: 'Noop Trigger', description: 'Checks nothing' },
		...{ group: ['trigger'], version: 1, defaults: { name: 'Noop Trigger' }, properties: [] },
		...{ inputs: [], outputs: ['main'] },
		webhooks: [
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' },
		],
	};

	async webhook() {
		return { workflowData: [this.helpers.returnJsonArray(this.getBodyData())] };
	}
};
