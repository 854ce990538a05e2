import { createHash } from 'node:crypto';
import type { Company } from './records.mts';
import type { Store } from './store.mts';

const companies: Array<{ companyName: string; apiKey: string; city: string }> = [
	{ companyName: 'Nordlicht Wärmetechnik GmbH', apiKey: 'demo-key-nordlicht-0001', city: 'Kiel' },
	{ companyName: 'Alpenstrom Energie KG', apiKey: 'demo-key-alpenstrom-0002', city: 'Kempten' },
];
const words = (text: string, between = ' ') => text.split(between);
const firstNames = words(
	'Anna Bernd Carla Dieter Elif Frank Greta Holger Ines Jürgen Katrin Lars Maria Nils Olga Peter Renate Stefan Tanja Uwe',
);
const lastNames = words(
	'Müller Schmidt Schneider Fischer Weber Yılmaz Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz Großmann',
);
const places: Array<[postalCode: string, city: string, latitude: number, longitude: number]> = [
	['24103', 'Kiel', 54.3233, 10.1228],
	['20095', 'Hamburg', 53.5511, 9.9937],
	['23552', 'Lübeck', 53.8655, 10.6866],
	['04109', 'Leipzig', 51.3397, 12.3731],
	['01067', 'Dresden', 51.0504, 13.7373],
	['28195', 'Bremen', 53.0793, 8.8017],
	['24937', 'Flensburg', 54.7937, 9.4469],
	['18055', 'Rostock', 54.0924, 12.0991],
];
const streets = words(
	'Lindenstraße,Am Mühlenbach,Bahnhofstraße,Gartenweg,Ringstraße,Birkenallee,Dorfstraße,Kirchplatz',
	',',
);
const ages = words(
	'from1969To1978 from1958To1968 from1979To1983 from1984To1994 before1918 from1995To2001 from1949To1957 from2002 from1919To1948',
);
const buildings = words(
	'singleOrDoubleFamilyHouse semiDetachedHouse terracedHouse singleOrDoubleFamilyHouse endTerracedHouse multiFamilyHouse',
);
const heatings = words('gas oil condensingGas condensingOil pellet districtOrOther');

/** An ID that stays the same from one start to the next. */
export const stableId = (name: string): string => {
	const hex = createHash('sha256').update(name).digest('hex');
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** The two companies of every sandbox. The second shows that a key reaches only its own company. */
export function addCompanies(store: Store): void {
	for (const { companyName, apiKey, city } of companies) {
		const id = stableId(companyName);
		const now = store.now();
		const account = {
			id,
			companyName,
			email: `info@${companyName.split(' ')[0].toLowerCase()}.example`,
			phoneNumber: '+49 431 5550100',
			website: `https://${companyName.split(' ')[0].toLowerCase()}.example`,
			address: { addressLine1: 'Hafenstraße 1', postalCode: '24103', city, countryCode: 'DE' },
			createdAt: now,
			updatedAt: now,
		};
		store.companies.push({ id, companyName, apiKey, account });
	}
}

/**
 * Forty customers with their projects and documents: a year in the life of an installer. The data follows fixed rules
 * instead of chance, so that every start shows the same people with the same IDs, and every kind of project.
 */
export function addDemoData(store: Store, company: Company, count = 40): void {
	for (let number = 0; number < count; number++) {
		const customer = addCustomer(store, company, number);
		const project = addProject(store, company, number, customer.id);
		if (number % 2 === 0) addDocuments(store, company, project.id, number);
	}
}

/** Twenty first names and twenty last names make four hundred people. */
const lastNameOf = (number: number) =>
	lastNames[(number * 7 + Math.floor(number / firstNames.length) * 3) % lastNames.length];

function addCustomer(store: Store, company: Company, number: number) {
	const firstName = firstNames[number % firstNames.length];
	const lastName = lastNameOf(number);
	const isCompany = number % 9 === 4;
	const fields = {
		firstName,
		lastName,
		email:
			number % 11 === 10 ? null : `${plain(firstName)}.${plain(lastName)}${number}@mail.example`,
		phoneNumber: `+49 170 55501${String(number).padStart(2, '0')}`,
		isCompany,
		companyName: isCompany ? `${lastName} Hausverwaltung` : null,
		address: addressOf(number),
	};
	return store.insert('customer', company.id, fields, stableId(`${company.id} customer ${number}`));
}

function addProject(store: Store, company: Company, number: number, customerId: string) {
	const area = 95 + ((number * 37) % 140);
	const isLead = number % 5 === 4;
	const daysAhead = ((number * 37) % 360) - 90;
	const fields = {
		name: `Wärmepumpe ${lastNameOf(number)}, ${places[number % places.length][1]}`,
		// One enquiry has no customer yet.
		customerId: number === 34 ? null : customerId,
		source: number % 3 === 0 ? 'check' : 'internal',
		status: number % 6 === 5 ? 'completed' : number % 13 === 12 ? 'archived' : 'inProgress',
		isLead,
		projectValue: isLead ? null : 24_500 + number * 350,
		installationDate: isLead ? null : dayFromNow(daysAhead),
		buildingType: buildings[number % buildings.length],
		buildingAge: ages[number % ages.length],
		numberOfResidents: 1 + (number % 5),
		numberOfFloors: 1 + (number % 3),
		heatedLivingAreaM2: isLead ? null : area,
		yearlyEnergyConsumption: isLead ? null : area * 145,
		address: addressOf(number),
		currentHeatingSystemType: heatings[number % heatings.length],
		currentHeatingSystemConstructionYear: ['before1980', 'between1980And1995', 'after1995'][
			number % 3
		],
		drinkingWaterHeatingSystemType: number % 2 === 0 ? 'withCirculation' : 'withoutCirculation',
		heatingCircuits: circuitsOf(company, number),
		technicalFeasibilityAssesment: isLead
			? 'notStarted'
			: number % 7 === 6
				? 'notFeasible'
				: 'feasible',
	};
	return store.insert('project', company.id, fields, stableId(`${company.id} project ${number}`));
}

const dayFromNow = (days: number) =>
	new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

function circuitsOf(company: Company, number: number) {
	const circuits = [
		{ name: 'Heizkörper', flowTemperature: 55, returnTemperature: 45 },
		{ name: 'Fußbodenheizung EG', flowTemperature: 35, returnTemperature: 28 },
	];
	return circuits.slice(0, 1 + (number % 2)).map((circuit, index) => ({
		id: stableId(`${company.id} circuit ${number} ${index}`),
		...circuit,
		index: index + 1,
	}));
}

function addDocuments(store: Store, company: Company, projectId: string, number: number) {
	const roomId = stableId(`${company.id} room ${number}`);
	const ofProject = { name: 'Angebot.pdf', mime: 'application/pdf', projectId, roomId: null };
	const name = number % 4 === 0 ? null : 'Heizraum.jpg';
	const ofRoom = { name, mime: 'image/jpeg', projectId: null, roomId };
	for (const document of [ofProject, ofRoom]) {
		const id = stableId(`${company.id} document ${number} ${document.mime}`);
		const now = store.now();
		const stored = { id, companyId: company.id, createdAt: now, updatedAt: now };
		store.documents.set(id, { ...stored, ...document });
	}
}

function addressOf(number: number) {
	const [postalCode, city, latitude, longitude] = places[number % places.length];
	return {
		addressLine1: `${streets[(number * 3) % streets.length]} ${1 + ((number * 11) % 80)}`,
		postalCode,
		city,
		country: 'Deutschland',
		countryCode: 'DE',
		latitude,
		longitude,
	};
}

const plain = (name: string) =>
	name
		.toLowerCase()
		.replaceAll('ä', 'ae')
		.replaceAll('ö', 'oe')
		.replaceAll('ü', 'ue')
		.replaceAll('ß', 'ss')
		.replaceAll('ı', 'i')
		.normalize('NFD')
		.replace(/[^a-z]/g, '');
