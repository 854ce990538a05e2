import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { eventFiltersParameter } from '../events/eventFilters';
import { eventsParameter, splitByEventParameter } from '../events/eventParameters';
import { authenticationParameter } from '../http/parameters';
import { eventKinds } from '../service/eventKinds';
import { capitalised, labelOf, meaningOf } from '../service/field';
import type { Field } from '../service/field';
import { comparableFields } from './entries';

const COMPUTED = '; computed by the service, so it can change without an edit';
const editedKinds = eventKinds.filter(({ change }) => change === 'edited');

/** Added to the name and the description of a computed field. */
const computed = (field: Field, note: string) => (field.isComputed === true ? note : '');
/**
 * The fields of projects that can be compared, then those of customers, each while its Edited event is chosen. The noun is part of
 * the value, since both may have a field of that name.
 */
const watchableFields = editedKinds.flatMap(({ value, subject }) =>
	comparableFields(subject)
		.map((field) => ({
			name: `${capitalised(subject.noun)}: ${labelOf(field)}${computed(field, ' (Computed)')}`,
			value: `${subject.noun}.${field.name}`,
			description: meaningOf(field) + computed(field, COMPUTED),
			displayOptions: { show: { events: [value] } },
		}))
		.sort((a, b) => a.name.localeCompare(b.name)),
);

/** The parameters of the polling trigger node. */
export const pollingProperties: INodeProperties[] = [
	authenticationParameter,
	{
		...eventsParameter,
		description: 'The events that start the workflow',
	},
	splitByEventParameter,
	eventFiltersParameter,
	// Always shown: if the events decided, n8n's editor would empty it whenever an event is added or removed.
	{
		displayName: 'Only If Changed',
		name: 'onlyIfChanged',
		type: 'multiOptions',
		options: watchableFields,
		default: [],
		description:
			'An edit starts the workflow only if one of these fields changed. If you choose no field of projects, every edit of a project does, also one by this workflow itself: then it runs again and again. The same is true for customers. Computed fields count only if chosen.',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		description: 'What the first poll does',
		options: [
			{
				displayName: 'Emit Existing',
				name: 'emitExisting',
				type: 'boolean',
				default: false,
				description:
					'Whether the first poll reports what exists as created, if that event is chosen and the filters let it pass. Otherwise it only records it.',
			},
		],
	},
];

const FIRST_POLL =
	'The first poll of a new trigger only records what already exists. Later polls start the workflow with what was created, edited or deleted since.';

/** The texts of the panel beside the parameters. */
export const pollingPanel: INodeTypeDescription['triggerPanel'] = {
	header: 'Events from Energy Projects',
	activationHint: {
		inactive: `Once the workflow is published, n8n regularly checks Energy Projects for events. <b>${FIRST_POLL}</b>`,
		active: `The workflow is published: n8n regularly checks Energy Projects for events. ${FIRST_POLL}`,
	},
	executionsHelp:
		'<b>While building:</b> click “Fetch Test Event” for a sample of each event you chose: the newest record, the one that was edited last, and a made-up deletion. Nothing is remembered, so the next poll still reports everything.<br><br><b>Once the workflow is published:</b> the poll times decide how often the node looks for changes. Executions appear in the executions list, not in the editor. To start with every record that already exists, add the option Emit Existing and turn it on before you publish.<br><br><b>If the workflow changes what started it</b>, it runs again and again: choose fields under Only If Changed that it does not write.',
};
