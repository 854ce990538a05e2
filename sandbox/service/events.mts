import { partsOf } from './records.mts';
import type { ApiRecord, EventKind } from './records.mts';
import type { Store } from './store.mts';

type Part = Record<string, unknown>;

/** The payload of an event about a record. Service document, section Payload shapes. */
export function payloadOf(store: Store, event: EventKind, record: ApiRecord): Part {
	const { subject, change } = partsOf(event);
	const isDeletion = change === 'deleted';
	const deletedAt = isDeletion ? withOffset(record.updatedAt) : null;
	if (subject === 'customer') {
		const data: Part = { customer: customerPart(record, deletedAt) };
		// The document does not show customer.deleted: assumed to be like customer.edited.
		return { event, data: { ...data, addresses: addressParts(record) } };
	}
	const project = {
		id: record.id,
		human_id: record.humanId ?? null,
		name: record.name,
		status: record.status,
		company_id: record.companyId,
		created_at: withOffset(record.createdAt),
		updated_at: withOffset(record.updatedAt),
		deleted_at: deletedAt,
	};
	if (isDeletion) return { event, data: { project } };
	const customer = store.customers.get(String(record.customerId));
	return {
		event,
		data: {
			project,
			...(customer !== undefined && {
				customer: {
					id: customer.id,
					first_name: customer.firstName,
					last_name: customer.lastName,
					email: customer.email,
				},
			}),
			addresses: addressParts(record),
			heatingCircuits: ((record.heatingCircuits ?? []) as Part[]).map((circuit) => ({
				id: circuit.id,
				name: circuit.name,
				circuit_type: Number(circuit.flowTemperature) > 45 ? 'radiator' : 'underfloor',
				flow_temperature: circuit.flowTemperature,
				return_temperature: circuit.returnTemperature,
			})),
		},
	};
}

const customerPart = (record: ApiRecord, deletedAt: string | null) => ({
	id: record.id,
	first_name: record.firstName,
	last_name: record.lastName,
	email: record.email,
	company_id: record.companyId,
	created_at: withOffset(record.createdAt),
	updated_at: withOffset(record.updatedAt),
	deleted_at: deletedAt,
});

function addressParts(record: ApiRecord): Part[] {
	const address = record.address as Part | null | undefined;
	if (!address) return [];
	return [
		{
			id: record.id.replace(/^.{8}/, 'add7e550'),
			address_line_1: address.addressLine1 ?? null,
			city: address.city ?? null,
			postal_code: address.postalCode ?? null,
			country: address.country ?? null,
		},
	];
}

const withOffset = (time: string) => time.replace(/Z$/, '+00:00');
