import { createHmac } from 'node:crypto';
import { isGenuine, parseSignature } from '../../../nodes/EnergyProjects/webhook/signature.ts';

/** The clock of the tests, in milliseconds and in seconds since 1970. */
export const NOW_MS = Date.UTC(2026, 2, 1, 12);
export const NOW = NOW_MS / 1000;

// Not ASCII on purpose: the key is the secret's UTF-8.
export const SECRET = 'a-secret-of-the-tests-ü-0123456789';
export const PREVIOUS = 'the-secret-before-it-0123456789';

const address = {
	...{ id: 'b7a6a9d4-4b7a-4b58-8f56-6b9a3a2d9f10', address_line_1: 'Lindenstraße 5', city: 'Köln' },
	...{ postal_code: '50674', country: 'DE' },
};

const customer = {
	id: '0f0a3f0e-6d6f-4a53-9f2f-3f1f3f6d0c11',
	first_name: 'Jörg',
	last_name: 'Müller',
	email: 'joerg@example.com',
};

/** The documented payload of a project event. */
export const projectEvent = {
	event: 'project.edited',
	data: {
		project: {
			...{ id: '5d3f0d7e-6f8b-4a0f-9a55-5f6d1b2c3d4e', human_id: 'P-001' },
			...{ name: 'Wärmepumpe Müller', status: 'inProgress' },
			company_id: '9c1e7f0a-2b3c-4d5e-8f90-a1b2c3d4e5f6',
			...{ created_at: '2026-02-01T08:00:00+01:00', updated_at: '2026-03-01T13:00:00+01:00' },
			deleted_at: null,
		},
		customer,
		addresses: [address],
		heatingCircuits: [
			{
				...{ id: 'c2d3e4f5-0a1b-4c2d-8e3f-4a5b6c7d8e9f', name: 'Floor' },
				...{ circuit_type: 'underfloorHeating', flow_temperature: 35, return_temperature: 28.5 },
			},
		],
	},
};

/** The documented payload of a customer event. */
export const customerEvent = {
	event: 'customer.created',
	data: {
		customer: {
			...customer,
			company_id: '9c1e7f0a-2b3c-4d5e-8f90-a1b2c3d4e5f6',
			created_at: '2026-02-01T08:00:00+01:00',
			updated_at: '2026-02-01T08:00:00+01:00',
			deleted_at: null,
		},
		addresses: [address],
	},
};

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

export const BODY = bytes(JSON.stringify(projectEvent));

/** The signature as the service's document describes it, made without the code under test. */
export const hmac = (timestamp: string, body: Uint8Array, secret: string): string =>
	createHmac('sha256', Buffer.from(secret, 'utf8'))
		.update(Buffer.concat([Buffer.from(`${timestamp}.`, 'utf8'), body]))
		.digest('hex');

export const headerOf = (timestamp: string | number, body = BODY, secret = SECRET): string =>
	`t=${timestamp},v1=${hmac(String(timestamp), body, secret)}`;

/** Whether the header is in order and one of its signatures is made with one of the secrets. */
export function accepts(header: string, body: Uint8Array, ...secrets: string[]): boolean {
	const signature = parseSignature(header);
	return typeof signature !== 'string' && isGenuine(signature, body, secrets);
}
