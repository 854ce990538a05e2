import type { INodeTypeDescription, NodeHint } from 'n8n-workflow';
import { numberedLines } from '../events/numberedSteps';

/** Where the service registers webhooks. */
export const WEBHOOK_SETTINGS = 'Settings › Integrations › Webhooks';

const TEST = `<b>For a test event:</b><br>${numberedLines([
	'Copy the <b>Test URL</b> from “Webhook URLs”',
	`Create a webhook with it in the service: ${WEBHOOK_SETTINGS}`,
	'Copy its signing secret, shown only once, into a new credential',
	'Click “Execute step” (or “Test this trigger”)',
	'Change a project or customer in the service',
])}`;

const REFUSED =
	'If the node refuses a delivery, it shows why. Then click “Execute step” again.<br><br>';

/** The texts of the panel beside the parameters. */
export const triggerPanel: INodeTypeDescription['triggerPanel'] = {
	header: 'Events from the service',
	activationHint: {
		inactive: TEST,
		active: TEST,
	},
	executionsHelp: {
		inactive: `${REFUSED}<b>Once the workflow is ready:</b> create another webhook in the service with the <b>Production URL</b>, copy its secret into the credential, and publish the workflow. Its executions then appear in the executions list, not in the editor.`,
		active: `${REFUSED}<b>The workflow is published:</b> events sent to the <b>Production URL</b> start it by themselves. Its executions appear in the executions list, not in the editor.`,
	},
};

/** Shown at the node on the canvas while it listens. */
export const eventTriggerDescription =
	'Waiting for an event at the Test URL: create a webhook with it in the service, then change a project or customer there';

/**
 * While the node listens, n8n's panel says "Go to Energy Projects and create an event", and a node cannot change that
 * sentence. An event goes to the address that is registered, so the output says beside it which one that must be.
 */
export const listeningHints: NodeHint[] = [
	{
		message: `A test event has to be sent to the <b>Test URL</b>: create a webhook with it in the service (${WEBHOOK_SETTINGS}), then change a project or customer there. Events for the Production URL do not arrive here.`,
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
	},
];
