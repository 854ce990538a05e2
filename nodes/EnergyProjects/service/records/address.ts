import type { Field } from '../field';

/**
 * Service document, section Address. Which of them are required is not shown, so none is.
 */
export const addressFields = [
	{
		name: 'addressLine1',
		label: 'Address Line 1',
		description: 'Street and house number',
		addressRole: 'decides',
		type: 'string',
		access: 'optional',
		placeholder: 'e.g. Lindenstraße 12',
	},
	{
		name: 'addressLine2',
		label: 'Address Line 2',
		description: 'Addition to the address, such as a building part or floor',
		type: 'string',
		access: 'optional',
		placeholder: 'e.g. Rear building, second floor',
	},
	{
		name: 'postalCode',
		label: 'Postal Code',
		description: 'Postal code, as text so that a leading zero stays',
		addressRole: 'decides',
		type: 'string',
		access: 'optional',
		placeholder: 'e.g. 04109',
	},
	{
		name: 'city',
		label: 'City',
		description: 'Town or city',
		addressRole: 'decides',
		type: 'string',
		access: 'optional',
		placeholder: 'e.g. Leipzig',
	},
	{
		name: 'country',
		label: 'Country',
		description: 'Country in words, such as Germany or Austria',
		type: 'string',
		access: 'optional',
		placeholder: 'e.g. Germany',
	},
	{
		name: 'countryCode',
		label: 'Country Code',
		description: 'Two-letter code of the country, such as DE, AT or CH',
		type: 'string',
		access: 'optional',
		placeholder: 'e.g. DE',
		pattern: { regex: /^[A-Za-z]{2}$/, words: 'a two-letter country code such as DE' },
	},
	{
		name: 'latitude',
		label: 'Latitude',
		description: 'Geographic latitude of the building, in decimal degrees',
		addressRole: 'follows',
		type: 'number',
		access: 'optional',
		unit: '°',
		placeholder: 'e.g. 51.3397',
	},
	{
		name: 'longitude',
		label: 'Longitude',
		description: 'Geographic longitude of the building, in decimal degrees',
		addressRole: 'follows',
		type: 'number',
		access: 'optional',
		unit: '°',
		placeholder: 'e.g. 12.3731',
	},
] as const satisfies readonly Field[];
