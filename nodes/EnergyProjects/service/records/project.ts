import { recordEndpoints } from '../endpoints';
import { enumerations } from '../enumerations';
import {
	boolean,
	date,
	dateTime,
	enumeration,
	list,
	number,
	object,
	string,
	uuid,
	readOnly,
} from '../field';
import type { Field } from '../field';
import { UUID_EXAMPLE } from '../ids';
import type { StandardResource } from '../resource';
import { addressFields, heatingCircuitFields } from './parts';

/**
 * What the service calculates; null if it has not been calculated. Such a field has a unit only if its name in the
 * service's document shows one.
 */
const computed = { ...readOnly, nullable: true, isComputed: true } as const;

const fields: readonly Field[] = [
	uuid('id', 'ID of the project, assigned by the service', readOnly),
	string('humanId', 'Readable ID of the project', {
		nullable: true,
		placeholder: 'e.g. P-001',
	}),
	string('name', 'Name of the project, as the list of projects shows it', {
		access: 'required',
		placeholder: 'e.g. Heat pump, Müller family, Leipzig',
	}),
	uuid('companyId', 'ID of the company the project belongs to', {
		access: 'required',
		defaultsTo: 'companyOfCredential',
		placeholder: `e.g. ${UUID_EXAMPLE}`,
	}),
	uuid('currentStageId', 'ID of the stage the project is in', readOnly),
	uuid('customerId', 'The customer the project is for', {
		label: 'Customer',
		nullable: true,
		refersTo: 'customer',
	}),
	enumeration('status', 'Project status, set manually', { values: enumerations.projectStatus }),
	enumeration(
		'source',
		'Where the project came from. A project that this node creates has "api".',
		{
			values: enumerations.projectSource,
			valuesAreOpen: true,
			createdWith: 'api',
		},
	),
	boolean('isLead', 'Whether the project is still an enquiry and not yet an order', {
		nullable: true,
		startsAs: false,
	}),
	number('projectValue', 'Monetary value of the project', {
		nullable: true,
		placeholder: 'e.g. 24500',
	}),
	date(
		'installationDate',
		'Day of the installation. A date without a time, or midnight UTC, means that day. Any other time with a time zone counts as its day in the time zone of the workflow.',
		{ nullable: true },
	),
	enumeration('buildingType', 'Type of the building that is to be heated', {
		nullable: true,
		values: enumerations.buildingType,
	}),
	enumeration(
		'buildingAge',
		'Years in which the building was built; they show how well it is insulated',
		{ nullable: true, values: enumerations.buildingAge },
	),
	boolean(
		'isMonumentProtected',
		'Whether the building is a protected monument, so that less may be changed',
		{ startsAs: false },
	),
	number(
		'numberOfResidents',
		'How many people live in the building; this decides how much hot water is needed',
		{ nullable: true, placeholder: 'e.g. 4' },
	),
	number('numberOfFloors', 'How many floors the building has', {
		nullable: true,
		placeholder: 'e.g. 2',
	}),
	number(
		'heatedLivingAreaM2',
		'Heated living area in square metres, used in the heat pump check; it need not equal the sum of the rooms',
		{ label: 'Heated Living Area', nullable: true, unit: 'm²', placeholder: 'e.g. 142.5' },
	),
	number(
		'avgHeatload',
		'Heat load of the whole building divided by the heated living area, in watts per square metre',
		{ label: 'Average Heat Load', nullable: true, unit: 'W/m²', placeholder: 'e.g. 65' },
	),
	number(
		'yearlyEnergyConsumption',
		'Energy that the current heating uses, in kilowatt hours per year',
		{ nullable: true, unit: 'kWh/year', placeholder: 'e.g. 18000' },
	),
	object('address', 'Address of the building', {
		access: 'required',
		nullable: true,
		fields: addressFields,
	}),
	enumeration('currentHeatingSystemType', 'The heating that the building has today', {
		values: enumerations.oldHeatingSystemType,
	}),
	enumeration('currentHeatingSystemConstructionYear', 'When the current heating was built', {
		values: enumerations.oldHeatingSystemConstructionYear,
	}),
	enumeration(
		'drinkingWaterHeatingSystemType',
		'How hot water reaches the taps: kept moving through the pipes, or not',
		{ values: enumerations.drinkingWaterHeatingSystemType },
	),
	list('heatingCircuits', 'The circuits that carry heat into the rooms', {
		fields: heatingCircuitFields,
		entry: { name: 'circuit', label: 'Circuit' },
	}),
	enumeration(
		'technicalFeasibilityAssesment',
		'How feasible a heat pump is, according to the assessment; "Not Started" until it is complete',
		{
			label: 'Technical Feasibility Assessment',
			values: enumerations.assessTechnicalFeasibilityType,
		},
	),
	dateTime('createdAt', 'When the project was created', readOnly),
	dateTime('updatedAt', 'When the project was last changed', readOnly),
	number('buildingHeatLoadKw', 'Heat load of the whole building', {
		label: 'Building Heat Load',
		...computed,
		unit: 'kW',
	}),
	number(
		'fullLoadHours',
		'Hours per year that the heating would run if it always ran at full output',
		computed,
	),
	number('usageLevel', 'Degree of utilisation of the current heating system', computed),
	number('consumptionBasedHeatload', 'Heat load calculated from the yearly energy consumption', {
		label: 'Consumption-Based Heat Load',
		...computed,
	}),
	number('roomByRoomHeatloadKw', 'Heat load added up room by room', {
		label: 'Room-by-Room Heat Load',
		...computed,
		unit: 'kW',
	}),
	number('area', 'Area of the rooms', computed),
	number('envelopeArea', 'Area of the outer surfaces of the building', computed),
	number('bruttoVolume', 'Volume of the building, measured on the outside', {
		label: 'Gross Volume',
		...computed,
	}),
	number('heatloadPerArea', 'Heat load divided by the area', {
		label: 'Heat Load per Area',
		...computed,
	}),
	number('heatloadPerVolume', 'Heat load divided by the volume', {
		label: 'Heat Load per Volume',
		...computed,
	}),
	boolean(
		'hasRoomWithCustomHeatLoad',
		'Whether a heat load was entered by hand for at least one room',
		computed,
	),
	number('groundTransmissionHeatLoss', 'Heat lost through the ground', computed),
	number('transmissionHeatLoss', 'Heat lost through the building envelope', computed),
	number('airTransmissionHeatLoss', 'Heat lost through surfaces to the outside air', computed),
	number('ventilationHeatLoss', 'Heat lost through the exchange of air', computed),
	object('heatPumpSizing', 'Size of the heat pump that the building needs', {
		...computed,
		fields: [
			number('hotWaterConsumptionLiter', 'How much hot water the people in the building use', {
				label: 'Hot Water Consumption',
				...readOnly,
				unit: 'l',
			}),
			number('hotWaterGenerationKwh', 'Energy that is needed to heat this water', {
				label: 'Hot Water Generation',
				...readOnly,
				unit: 'kWh',
			}),
			number('heatPumpStandardOutputKw', 'Heating output that the heat pump must have', {
				label: 'Heat Pump Standard Output',
				...readOnly,
				unit: 'kW',
			}),
			number('heatPumpBlockingHours', 'Hours during which the grid operator may switch it off', {
				...readOnly,
				unit: 'h',
			}),
			number(
				'bivalencePoint',
				'Outside temperature below which a second heat source helps',
				readOnly,
			),
			number(
				'heatingLimitTemperature',
				'Outside temperature below which the building is heated',
				readOnly,
			),
		],
	}),
];

/** Service document, section Project. */
export const projectResource = {
	noun: 'project',
	fields,
	simplified: [
		'id',
		'humanId',
		'name',
		'status',
		'isLead',
		'customerId',
		'address.city',
		'installationDate',
		'buildingHeatLoadKw',
		'updatedAt',
	],
	endpoints: recordEndpoints('project', ['get', 'getAll']),
	list: {
		form: 'pages',
		sortKeys: { created_at: 'createdAt', customer_id: 'customerId', status: 'status' },
		byAge: {
			newestFirst: { sortBy: 'created_at', order: 'desc' },
			newestLast: { sortBy: 'created_at', order: 'asc' },
		},
	},
	matchOn: [
		{ value: 'humanId', fields: ['humanId'] },
		{
			value: 'name',
			fields: ['name'],
			and: ['customerId'],
			meaning:
				'Name of the project. If the item names a customer, only projects of this customer or without a customer count.',
		},
	],
	namedBy: ['humanId', 'name'],
} as const satisfies StandardResource;
