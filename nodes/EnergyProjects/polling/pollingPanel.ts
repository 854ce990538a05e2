import type { INodeTypeDescription } from 'n8n-workflow';

const FIRST_POLL =
	'The first poll after publishing only records what already exists. Later polls start the workflow with what was created, edited or deleted since.';

/** The texts of the panel beside the parameters. */
export const pollingPanel: INodeTypeDescription['triggerPanel'] = {
	header: 'Events from Energy Projects',
	activationHint: {
		inactive: `Once the workflow is published, n8n regularly checks Energy Projects for events. <b>${FIRST_POLL}</b>`,
		active: `The workflow is published: n8n regularly checks Energy Projects for events. ${FIRST_POLL}`,
	},
	executionsHelp:
		'<b>While building:</b> click “Fetch Test Event” for a sample of each event you chose: the newest record, the one that was edited last, and a made-up deletion. Nothing is remembered, so the next poll still reports everything.<br><br><b>Once the workflow is published:</b> the poll times decide how often the node looks for changes. Executions appear in the executions list, not in the editor. To start with every record that already exists, add the option Emit Existing before you publish.',
};
