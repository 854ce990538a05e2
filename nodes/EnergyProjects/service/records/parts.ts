import { number, string } from '../field';

/** Service document, section Address. It does not show which of them are required, so none is. */
export const addressFields = [
	string('addressLine1', 'Street and house number', {
		label: 'Address Line 1',
		addressRole: 'decides',
		placeholder: 'e.g. Lindenstraße 12',
	}),
	string('addressLine2', 'More details of the address, such as a part of the building or a floor', {
		label: 'Address Line 2',
		placeholder: 'e.g. Rear building, second floor',
	}),
	string('postalCode', 'Postal code, as text, so that a leading zero is kept', {
		addressRole: 'decides',
		placeholder: 'e.g. 04109',
	}),
	string('city', 'Town or city', { addressRole: 'decides', placeholder: 'e.g. Leipzig' }),
	string('country', 'Country in words, such as Germany or Austria', {
		placeholder: 'e.g. Germany',
	}),
	string('countryCode', 'Two-letter code of the country, such as DE, AT or CH', {
		placeholder: 'e.g. DE',
		pattern: { regex: /^[A-Za-z]{2}$/, words: 'a two-letter country code such as DE' },
	}),
	number('latitude', 'Geographical latitude of the address, in decimal degrees', {
		addressRole: 'follows',
		most: 90,
		unit: '°',
		placeholder: 'e.g. 51.3397',
	}),
	number('longitude', 'Geographical longitude of the address, in decimal degrees', {
		addressRole: 'follows',
		most: 180,
		unit: '°',
		placeholder: 'e.g. 12.3731',
	}),
];

/** Service document, section HeatingCircuit. */
export const heatingCircuitFields = [
	string(
		'name',
		'Name of the heating circuit, usually after the rooms or the floor that it heats',
		{ placeholder: 'e.g. Underfloor heating, ground floor' },
	),
	number(
		'flowTemperature',
		'Temperature of the water going out to the circuit, in degrees Celsius',
		{ unit: '°C', placeholder: 'e.g. 35' },
	),
	number(
		'returnTemperature',
		'Temperature of the water coming back from the circuit, in degrees Celsius',
		{ unit: '°C', placeholder: 'e.g. 28' },
	),
	number('index', 'Position of the circuit among the circuits of the project', {
		placeholder: 'e.g. 1',
	}),
	string(
		'id',
		'ID of the circuit, so that an existing circuit is kept when the list is sent again',
		{ placeholder: 'e.g. 6c0d9f7a-1b34-4a9b-8e21-3f2b8c1e5d47' },
	),
];
