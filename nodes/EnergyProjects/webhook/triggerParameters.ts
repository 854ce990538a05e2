import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { eventFiltersParameter } from '../events/eventFilters';
import { eventsParameter, splitByEventParameter } from '../events/eventParameters';
import { numberedList } from '../events/numberedSteps';
import { chosenKinds } from '../service/eventKinds';
import { fetchRecordParameter } from './fetchRecordParameter';
import { DEFAULT_MAX_AGE } from './settings';
import { WEBHOOK_SETTINGS } from './triggerPanel';

const EDIT_ONLY =
	'; if it is edited soon after, only the edit may arrive, so choose the edited event too';

const REGISTRATION = [
	'To receive events:',
	numberedList([
		'Copy the Production URL from “Webhook URLs” above; for a test event, the Test URL',
		`Create a webhook with it in the service: ${WEBHOOK_SETTINGS}`,
		'Copy its signing secret, shown only once, into a new credential, below',
		'Publish this workflow; for a test event, click “Execute step” instead',
	]),
	'To learn of new records, choose both “created” and “edited”, and handle both with Create or Update: if a record is created and soon edited, only the edit may arrive.',
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

/**
 * The place of the credentials. Without it, the editor puts them above Fetch Record, so that the choice there would make
 * a field appear above it. They cannot be apart from each other: the signing secret comes last, and all of them come
 * after what a person decides first.
 */
const credentialsPlace: INodeProperties = {
	displayName: 'Credentials',
	name: 'credentials',
	type: 'credentials',
	default: '',
};

/** The parameters of the trigger node. */
export const triggerProperties: INodeProperties[] = [
	{
		displayName: REGISTRATION,
		name: 'registrationNotice',
		type: 'notice',
		default: '',
	},
	{ ...eventsParameter, options: eventOptions },
	splitByEventParameter,
	fetchRecordParameter,
	credentialsPlace,
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
					'Whether to ignore a delivery that has the same body as one of the last 500 deliveries in the last 24 hours, unless a different version of the same change arrived in between. If other nodes of this workflow save data, a restart of n8n forgets these deliveries.',
			},
		],
	},
];
