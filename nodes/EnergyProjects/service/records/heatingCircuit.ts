import type { Field } from '../field';

/** Service document, section HeatingCircuit. */
export const heatingCircuitFields = [
	{
		name: 'name',
		label: 'Name',
		description: 'Name of the heating circuit, such as "Underfloor heating, ground floor"',
		type: 'string',
		access: 'optional',
	},
	{
		name: 'flowTemperature',
		label: 'Flow Temperature',
		description: 'Temperature of the water going out to the circuit, in degrees Celsius',
		type: 'number',
		access: 'optional',
		unit: '°C',
	},
	{
		name: 'returnTemperature',
		label: 'Return Temperature',
		description: 'Temperature of the water coming back from the circuit, in degrees Celsius',
		type: 'number',
		access: 'optional',
		unit: '°C',
	},
	{
		name: 'index',
		label: 'Index',
		description: 'Position of the circuit among the circuits of the project',
		type: 'number',
		access: 'optional',
	},
	{
		name: 'id',
		label: 'ID',
		description: 'ID of the circuit, to keep an existing circuit when the list is sent anew',
		type: 'string',
		access: 'optional',
	},
] as const satisfies readonly Field[];
