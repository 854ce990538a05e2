/** One allowed value of an enumeration: as the service spells it, and as the editor shows it. */
export interface EnumerationValue {
	readonly value: string;
	readonly name: string;
	/** What it means to an installer. Spans of years need no description. */
	readonly description?: string;
	/** The service returns it, but nobody can write it. */
	readonly readOnly?: true;
}

const choice = (
	value: string,
	name: string,
	description?: string,
	more: { readonly readOnly?: true } = {},
): EnumerationValue => ({
	name,
	value,
	...(description !== undefined && { description }),
	...more,
});

/**
 * Service document, section Enumerations. Lists of five or more are in alphabetical order, as n8n asks. The editor
 * starts with the first value. The document leaves out three further sources, names of integrations of other companies.
 */
export const enumerations = {
	// In the order in which a project goes through them: lists are sorted by it. The service's document shows none.
	projectStatus: [
		choice('inProgress', 'In Progress', 'Work is under way or has not started yet'),
		choice('completed', 'Completed', 'The installation is done'),
		choice('archived', 'Archived', 'Set aside: nobody works on it any more'),
	],
	projectSource: [
		choice('api', 'API', 'Created by another program, such as this node'),
		choice('check', 'Check', 'Started as a check of whether a heat pump suits the building'),
		choice('internal', 'Internal', "Entered manually in the service's application"),
		choice('marketplace', 'Marketplace', 'Came from a marketplace where installers find customers'),
	],
	buildingType: [
		choice(
			'commercialBuilding',
			'Commercial Building',
			'Used for a business, such as an office, shop or workshop',
		),
		choice(
			'endTerracedHouse',
			'End-Terraced House',
			'First or last house in a row, with one free side',
		),
		choice('multiFamilyHouse', 'Multi-Family House', 'Building with three or more flats'),
		choice('semiDetachedHouse', 'Semi-Detached House', 'Shares one wall with the house next to it'),
		choice(
			'singleOrDoubleFamilyHouse',
			'Single or Double Family House',
			'Detached, with one or two flats',
		),
		choice(
			'terracedHouse',
			'Terraced House',
			'In the middle of a row, with a neighbour on each side',
		),
	],
	buildingAge: [
		choice('from1919To1948', '1919 to 1948'),
		choice('from1949To1957', '1949 to 1957'),
		choice('from1958To1968', '1958 to 1968'),
		choice('from1969To1978', '1969 to 1978'),
		choice('from1979To1983', '1979 to 1983'),
		choice('from1984To1994', '1984 to 1994'),
		choice('from1995To2001', '1995 to 2001'),
		choice('from2002', '2002 or Later'),
		choice('before1918', 'Before 1918'),
	],
	oldHeatingSystemType: [
		choice(
			'condensingGas',
			'Condensing Gas Boiler',
			'Burns gas and also uses the heat of the exhaust gases',
		),
		choice(
			'condensingOil',
			'Condensing Oil Boiler',
			'Burns oil and also uses the heat of the exhaust gases',
		),
		choice(
			'districtOrOther',
			'District Heating or Other',
			'Heat from a district network, or any other kind of system',
		),
		choice('gas', 'Gas Boiler', 'Burns gas without using the heat of the exhaust gases'),
		choice('oil', 'Oil Boiler', 'Burns oil without using the heat of the exhaust gases'),
		choice('pellet', 'Pellet Boiler', 'Burns pressed wood'),
	],
	oldHeatingSystemConstructionYear: [
		choice('before1980', 'Before 1980'),
		choice('between1980And1995', '1980 to 1995'),
		choice('after1995', 'After 1995'),
	],
	drinkingWaterHeatingSystemType: [
		choice(
			'withCirculation',
			'With Circulation',
			'A pump keeps hot water moving, so it reaches the tap at once',
		),
		choice(
			'withoutCirculation',
			'Without Circulation',
			'Hot water reaches the tap only after some time',
		),
	],
	assessTechnicalFeasibilityType: [
		choice('feasible', 'Feasible', 'A heat pump suits the building'),
		choice(
			'notFeasible',
			'Not Feasible',
			'A heat pump does not suit the building in its present state',
		),
		choice('notStarted', 'Not Started', 'The assessment is not complete yet', { readOnly: true }),
	],
} as const;
