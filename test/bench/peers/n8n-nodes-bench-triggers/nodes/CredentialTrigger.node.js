'use strict';

const { descriptionOf } = require('./trigger.js');

const CREDENTIAL = 'energyProjectsWebhookApi';

/** Reads its credential, and checks nothing. */
exports.CredentialTrigger = class {
	description = descriptionOf('credentialTrigger', 'Credential Trigger', [
		{ name: CREDENTIAL, required: true },
	]);

	async webhook() {
		await this.getCredentials(CREDENTIAL);
		return { workflowData: [this.helpers.returnJsonArray(this.getBodyData())] };
	}
};
