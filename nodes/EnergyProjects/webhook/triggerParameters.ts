import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { eventFiltersParameter } from '../events/eventFilters';
import { eventsParameter, splitByEventParameter } from '../events/eventParameters';
import { chosenKinds } from '../service/eventKinds';
import { fetchRecordParameter } from './fetchRecordParameter';
import { DEFAULT_MAX_AGE } from './settings';

const EDIT_ONLY =
	'; if it is edited soon after, only the edit may arrive, so choose the edited event too';

/** n8n removes most HTML from a notice, but keeps links and bulleted lists. */
const REGISTRATION = [
	'To receive events:<ul>',
	'<li>Copy the Production URL from “Webhook URLs” above</li>',
	'<li>Create a webhook with it in the service: Settings › Integrations › Webhooks</li>',
	'<li>Copy its signing secret, shown only once, into the credential above</li>',
	'<li>Publish this workflow</li></ul>',
	'Choose “created” and “edited” together, and handle both with Create or Update: of a record that is created and edited at once, only the edit may arrive.',
].join('');

/**
 * Service document, section Delivery: of several changes within a short time, the service delivers only the final event.
 * The polling trigger tells both apart.
 */
const eventOptions = (eventsParameter.options as INodePropertyOptions[]).map((option) =>
	chosenKinds([String(option.value)]).some(({ change }) => change === 'created')
		? { ...option, description: `${option.description}${EDIT_ONLY}` }
		: option,
);

/** An event contains only the status. The other filters need the record. */
const filterOptions = (eventFiltersParameter.options as INodeProperties[]).map((option) =>
	option.name === 'status'
		? option
		: { ...option, displayOptions: { hide: { '/fetchRecord': ['no'] } } },
);

/** The parameters of the trigger node. */
export const triggerProperties: INodeProperties[] = [
	// The editor shows the credentials above the first parameter that their display conditions name: this one.
	fetchRecordParameter,
	{
		displayName: REGISTRATION,
		name: 'registrationNotice',
		type: 'notice',
		default: '',
	},
	{ ...eventsParameter, options: eventOptions },
	splitByEventParameter,
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description:
			'Whether to return a simplified version of the response instead of the raw data. Its field names are those of the API and of the action node.',
	},
	{ ...eventFiltersParameter, options: filterOptions },
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		description:
			'How to handle late deliveries and duplicates, and whether to raise an alarm. Most workflows need none of these.',
		options: [
			{
				displayName: 'Alarm',
				name: 'alarm',
				type: 'boolean',
				default: true,
				description:
					'Whether to start an execution that fails if an event with a correct signature cannot be handed to the workflow, so that its error workflow runs: at most once an hour for each reason',
			},
			{
				displayName: 'Max Age (Seconds)',
				name: 'maxAge',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: DEFAULT_MAX_AGE,
				description:
					'How many seconds the time in the signature may differ from the clock of this machine, in either direction. 0 turns the check off. The node answers 503 to deliveries outside this range, and the service sends them again.',
			},
			{
				displayName: 'Skip Duplicates',
				name: 'skipDuplicates',
				type: 'boolean',
				default: true,
				description:
					'Whether to ignore a delivery that has the same body as one of the last 500 deliveries in the last 24 hours, unless another body about the same change came in between. If other nodes of this workflow save data, a restart of n8n forgets these deliveries.',
			},
		],
	},
];

const WHILE_BUILDING =
	'<b>While building:</b> click “Execute step” (or “Test this trigger”), register the <b>Test URL</b> as a webhook in the service (Settings › Integrations › Webhooks), enter its signing secret in the credential, then change a project or customer there. The secret is shown only once. If a delivery is refused, the node shows why; then click again.<br><br>';

/** The texts of the panel that listens for a test event. */
export const triggerPanel: INodeTypeDescription['triggerPanel'] = {
	header: 'Events from the service',
	executionsHelp: {
		inactive: `${WHILE_BUILDING}<b>Once the workflow is ready:</b> register the <b>Production URL</b> in the same way, with a secret of its own in the credential, and publish the workflow. Its executions then appear in the executions list, not in the editor.`,
		active: `${WHILE_BUILDING}<b>The workflow is published:</b> events sent to the <b>Production URL</b> start it by themselves. Its executions appear in the executions list, not in the editor.`,
	},
	activationHint:
		'Once the workflow is published, every event sent to the Production URL starts it. Create a webhook with that URL in the service (Settings › Integrations › Webhooks).',
};
