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
 * What the service works out for a project; null where not computed. Units only where the service's document
 * shows one in the field's name. Service document, section Project, computed fields.
 */
export const projectComputedFields: readonly Field[] = [
	computed('buildingHeatLoadKw', 'Building Heat Load', 'Heat load of the whole building', 'kW'),
	computed('fullLoadHours', 'Full Load Hours', 'Hours a year at full load'),
	computed('usageLevel', 'Usage Level', 'Degree of utilisation of the current heating system'),
	computed(
		'consumptionBasedHeatload',
		'Consumption-Based Heat Load',
		'Heat load worked out from the yearly energy consumption',
	),
	computed(
		'roomByRoomHeatloadKw',
		'Room-by-Room Heat Load',
		'Heat load added up room by room',
		'kW',
	),
	computed('area', 'Area', 'Area of the rooms'),
	computed('envelopeArea', 'Envelope Area', 'Area of the outer surfaces of the building'),
	computed('bruttoVolume', 'Gross Volume', 'Gross volume of the building'),
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
	computed('ventilationHeatLoss', 'Ventilation Heat Loss', 'Heat lost by exchange of air'),
	{
		name: 'heatPumpSizing',
		label: 'Heat Pump Sizing',
		description: 'Size of the heat pump that the building asks for',
		type: 'object',
		access: 'readOnly',
		nullable: true,
		fields: [
			sizing('hotWaterConsumptionLiter', 'Hot Water Consumption', 'Hot water consumed', 'l'),
			sizing('hotWaterGenerationKwh', 'Hot Water Generation', 'Energy to heat the water', 'kWh'),
			sizing('heatPumpStandardOutputKw', 'Heat Pump Standard Output', 'Output needed', 'kW'),
			sizing('heatPumpBlockingHours', 'Heat Pump Blocking Hours', 'Hours without supply', 'h'),
			sizing('bivalencePoint', 'Bivalence Point', 'Where a second heat source steps in'),
			sizing('heatingLimitTemperature', 'Heating Limit Temperature', 'Where heating begins'),
		],
	},
];
