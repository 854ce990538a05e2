/** A record as the API shows it. openapi.yaml describes its fields, and answers are validated against it. */
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

export const subjects = ['project', 'customer'] as const;
const changes = ['created', 'edited', 'deleted'] as const;

export type Subject = (typeof subjects)[number];
export type Change = (typeof changes)[number];
export type EventKind = `${Subject}.${Change}`;

/** In the order of the service's document. */
export const eventKinds: readonly EventKind[] = subjects.flatMap((subject) =>
	changes.map((change) => `${subject}.${change}` as const),
);

/** Of a project. */
export const statuses = ['inProgress', 'completed', 'archived'] as const;
export type Status = (typeof statuses)[number];

export function partsOf(event: EventKind) {
	const [subject, change] = event.split('.') as [Subject, Change];
	return { subject, change };
}
