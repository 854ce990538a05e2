import type { INodeProperties } from 'n8n-workflow';
import { eventFiltersParameter } from '../events/eventFilters';
import { eventsParameter, splitByEventParameter } from '../events/eventParameters';
import { authenticationParameter } from '../http/authentication';
import { sendingOptions } from '../http/sendingOptions';
import { eventKinds, subjectsOf } from '../service/eventKinds';
import { meaningOf } from '../service/field';
import { capitalised } from '../values/text';
import { comparableFields } from './entries/layout';

/** The comparable fields of projects and customers; a name alone could be a field of both. */
const watchableFields = subjectsOf(eventKinds.filter(({ change }) => change === 'edited'))
	.flatMap((record) =>
		comparableFields(record).map((field) => ({
			name: `${capitalised(record.noun)}: ${field.label}`,
			value: `${record.noun}.${field.name}`,
			description: meaningOf(field),
		})),
	)
	.sort((a, b) => a.name.localeCompare(b.name));

/** The parameters of the polling trigger node. */
export const pollingProperties: INodeProperties[] = [
	authenticationParameter,
	{
		...eventsParameter,
		description:
			'The events that start the workflow. The node reads projects or customers only where an event needs them.',
	},
	splitByEventParameter,
	eventFiltersParameter,
	{
		displayName: 'Only If Changed',
		name: 'onlyIfChanged',
		type: 'multiOptions',
		options: watchableFields,
		default: [],
		description:
			'Edits start the workflow only where one of these fields is another than before. Without a field of projects every edit of a project does, and so for customers.',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		description: 'What the first look does, and how requests are sent; most workflows need none',
		options: [
			{
				displayName: 'Emit Existing',
				name: 'emitExisting',
				type: 'boolean',
				default: false,
				description:
					'Whether the first poll reports every project and customer that is there as created. Otherwise it only remembers them.',
			},
			...sendingOptions.map((option) =>
				option.name === 'maxRetries'
					? {
							...option,
							description:
								'How often one request is sent again after a temporary failure; being asked to wait does not count',
						}
					: { ...option },
			),
		],
	},
];
