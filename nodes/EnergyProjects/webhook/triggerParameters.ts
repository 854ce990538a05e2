import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { eventFiltersParameter } from '../events/eventFilters';
import { eventsParameter, splitByEventParameter } from '../events/eventParameters';
import { fetchRecordParameter } from './fetchRecordParameter';
import { DEFAULT_MAX_AGE } from './settings';

/** Of HTML, n8n leaves links and lists with bullets in a notice. */
const REGISTRATION = [
	'To receive events:<ul>',
	'<li>Copy the Production URL from “Webhook URLs” above</li>',
	'<li>Create a webhook with it in the service: Settings › Integrations › Webhooks</li>',
	'<li>Copy its signing secret, shown only once, into the credential above</li>',
	'<li>Publish this workflow</li></ul>',
].join('');

/** An event tells the status only: the other filters need the record. */
const filterOptions = (eventFiltersParameter.options as INodeProperties[]).map((option) =>
	option.name === 'status'
		? option
		: { ...option, displayOptions: { hide: { '/fetchRecord': ['no'] } } },
);

/** The parameters of the trigger node. */
export const triggerProperties: INodeProperties[] = [
	// The editor puts the credentials before the parameter that their conditions name.
	fetchRecordParameter,
	{
		displayName: REGISTRATION,
		name: 'registrationNotice',
		type: 'notice',
		default: '',
	},
	eventsParameter,
	splitByEventParameter,
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description:
			'Whether to return a simplified version of the response instead of the raw data: fields are spelled like those of the API and the action node',
	},
	{ ...eventFiltersParameter, options: filterOptions },
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		description: 'How old and how often an event may come in; most workflows need none',
		options: [
			{
				displayName: 'Max Age (Seconds)',
				name: 'maxAge',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: DEFAULT_MAX_AGE,
				description:
					'How many seconds the time of the signature may differ from the clock of this machine, in either direction. 0 turns the check off. Deliveries outside are answered with 503, so that the service tries again.',
			},
			{
				displayName: 'Skip Duplicates',
				name: 'skipDuplicates',
				type: 'boolean',
				default: true,
				description:
					'Whether a delivery with the same body as one of the last 500 of the last 24 hours starts nothing',
			},
		],
	},
];

const WHILE_BUILDING =
	'<b>While building:</b> click “Execute step” (or “Test this trigger”), register the <b>Test URL</b> as a webhook in the service (Settings › Integrations › Webhooks), enter its signing secret in the credential, then change a project or customer there. The secret is shown only once.<br><br>';

/** The words of the panel that listens for a test event. */
export const triggerPanel: INodeTypeDescription['triggerPanel'] = {
	header: 'Events from the service',
	executionsHelp: {
		inactive: `${WHILE_BUILDING}<b>Once the workflow is ready:</b> register the <b>Production URL</b> in the same way, with a secret of its own in the credential, and publish the workflow. Its executions then appear in the executions list, not in the editor.`,
		active: `${WHILE_BUILDING}<b>The workflow is published:</b> events sent to the <b>Production URL</b> start it by themselves. Its executions appear in the executions list, not in the editor.`,
	},
	activationHint:
		'Once the workflow is published, every event sent to the Production URL starts it. A webhook in the service with that URL is needed (Settings › Integrations › Webhooks).',
};
