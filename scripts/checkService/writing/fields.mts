import { isJson } from '../answers/unwrap.mts';
import type { Json } from '../answers/unwrap.mts';
import { NAMES } from './testRecords.mts';
import type { Noun } from './testRecords.mts';

export const FIRST_ADDRESS = {
	addressLine1: 'Lindenstrasse 12',
	postalCode: '24103',
	city: 'Kiel',
};
/** Only a part of an address: the document does not say which parts are required. */
export const SECOND_ADDRESS = { city: 'Flensburg' };

/** What the test records are created with: enough fields that an update could lose some. */
export const FIRST: Readonly<Record<Noun, Json>> = {
	customer: {
		...NAMES.customer,
		email: 'n8n-check@example.com',
		invoiceEmail: 'n8n-check-invoice@example.com',
		phoneNumber: '+49 431 5550100',
		isCompany: true,
		companyName: 'n8n check',
		address: SECOND_ADDRESS,
	},
	project: {
		...NAMES.project,
		source: 'api',
		projectValue: 12_500,
		buildingType: 'terracedHouse',
		numberOfResidents: 3,
		numberOfFloors: 2,
		address: FIRST_ADDRESS,
		heatingCircuits: [
			{ name: 'Ground floor', flowTemperature: 35, returnTemperature: 28 },
			{ name: 'Upper floor', flowTemperature: 45, returnTemperature: 38 },
		],
	},
};

/** The field of each record that the update empties. */
export const EMPTIED: Readonly<Record<Noun, string>> = {
	customer: 'invoiceEmail',
	project: 'numberOfFloors',
};

/** One circuit in place of two. */
export const SECOND_CIRCUIT = { name: 'Ground floor', flowTemperature: 36 };

/** What the update sends. The circuit has the ID of the first one that is stored. */
export function changesOf(noun: Noun, stored: Json): Json {
	const emptied = { [EMPTIED[noun]]: null };
	if (noun === 'customer') return { phoneNumber: '+49 431 5550101', ...emptied };
	const id = circuitIdOf(stored);
	const circuit = { ...SECOND_CIRCUIT, ...(id !== undefined && { id }) };
	return { address: SECOND_ADDRESS, heatingCircuits: [circuit], ...emptied };
}

/** What a second update sends, if the first one came too soon after the create. */
export const LATER: Readonly<Record<Noun, Json>> = {
	customer: { phoneNumber: '+49 431 5550102' },
	project: { numberOfResidents: 4 },
};

/** The ID of the first heating circuit of a project. */
export function circuitIdOf({ heatingCircuits }: Json): unknown {
	const first: unknown = Array.isArray(heatingCircuits) ? heatingCircuits[0] : undefined;
	return isJson(first) ? (first.id ?? undefined) : undefined;
}
