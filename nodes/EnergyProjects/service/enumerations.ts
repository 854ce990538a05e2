/** One allowed value of an enumeration: as the service spells it, and as the editor shows it. */
export interface EnumerationValue {
	readonly name: string;
	readonly value: string;
	/** What it means to an installer. Spans of years need no description. */
	readonly description?: string;
	/** The service returns it, but nobody can write it. */
	readonly readOnly?: true;
	/**
	 * What the editor starts with. It never changes: n8n saves nothing for a parameter at its default, so a new default
	 * would change what saved workflows do.
	 */
	readonly isDefault?: true;
}

/** Service document, section Enumerations. Lists of five or more are in alphabetical order, as n8n asks. */
export const enumerations = {
	projectStatus: [
		{
			name: 'In Progress',
			value: 'inProgress',
			description: 'Work is under way or has not started yet',
			isDefault: true,
		},
		{ name: 'Completed', value: 'completed', description: 'The installation is done' },
		{ name: 'Archived', value: 'archived', description: 'Set aside: nobody works on it any more' },
	],
	// The service's document leaves out three further values, the names of integrations of other companies.
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
			description: 'Started as a check of whether a heat pump suits the building',
		},
		{
			name: 'Internal',
			value: 'internal',
			description: "Entered manually in the service's application",
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
			description: 'First or last house in a row, with one free side',
		},
		{
			name: 'Multi-Family House',
			value: 'multiFamilyHouse',
			description: 'Building with three or more flats',
		},
		{
			name: 'Semi-Detached House',
			value: 'semiDetachedHouse',
			description: 'Shares one wall with the house next to it',
		},
		{
			name: 'Single or Double Family House',
			value: 'singleOrDoubleFamilyHouse',
			description: 'Detached, with one or two flats',
		},
		{
			name: 'Terraced House',
			value: 'terracedHouse',
			description: 'In the middle of a row, with a neighbour on each side',
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
			description: 'Burns gas and also uses the heat of the exhaust gases',
			isDefault: true,
		},
		{
			name: 'Condensing Oil Boiler',
			value: 'condensingOil',
			description: 'Burns oil and also uses the heat of the exhaust gases',
		},
		{
			name: 'District Heating or Other',
			value: 'districtOrOther',
			description: 'Heat from a district network, or any other kind of system',
		},
		{
			name: 'Gas Boiler',
			value: 'gas',
			description: 'Burns gas without using the heat of the exhaust gases',
		},
		{
			name: 'Oil Boiler',
			value: 'oil',
			description: 'Burns oil without using the heat of the exhaust gases',
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
			description: 'A pump keeps hot water moving, so it reaches the tap at once',
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
			description: 'A heat pump does not suit the building in its present state',
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

/** The order in which a project goes through its statuses. Lists are sorted by it; the service's document shows none. */
export const projectStatusOrder: readonly ProjectStatus[] = ['inProgress', 'completed', 'archived'];
