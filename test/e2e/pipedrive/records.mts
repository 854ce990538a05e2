export interface Address {
	value: string;
	primary?: boolean;
	label?: string;
}

export interface Person {
	id: number;
	name: string;
	org_id: number | null;
	emails: Address[];
	phones: Address[];
	is_deleted: boolean;
}

export interface Organization {
	id: number;
	name: string;
	is_deleted: boolean;
}

/** Smaller than n8n asks for, so that a list takes several requests. */
const PAGE = 10;

/** What Pipedrive keeps, as far as the example uses it. Two persons may have the same email address. */
export class Records {
	readonly persons: Person[] = [];
	readonly organizations: Organization[] = [];
	private lastId = 0;

	addPerson(fields: Partial<Person> & { name: string }): Person {
		const empty = { org_id: null, emails: [], phones: [], is_deleted: false };
		const person = { ...empty, ...fields, id: ++this.lastId };
		this.persons.push(person);
		return person;
	}

	addOrganization(name: string): Organization {
		const organization = { id: ++this.lastId, name, is_deleted: false };
		this.organizations.push(organization);
		return organization;
	}

	/** The person with an ID, unless it is deleted. */
	person(id: number): Person | undefined {
		return this.living().find((person) => person.id === id);
	}

	living(): Person[] {
		return this.persons.filter((person) => !person.is_deleted);
	}

	withEmail(email: string): Person[] {
		return this.living().filter(({ emails }) =>
			emails.some(({ value }) => value.toLowerCase() === email.toLowerCase()),
		);
	}
}

/** A page of a list. @param cursor of the page before */
export function pageOf(list: readonly object[], limit = 100, cursor = '0') {
	const from = Number(cursor);
	const to = from + Math.min(limit, PAGE);
	const next_cursor = to < list.length ? String(to) : null;
	return { success: true, data: list.slice(from, to), additional_data: { next_cursor } };
}
