/** Records as the API shows them; openapi.yaml is what holds them to their form. */
export interface ApiRecord {
	id: string;
	companyId: string;
	createdAt: string;
	updatedAt: string;
	[field: string]: unknown;
}

export interface Company {
	id: string;
	companyName: string;
	apiKey: string;
	account: Record<string, unknown>;
}

export type Subject = 'project' | 'customer';
export type Change = 'created' | 'edited' | 'deleted';
export type EventKind = `${Subject}.${Change}`;

export const eventKinds: readonly EventKind[] = [
	'project.created',
	'project.edited',
	'project.deleted',
	'customer.created',
	'customer.edited',
	'customer.deleted',
];
