import type { RateLimit } from '../../../sandbox/service/rateLimit.mts';
import type { ApiRecord, Subject } from '../../../sandbox/service/records.mts';
import type { RunningService } from '../../../sandbox/service/start.mts';

/**
 * Leaves exactly these records in the service, with no latency and no limit. Where `fieldsOf` gives an id, it is
 * theirs.
 */
export function fill(
	service: RunningService,
	subject: Subject,
	count: number,
	fieldsOf: (number: number) => object,
): ApiRecord[] {
	const { store, company, faults, rateLimiter } = service;
	faults.clear();
	rateLimiter.set(undefined);
	store.projects.clear();
	store.customers.clear();
	return Array.from({ length: count }, (_, number) => {
		const fields: { id?: string } = fieldsOf(number);
		return store.insert(subject, company.id, fields, fields.id);
	});
}

/** What the ids of the projects begin with; twelve digits follow, with the number of the project from 0. */
export const ID_START = '00000000-0000-4000-8000-';

/** Projects as the demo has them, with most of their fields filled in. */
export const addProjects = (service: RunningService, count: number) =>
	fill(service, 'project', count, (number) => ({
		id: `${ID_START}${String(number).padStart(12, '0')}`,
		name: `Wärmepumpe ${number}`,
		source: 'api',
		projectValue: 20_000 + number,
		installationDate: '2026-12-24',
		buildingType: 'singleOrDoubleFamilyHouse',
		buildingAge: 'from1969To1978',
		numberOfResidents: 4,
		numberOfFloors: 2,
		heatedLivingAreaM2: 140,
		yearlyEnergyConsumption: 20_300,
		currentHeatingSystemType: 'gas',
		address: { addressLine1: `Lindenstraße ${number}`, postalCode: '24103', city: 'Kiel' },
		heatingCircuits: [
			{ id: `${number}`, name: 'Heizkörper', flowTemperature: 55, returnTemperature: 45, index: 0 },
		],
	}));

/** How the service behaves from now on. */
export interface Behaviour {
	/** Before each answer, in milliseconds. */
	readonly latencyMs?: number;
	readonly limit?: RateLimit;
}

/** A fresh start for the next measurement: a full allowance, and no requests on record. */
export function behave(service: RunningService, { latencyMs, limit }: Behaviour): void {
	service.requests.splice(0);
	service.faults.clear();
	if (latencyMs !== undefined) service.faults.add({ delayMs: latencyMs });
	service.rateLimiter.set(limit);
}

/** Lets the service find its records at once, so that it does not grow slower with them while nothing moves. */
export async function atRest<T>(
	{ store, company }: RunningService,
	during: () => Promise<T>,
): Promise<T> {
	const list = store.list.bind(store);
	const projects = list('project', company.id);
	store.list = (subject, companyId) =>
		subject === 'project' && companyId === company.id ? projects : list(subject, companyId);
	try {
		return await during();
	} finally {
		store.list = list;
	}
}

/** Counts how many requests are under way at the service at once, while `during` runs. */
export async function mostInFlight<T>(
	{ faults, requests }: RunningService,
	during: () => Promise<T>,
): Promise<{ readonly most: number; readonly result: T }> {
	const take = faults.take.bind(faults);
	let most = 0;
	faults.take = (method, path) => {
		most = Math.max(most, requests.filter(({ status }) => status === 0).length);
		return take(method, path);
	};
	try {
		return { result: await during(), most };
	} finally {
		faults.take = take;
	}
}
