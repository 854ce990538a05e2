/** One allowed value of an enumeration: as the service spells it, and as the editor shows it. */
export interface EnumerationValue {
	readonly name: string;
	readonly value: string;
	/** What it means to an installer; spans of years speak for themselves. */
	readonly description?: string;
	/** Only ever comes back from the service, cannot be written. */
	readonly readOnly?: true;
	/**
	 * What the editor begins with. It stays for ever: n8n saves nothing for a parameter at its default, so another
	 * default would change what saved workflows do.
	 */
	readonly isDefault?: true;
}

/** Service document, section Enumerations. Lists of five or more stand in alphabetical order, as n8n asks. */
export const enumerations = {
	projectStatus: [
		{
			name: 'In Progress',
			value: 'inProgress',
			description: 'Work on it is under way, or still to be done',
			isDefault: true,
		},
		{ name: 'Completed', value: 'completed', description: 'The installation is done' },
		{ name: 'Archived', value: 'archived', description: 'Put away: not worked on any more' },
	],
	// Three further values are names of third-party integrations that the service's document leaves out.
	projectSource: [
		{
			name: 'API',
			value: 'api',
			description: 'Created by another program, such as this node',
			isDefault: true,
		},
		{
			name: 'Check',
			value: 'check',
			description: 'Began as a check whether a heat pump fits the building',
		},
		{
			name: 'Internal',
			value: 'internal',
			description: 'Entered by hand in the application of the service',
		},
		{
			name: 'Marketplace',
			value: 'marketplace',
			description: 'Came from a marketplace where installers find customers',
		},
	],
	buildingType: [
		{
			name: 'Commercial Building',
			value: 'commercialBuilding',
			description: 'Used for a business, such as an office, shop or workshop',
			isDefault: true,
		},
		{
			name: 'End-Terraced House',
			value: 'endTerracedHouse',
			description: 'First or last house of a row, with one free side',
		},
		{
			name: 'Multi-Family House',
			value: 'multiFamilyHouse',
			description: 'Block with three flats or more',
		},
		{
			name: 'Semi-Detached House',
			value: 'semiDetachedHouse',
			description: 'Shares one wall with its twin',
		},
		{
			name: 'Single or Double Family House',
			value: 'singleOrDoubleFamilyHouse',
			description: 'Detached, with one or two flats',
		},
		{
			name: 'Terraced House',
			value: 'terracedHouse',
			description: 'In the middle of a row, with a neighbour on either side',
		},
	],
	buildingAge: [
		{ name: '1919 to 1948', value: 'from1919To1948', isDefault: true },
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
		{
			name: 'Condensing Gas Boiler',
			value: 'condensingGas',
			description: 'Burns gas and also uses the heat of the exhaust',
			isDefault: true,
		},
		{
			name: 'Condensing Oil Boiler',
			value: 'condensingOil',
			description: 'Burns oil and also uses the heat of the exhaust',
		},
		{
			name: 'District Heating or Other',
			value: 'districtOrOther',
			description: 'Heat from a network of the town, or a system of any other kind',
		},
		{
			name: 'Gas Boiler',
			value: 'gas',
			description: 'Burns gas without using the heat of the exhaust',
		},
		{
			name: 'Oil Boiler',
			value: 'oil',
			description: 'Burns oil without using the heat of the exhaust',
		},
		{ name: 'Pellet Boiler', value: 'pellet', description: 'Burns pressed wood' },
	],
	oldHeatingSystemConstructionYear: [
		{ name: 'Before 1980', value: 'before1980', isDefault: true },
		{ name: '1980 to 1995', value: 'between1980And1995' },
		{ name: 'After 1995', value: 'after1995' },
	],
	drinkingWaterHeatingSystemType: [
		{
			name: 'With Circulation',
			value: 'withCirculation',
			description: 'A pump keeps hot water moving, so that it is at the tap at once',
			isDefault: true,
		},
		{
			name: 'Without Circulation',
			value: 'withoutCirculation',
			description: 'Hot water reaches the tap only after some time',
		},
	],
	assessTechnicalFeasibilityType: [
		{
			name: 'Feasible',
			value: 'feasible',
			description: 'A heat pump suits the building',
			isDefault: true,
		},
		{
			name: 'Not Feasible',
			value: 'notFeasible',
			description: 'A heat pump does not suit the building as it is',
		},
		{
			name: 'Not Started',
			value: 'notStarted',
			description: 'The assessment is not complete yet',
			readOnly: true,
		},
	],
} as const satisfies Record<string, readonly EnumerationValue[]>;

type ProjectStatus = (typeof enumerations.projectStatus)[number]['value'];

/** The course of a project, by which lists are sorted: the service's document shows no order of statuses. */
export const projectStatusOrder: readonly ProjectStatus[] = ['inProgress', 'completed', 'archived'];
