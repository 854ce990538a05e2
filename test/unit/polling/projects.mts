import type { IDataObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';
import type { Field } from '../../../nodes/EnergyProjects/service/field.ts';
import { writableFields } from '../../../nodes/EnergyProjects/service/record.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';

const uuidOf = (text: string) =>
	createHash('sha256')
		.update(text)
		.digest('hex')
		.slice(0, 32)
		.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** A value for a writable field that `fullProject` does not name. */
function anyValue(field: Field): IDataObject[string] {
	const parts = (): IDataObject =>
		Object.fromEntries((field.fields ?? []).map((part) => [part.name, anyValue(part)]));
	switch (field.type) {
		case 'number':
			return 12;
		case 'boolean':
			return true;
		case 'enumeration':
			return field.values?.[0].value;
		case 'object':
			return parts();
		case 'list':
			return [parts()];
		default:
			return `${field.name} 2026-09-01`;
	}
}

/** A project in which every writable field is filled in, most of them with values of a usual length. */
export const fullProject = (number: number): IDataObject => ({
	...Object.fromEntries(
		writableFields(projectRecord).map((field) => [field.name, anyValue(field)]),
	),
	id: uuidOf(`project ${number}`),
	humanId: `P-${String(number).padStart(5, '0')}`,
	name: `Wärmepumpe ${number}`,
	companyId: uuidOf('company'),
	customerId: uuidOf(`customer ${number}`),
	createdAt: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString(),
	updatedAt: new Date(Date.UTC(2026, 3, 1) + number * 61_001).toISOString(),
	status: 'inProgress',
	source: 'api',
	isLead: false,
	projectValue: 20_000 + number,
	installationDate: '2026-09-01',
	buildingType: 'terracedHouse',
	buildingAge: 'from1969To1978',
	isMonumentProtected: false,
	numberOfResidents: 4,
	numberOfFloors: 2,
	heatedLivingAreaM2: 140.5,
	avgHeatload: 55,
	yearlyEnergyConsumption: 21_000,
	address: { addressLine1: `Lindenstraße ${number}`, postalCode: '24103', city: 'Kiel' },
	currentHeatingSystemType: 'gas',
	currentHeatingSystemConstructionYear: 'between1980And1995',
	drinkingWaterHeatingSystemType: 'withCirculation',
	heatingCircuits: [{ id: 'c', name: 'Heizkörper', flowTemperature: 55, returnTemperature: 45 }],
	technicalFeasibilityAssesment: 'feasible',
});
