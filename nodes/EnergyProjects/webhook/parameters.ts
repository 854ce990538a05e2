import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { eventFiltersParameter } from '../events/eventFilters';
import { eventsParameter, splitByEventParameter } from '../events/eventParameters';
import type { Authentication } from '../http/parameters';
import { chosenKinds } from '../service/eventKinds';

/** The default of the option Max Age, in seconds. */
export const DEFAULT_MAX_AGE = 300;

/** Whether the record that an event is about is read, and with which kind of credential. */
export const fetchRecordChoices: Readonly<
	Record<'no' | Authentication, { name: string; description: string }>
> = {
	no: { name: 'No', description: 'The items contain only the data of the event' },
	apiKey: { name: 'With API Key', description: 'Read the record with an API key' },
	oAuth2: { name: 'With OAuth2', description: 'Read the record with an OAuth2 account' },
};

const EDIT_ONLY =
	'; if it is edited soon after, only the edit may arrive, so choose the edited event too';

const STEPS = [
	'Copy the Production URL from “Webhook URLs” above; for a test event, the Test URL',
	'Create a webhook with it in the service: Settings › Integrations › Webhooks',
	'Copy its signing secret, shown only once, into a new credential, below',
	'Publish this workflow; for a test event, click “Execute step” instead',
];

/** Of HTML, a notice keeps only links and lists. A `<ul>` without `<li>` is a line without a bullet. */
const REGISTRATION = [
	'To receive events:',
	...STEPS.map((step, index) => `<ul>${index + 1}. ${step}</ul>`),
	'To be notified of new records, choose both “created” and “edited”, and handle both with Create or Update: if a record is edited soon after it was created, only the edit may arrive.',
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

/**
 * An event contains only the status. The other filters need the record. They are not hidden without it: n8n drops a filter
 * that is hidden, and every project would start the workflow.
 */
const filterOptions = (eventFiltersParameter.options as INodeProperties[]).map((option) =>
	option.name === 'status'
		? option
		: { ...option, description: `${option.description} Needs Fetch Record.` },
);

/**
 * Where the editor shows the credentials (n8n's parameter type `credentials`). Without it they stand above Fetch Record,
 * and choosing there would make a field appear further up.
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
	// One parameter says whether the record is read, and how. The editor hides a boolean that credentials depend on, and it
	// hides a list of choices if each choice belongs to a credential. The choice "No" belongs to none, so this parameter
	// stays visible.
	{
		displayName: 'Fetch Record',
		name: 'fetchRecord',
		type: 'options',
		options: Object.entries(fetchRecordChoices).map(([value, words]) => ({ value, ...words })),
		default: 'no',
		description:
			'Adds the whole project or customer, read with a second credential, as "record"; null if it is gone',
	},
	credentialsPlace,
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
	},
	{ ...eventFiltersParameter, options: filterOptions },
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		description: 'How to handle late deliveries. Most workflows need none.',
		options: [
			{
				displayName: 'Max Age (Seconds)',
				name: 'maxAge',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: DEFAULT_MAX_AGE,
				description:
					'How many seconds the time in the signature may differ from the clock of this machine; 0 turns the check off. If it differs more, the answer is 503, and the service sends the event again.',
			},
		],
	},
];
