import type { Field } from '../field';

const computed = (
	name: string,
	label: string,
	description: string,
	unit?: string,
	type: 'number' | 'boolean' = 'number',
): Field => ({
	name,
	label,
	description,
	type,
	access: 'readOnly',
	nullable: true,
	isComputed: true,
	...(unit !== undefined && { unit }),
});

const sizing = (name: string, label: string, description: string, unit?: string): Field => ({
	name,
	label,
	description,
	type: 'number',
	access: 'readOnly',
	...(unit !== undefined && { unit }),
});

/**
 * What the service calculates for a project; null if it has not been calculated. A field has a unit only if its name
 * in the service's document shows one. Service document, section Project, computed fields.
 */
export const projectComputedFields: readonly Field[] = [
	computed('buildingHeatLoadKw', 'Building Heat Load', 'Heat load of the whole building', 'kW'),
	computed(
		'fullLoadHours',
		'Full Load Hours',
		'Hours per year that the heating would run if it always ran at full output',
	),
	computed('usageLevel', 'Usage Level', 'Degree of utilisation of the current heating system'),
	computed(
		'consumptionBasedHeatload',
		'Consumption-Based Heat Load',
		'Heat load calculated from the yearly energy consumption',
	),
	computed(
		'roomByRoomHeatloadKw',
		'Room-by-Room Heat Load',
		'Heat load added up room by room',
		'kW',
	),
	computed('area', 'Area', 'Area of the rooms'),
	computed('envelopeArea', 'Envelope Area', 'Area of the outer surfaces of the building'),
	computed('bruttoVolume', 'Gross Volume', 'Volume of the building, measured on the outside'),
	computed('heatloadPerArea', 'Heat Load per Area', 'Heat load divided by the area'),
	computed('heatloadPerVolume', 'Heat Load per Volume', 'Heat load divided by the volume'),
	computed(
		'hasRoomWithCustomHeatLoad',
		'Has Room With Custom Heat Load',
		'Whether a heat load was entered by hand for at least one room',
		undefined,
		'boolean',
	),
	computed(
		'groundTransmissionHeatLoss',
		'Ground Transmission Heat Loss',
		'Heat lost through the ground',
	),
	computed(
		'transmissionHeatLoss',
		'Transmission Heat Loss',
		'Heat lost through the building envelope',
	),
	computed(
		'airTransmissionHeatLoss',
		'Air Transmission Heat Loss',
		'Heat lost through surfaces to the outside air',
	),
	computed('ventilationHeatLoss', 'Ventilation Heat Loss', 'Heat lost through the exchange of air'),
	{
		name: 'heatPumpSizing',
		label: 'Heat Pump Sizing',
		description: 'Size of the heat pump that the building needs',
		type: 'object',
		access: 'readOnly',
		nullable: true,
		isComputed: true,
		fields: [
			sizing(
				'hotWaterConsumptionLiter',
				'Hot Water Consumption',
				'How much hot water the people in the building use',
				'l',
			),
			sizing(
				'hotWaterGenerationKwh',
				'Hot Water Generation',
				'Energy that is needed to heat this water',
				'kWh',
			),
			sizing(
				'heatPumpStandardOutputKw',
				'Heat Pump Standard Output',
				'Heating output that the heat pump must have',
				'kW',
			),
			sizing(
				'heatPumpBlockingHours',
				'Heat Pump Blocking Hours',
				'Hours during which the grid operator may switch it off',
				'h',
			),
			sizing(
				'bivalencePoint',
				'Bivalence Point',
				'Outside temperature below which a second heat source helps',
			),
			sizing(
				'heatingLimitTemperature',
				'Heating Limit Temperature',
				'Outside temperature below which the building is heated',
			),
		],
	},
];
