/** One allowed value of an enumeration: as the service spells it, and as the editor shows it. */
export interface EnumerationValue {
	readonly name: string;
	readonly value: string;
	/** Only ever comes back from the service, cannot be written. */
	readonly readOnly?: true;
	/**
	 * What the editor begins with. It stays for ever: n8n saves nothing for a parameter at its default, so another
	 * default would change what saved workflows do.
	 */
	readonly isPreset?: true;
}

/** Service document, section Enumerations. Lists of five or more stand in alphabetical order, as n8n asks. */
export const enumerations = {
	projectStatus: [
		{ name: 'In Progress', value: 'inProgress', isPreset: true },
		{ name: 'Completed', value: 'completed' },
		{ name: 'Archived', value: 'archived' },
	],
	// Three further values are names of third-party integrations that the service's document leaves out.
	projectSource: [
		{ name: 'API', value: 'api', isPreset: true },
		{ name: 'Check', value: 'check' },
		{ name: 'Internal', value: 'internal' },
		{ name: 'Marketplace', value: 'marketplace' },
	],
	buildingType: [
		{ name: 'Commercial Building', value: 'commercialBuilding', isPreset: true },
		{ name: 'End-Terraced House', value: 'endTerracedHouse' },
		{ name: 'Multi-Family House', value: 'multiFamilyHouse' },
		{ name: 'Semi-Detached House', value: 'semiDetachedHouse' },
		{ name: 'Single or Double Family House', value: 'singleOrDoubleFamilyHouse' },
		{ name: 'Terraced House', value: 'terracedHouse' },
	],
	buildingAge: [
		{ name: '1919 to 1948', value: 'from1919To1948', isPreset: true },
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
		{ name: 'Condensing Gas Boiler', value: 'condensingGas', isPreset: true },
		{ name: 'Condensing Oil Boiler', value: 'condensingOil' },
		{ name: 'District Heating or Other', value: 'districtOrOther' },
		{ name: 'Gas Boiler', value: 'gas' },
		{ name: 'Oil Boiler', value: 'oil' },
		{ name: 'Pellet Boiler', value: 'pellet' },
	],
	oldHeatingSystemConstructionYear: [
		{ name: 'Before 1980', value: 'before1980', isPreset: true },
		{ name: '1980 to 1995', value: 'between1980And1995' },
		{ name: 'After 1995', value: 'after1995' },
	],
	drinkingWaterHeatingSystemType: [
		{ name: 'With Circulation', value: 'withCirculation', isPreset: true },
		{ name: 'Without Circulation', value: 'withoutCirculation' },
	],
	assessTechnicalFeasibilityType: [
		{ name: 'Feasible', value: 'feasible', isPreset: true },
		{ name: 'Not Feasible', value: 'notFeasible' },
		{ name: 'Not Started', value: 'notStarted', readOnly: true },
	],
} as const satisfies Record<string, readonly EnumerationValue[]>;

type ProjectStatus = (typeof enumerations.projectStatus)[number]['value'];

/** The course of a project, by which lists are sorted: the service's document shows no order of statuses. */
export const projectStatusOrder: readonly ProjectStatus[] = ['inProgress', 'completed', 'archived'];
