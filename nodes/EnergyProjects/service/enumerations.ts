/** One allowed value of an enumeration: as the service spells it, and as the editor shows it. */
export interface EnumerationValue {
	readonly name: string;
	readonly value: string;
	/** Only ever comes back from the service, cannot be written. */
	readonly readOnly?: true;
}

/** Service document, section Enumerations. Lists of five or more stand in alphabetical order, as n8n asks. */
export const enumerations = {
	projectStatus: [
		{ name: 'In Progress', value: 'inProgress' },
		{ name: 'Completed', value: 'completed' },
		{ name: 'Archived', value: 'archived' },
	],
	// Three further values are names of third-party integrations that the service's document leaves out.
	projectSource: [
		{ name: 'API', value: 'api' },
		{ name: 'Check', value: 'check' },
		{ name: 'Internal', value: 'internal' },
		{ name: 'Marketplace', value: 'marketplace' },
	],
	buildingType: [
		{ name: 'Commercial Building', value: 'commercialBuilding' },
		{ name: 'End-Terraced House', value: 'endTerracedHouse' },
		{ name: 'Multi-Family House', value: 'multiFamilyHouse' },
		{ name: 'Semi-Detached House', value: 'semiDetachedHouse' },
		{ name: 'Single or Double Family House', value: 'singleOrDoubleFamilyHouse' },
		{ name: 'Terraced House', value: 'terracedHouse' },
	],
	buildingAge: [
		{ name: '1919 to 1948', value: 'from1919To1948' },
		{ name: '1949 to 1957', value: 'from1949To1957' },
		{ name: '1958 to 1968', value: 'from1958To1968' },
		{ name: '1969 to 1978', value: 'from1969To1978' },
		{ name: '1979 to 1983', value: 'from1979To1983' },
		{ name: '1984 to 1994', value: 'from1984To1994' },
		{ name: '1995 to 2001', value: 'from1995To2001' },
		{ name: '2002 or Later', value: 'from2002' },
		{ name: 'Before 1918', value: 'before1918' },
	],
	oldHeatingSystemType: [
		{ name: 'Condensing Gas Boiler', value: 'condensingGas' },
		{ name: 'Condensing Oil Boiler', value: 'condensingOil' },
		{ name: 'District Heating or Other', value: 'districtOrOther' },
		{ name: 'Gas Boiler', value: 'gas' },
		{ name: 'Oil Boiler', value: 'oil' },
		{ name: 'Pellet Boiler', value: 'pellet' },
	],
	oldHeatingSystemConstructionYear: [
		{ name: 'Before 1980', value: 'before1980' },
		{ name: '1980 to 1995', value: 'between1980And1995' },
		{ name: 'After 1995', value: 'after1995' },
	],
	drinkingWaterHeatingSystemType: [
		{ name: 'With Circulation', value: 'withCirculation' },
		{ name: 'Without Circulation', value: 'withoutCirculation' },
	],
	assessTechnicalFeasibilityType: [
		{ name: 'Feasible', value: 'feasible' },
		{ name: 'Not Feasible', value: 'notFeasible' },
		{ name: 'Not Started', value: 'notStarted', readOnly: true },
	],
} as const satisfies Record<string, readonly EnumerationValue[]>;
