// The values that the service computes for a project. The formulas are our own: rough, but the order of magnitude is
// correct.

import type { ApiRecord } from './records.mts';

/** Specific heat load by the age of the building, in W/m2. */
const WATT_PER_M2: Record<string, number> = {
	before1918: 125,
	from1919To1948: 120,
	from1949To1957: 115,
	from1958To1968: 110,
	from1969To1978: 100,
	from1979To1983: 85,
	from1984To1994: 70,
	from1995To2001: 58,
	from2002: 45,
};

/** The computed fields of a project; all null if the area or the age of the building is not known. */
export function computedFields(project: Record<string, unknown>): Record<string, unknown> {
	const { heatedLivingAreaM2: area } = project;
	const wattPerM2 = WATT_PER_M2[String(project.buildingAge)];
	if (typeof area !== 'number' || area <= 0 || wattPerM2 === undefined) {
		return Object.fromEntries(computedNames.map((name) => [name, null]));
	}
	return valuesFor(project, area, wattPerM2);
}

/** A project as a write answers with it: only list and get-by-id return the computed fields. */
export const withoutComputed = (project: ApiRecord): ApiRecord =>
	Object.fromEntries(
		Object.entries(project).filter(([name]) => !computedNames.includes(name)),
	) as ApiRecord;

/** What changes if somebody calculates the rooms of a project once more: half a kilowatt is added each time. */
export function nextCalculation(project: ApiRecord): Record<string, unknown> {
	const { buildingHeatLoadKw: former, heatPumpSizing } = project;
	const loadKw = round((typeof former === 'number' ? former : 8) + 0.5);
	const { heatPumpSizing: usual } = valuesFor(project, 1, 1);
	const sizing = { ...usual, ...(heatPumpSizing as object | null) };
	return {
		buildingHeatLoadKw: loadKw,
		heatPumpSizing: { ...sizing, heatPumpStandardOutputKw: round(loadKw * 1.05) },
	};
}

function valuesFor(project: Record<string, unknown>, area: number, wattPerM2: number) {
	const loadKw = round((area * wattPerM2) / 1000);
	const consumption = project.yearlyEnergyConsumption;
	const residents = typeof project.numberOfResidents === 'number' ? project.numberOfResidents : 3;
	return {
		buildingHeatLoadKw: loadKw,
		fullLoadHours: 2100,
		usageLevel: 0.85,
		consumptionBasedHeatload: typeof consumption === 'number' ? round(consumption / 2100) : null,
		roomByRoomHeatloadKw: round(loadKw * 0.96),
		area: round(area * 1.08),
		envelopeArea: round(area * 2.4),
		bruttoVolume: round(area * 3.1),
		heatloadPerArea: wattPerM2,
		heatloadPerVolume: round(wattPerM2 / 2.6),
		hasRoomWithCustomHeatLoad: false,
		groundTransmissionHeatLoss: round(loadKw * 0.12),
		transmissionHeatLoss: round(loadKw * 0.7),
		airTransmissionHeatLoss: round(loadKw * 0.58),
		ventilationHeatLoss: round(loadKw * 0.3),
		heatPumpSizing: {
			hotWaterConsumptionLiter: residents * 40,
			hotWaterGenerationKwh: round(residents * 1.9),
			heatPumpStandardOutputKw: round(loadKw * 1.05),
			heatPumpBlockingHours: 2,
			bivalencePoint: -5,
			heatingLimitTemperature: 15,
		},
	};
}

const round = (value: number) => Math.round(value * 100) / 100;

const computedNames = Object.keys(valuesFor({}, 1, 1));
