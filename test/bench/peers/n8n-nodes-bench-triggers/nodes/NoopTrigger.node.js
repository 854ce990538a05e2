'use strict';

const { descriptionOf } = require('./trigger.js');

/** Checks nothing. */
exports.NoopTrigger = class {
	description = descriptionOf('noopTrigger', 'Noop Trigger', []);

	async webhook() {
		return { workflowData: [this.helpers.returnJsonArray(this.getBodyData())] };
	}
};
