import { describe, expect, it } from 'vitest';
import { isAboutPath } from '../../../nodes/EnergyProjects/http/aboutPath.ts';

const ID = '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34';
const PATH = `/api/v1/customers/${ID}`;
const asked = `https://api.example.com${PATH}`;

describe('a 404 about the path, in the words of frameworks and gateways', () => {
	it.each<[string, unknown]>([
		['NestJS', { message: `Cannot GET ${PATH}`, error: 'Not Found', statusCode: 404 }],
		['Fastify', { message: `Route GET:${PATH} not found`, error: 'Not Found', statusCode: 404 }],
		['Spring Boot 2', { error: 'Not Found', message: 'No message available', path: PATH }],
		['the path beside an empty sentence', { error: 'NOT_FOUND', message: ' ', path: PATH }],
		['words that come after a name', { message: '"Haus 1" is no route, it doesn’t exist' }],
		['a sentence in JSON', { message: '{"message":"Route not found"}' }],
		[
			'Spring, problem details',
			{ title: 'Not Found', status: 404, detail: `No static resource ${PATH.slice(1)}.` },
		],
		['Symfony', { title: 'An error occurred', detail: `No route found for "GET ${asked}"` }],
		['Laravel', { message: `The route ${PATH.slice(1)} could not be found.` }],
		['Restify', { code: 'ResourceNotFound', message: `${PATH} does not exist` }],
		[
			'ASP.NET Web API',
			{ Message: `No HTTP resource was found that matches the request URI '${asked}'.` },
		],
		['Flask', { message: 'The requested URL was not found on the server.' }],
		['an error alone', { error: 'Route not found' }],
		['a list of messages', { message: ['Not found', `Cannot DELETE ${PATH}`] }],
		['a gateway that removed the prefix', { error: 'Not Found', path: `/customers/${ID}?a=1` }],
		...['NOT FOUND', 'NotFound', 'HTTP 404 Not Found', 'Gone'].map((message): [string, unknown] => [
			`the path beside "${message}"`,
			{ message, path: PATH },
		]),
	])('%s', (_, body) => {
		expect(isAboutPath(body, asked)).toBe(true);
	});

	it.each(['Müller 1', 'M%C3%BCller%201'])('an ID that an address writes otherwise: %s', (id) => {
		const body = { error: 'Not Found', path: `/api/v1/customers/${id}` };
		const encoded = asked.replace(ID, encodeURIComponent('Müller 1'));
		expect(isAboutPath(body, encoded)).toBe(true);
	});
});

describe('a 404 about a record', () => {
	it.each<[string, unknown]>([
		['its ID', { message: `Customer ${ID} not found`, error: 'Not Found', statusCode: 404 }],
		['Fastify', { statusCode: 404, error: 'Not Found', message: `No customer ${ID}` }],
		['Spring, problem details', { title: 'Not Found', detail: 'Customer 42', instance: PATH }],
		['a verb', { message: 'Cannot delete customer: no such customer' }],
		['a resource', { message: 'The requested resource was not found' }],
		['nothing', {}],
		['the path beside its own sentence', { message: 'Customer not found', path: PATH }],
		['a name that says endpoint', { message: 'Customer "Endpoint GmbH" not found', path: PATH }],
		...["''", '„“', '‘’', '»«', '´´'].map(([begin, end]): [string, unknown] => [
			`a name in ${begin}${end}`,
			{ message: `Customer ${begin}Anna’s landing page${end} not found`, path: PATH },
		]),
		['a name in front that says endpoint', { message: '"Endpoint GmbH" was not found' }],
		['fields of the record', { message: 'No', subtitle: 'Route 66', titles: 'Route 66' }],
		['a pointer to a field', { message: 'Not found', path: 'customerId' }],
		['another path', { message: 'Not found', path: '/api/v1/customers' }],
	])('%s', (_, body) => {
		expect(isAboutPath(body, asked)).toBe(false);
	});

	it('neither a long nor a deep body takes long', () => {
		let deep: unknown = 'route';
		for (let depth = 0; depth < 1_000; depth++) deep = { error: deep };
		expect(isAboutPath(deep, asked)).toBe(false);
		expect(isAboutPath({ message: 'x'.repeat(1_000_000) }, asked)).toBe(false);
		expect(isAboutPath({ message: '%' }, `${asked}%`)).toBe(false);
		expect(isAboutPath({ message: " '".repeat(500_000) }, asked)).toBe(false);
	});
});
