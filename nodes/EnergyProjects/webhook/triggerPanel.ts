import type { INodeTypeDescription, NodeHint } from 'n8n-workflow';

const TEST =
	'<b>For a test event:</b> do the numbered steps beside this panel with the <b>Test URL</b>, click “Execute step”, and then change a project or customer in the service.';

const REFUSED =
	'If the node refuses a delivery, it shows why. Then click “Execute step” again.<br><br>';

const HEADER =
	'The signature is taken from the header <b>Service-Signature</b>. If the service gives it another name, any header whose name ends with “-signature” counts.<br><br>';

const EXECUTIONS = 'Its executions appear in the executions list, not in the editor.';

/** The texts of the panel beside the parameters. The steps stand in the notice above the parameters, and nowhere else. */
export const triggerPanel: INodeTypeDescription['triggerPanel'] = {
	header: 'Events from the service',
	activationHint: { inactive: TEST, active: TEST },
	executionsHelp: {
		inactive: `${REFUSED}${HEADER}<b>Once the workflow is ready:</b> do the steps again with the <b>Production URL</b>. Each webhook in the service has a signing secret of its own. ${EXECUTIONS}`,
		active: `${REFUSED}${HEADER}<b>The workflow is published:</b> events sent to the <b>Production URL</b> start it by themselves. ${EXECUTIONS}`,
	},
};

/** Shown at the node on the canvas while it listens. */
export const eventTriggerDescription =
	'Waiting for an event at the Test URL: change a project or customer in the service';

/**
 * While the node listens, n8n's panel says "Go to Energy Projects and create an event", and a node cannot change that
 * sentence. An event goes to the address that is registered, so the output says beside it which one that must be.
 */
export const listeningHints: NodeHint[] = [
	{
		message:
			'A test event has to be sent to the <b>Test URL</b>. Events for the Production URL do not arrive here.',
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
	},
];
