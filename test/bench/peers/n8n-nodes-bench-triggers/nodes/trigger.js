'use strict';

/** What both triggers have: a URL that starts the workflow with whatever is sent to it. */
exports.descriptionOf = (name, displayName, credentials) => ({
	name,
	displayName,
	group: ['trigger'],
	version: 1,
	description: displayName,
	defaults: { name: displayName },
	inputs: [],
	outputs: ['main'],
	credentials,
	webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
	properties: [],
});
