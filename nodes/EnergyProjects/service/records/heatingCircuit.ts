import type { Field } from '../field';

/** Service document, section HeatingCircuit. */
export const heatingCircuitFields = [
	{
		name: 'name',
		label: 'Name',
		description: 'Name of the heating circuit, usually after the rooms or the floor that it heats',
		type: 'string',
		access: 'optional',
		placeholder: 'e.g. Underfloor heating, ground floor',
	},
	{
		name: 'flowTemperature',
		label: 'Flow Temperature',
		description: 'Temperature of the water going out to the circuit, in degrees Celsius',
		type: 'number',
		access: 'optional',
		unit: '°C',
		placeholder: 'e.g. 35',
	},
	{
		name: 'returnTemperature',
		label: 'Return Temperature',
		description: 'Temperature of the water coming back from the circuit, in degrees Celsius',
		type: 'number',
		access: 'optional',
		unit: '°C',
		placeholder: 'e.g. 28',
	},
	{
		name: 'index',
		label: 'Index',
		description: 'Position of the circuit among the circuits of the project',
		type: 'number',
		access: 'optional',
		placeholder: 'e.g. 0',
	},
	{
		name: 'id',
		label: 'ID',
		description:
			'ID of the circuit, so that an existing circuit is kept when the list is sent again',
		type: 'string',
		access: 'optional',
		placeholder: 'e.g. 6c0d9f7a-1b34-4a9b-8e21-3f2b8c1e5d47',
	},
] as const satisfies readonly Field[];
