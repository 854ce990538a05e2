'use strict';

/**
 * The least a node can do: sends GETs through n8n's own helper, so many at once in each round, and hands over how many
 * answers came. What takes longer than this is the node's; what this takes is n8n's and the service's.
 */
class BareRequests {
	description = {
		displayName: 'Bare Requests',
		name: 'bareRequests',
		group: ['transform'],
		version: 1,
		description: 'Sends requests and does nothing else',
		defaults: { name: 'Bare Requests' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'energyProjectsApi', required: true }],
		properties: [{ displayName: 'Rounds', name: 'rounds', type: 'json', default: '[]' }],
	};

	/** `rounds` is a list of lists of URLs: those of a round go at once, and all are waited for. */
	async execute() {
		let count = 0;
		for (const urls of JSON.parse(this.getNodeParameter('rounds', 0))) {
			const answers = await Promise.all(
				urls.map((url) =>
					this.helpers.httpRequestWithAuthentication.call(this, 'energyProjectsApi', {
						method: 'GET',
						url,
						json: true,
					}),
				),
			);
			count += answers.length;
		}
		return [[{ json: { count } }]];
	}
}

module.exports = { BareRequests };
