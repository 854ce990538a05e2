import { byId } from '../../../shared.mts';

// All in which projects and customers differ, as far as a test over both is concerned.

interface Difference {
	/** What a create sends beside what it was given. */
	readonly onCreate: object;
	/** A text that may be null, and its label. */
	readonly nullable: readonly [name: string, label: string];
	/** What a record is matched on that it gets when it is created, and two values. */
	readonly matchOn: string;
	readonly values: readonly [string, string];
	/** What an item changes about an existing record. */
	readonly change: object;
}

export const differences: Record<'project' | 'customer', Difference> = {
	project: {
		onCreate: { source: 'api' },
		nullable: ['projectValue', 'Project Value'],
		matchOn: 'name',
		values: ['Haus Weber', 'Haus Koch'],
		change: { isLead: true },
	},
	customer: {
		onCreate: {},
		nullable: ['phoneNumber', 'Phone Number'],
		matchOn: 'email',
		values: ['ada@mail.example', 'grace@mail.example'],
		change: { isCompany: true },
	},
};

/** The locator of a record, by its ID or an expression for it. */
export const locatorOf = (resource: string, id: string) => ({ [`${resource}Id`]: byId(id) });
