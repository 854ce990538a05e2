import { byId } from '../../../shared.mts';

// All in which projects and customers differ, as far as a test over both is concerned.

interface Difference {
	/** What a create sends beside what it was given. */
	readonly onCreate: object;
	/** A text that may be null. */
	readonly nullable: string;
	/** What an item changes about an existing record. */
	readonly change: object;
}

export const differences: Record<'project' | 'customer', Difference> = {
	project: { onCreate: { source: 'api' }, nullable: 'projectValue', change: { isLead: true } },
	customer: { onCreate: {}, nullable: 'phoneNumber', change: { isCompany: true } },
};

/** The locator of a record, by its ID or an expression for it. */
export const locatorOf = (resource: string, id: string) => ({ [`${resource}Id`]: byId(id) });
