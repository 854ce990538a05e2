import { ExecutionLog } from './executionLog.mts';
import type { Stack } from './stack.mts';
import { hubSpotFilledIn, startHubSpot } from '../standIns/hubSpot.mts';
import type { Mishap } from '../standIns/mishaps.mts';
import { pipedriveCredential, startPipedrive } from '../standIns/pipedrive.mts';
import type { Person as Stored } from '../standIns/pipedrive.mts';

export const FIELDS = ['firstName', 'lastName', 'email', 'phoneNumber', 'companyName'] as const;

/** A customer as each of the systems has it. */
export type Person = Record<(typeof FIELDS)[number], string>;

/** With an empty text for what is missing. */
export const personOf = (valueOf: (field: keyof Person) => unknown) =>
	Object.fromEntries(FIELDS.map((field) => [field, String(valueOf(field) ?? '')])) as Person;

/** A table of n8n answers in its time, the stand-ins at once. */
type Soon<Value> = Value | Promise<Value>;

/** The other side of an example that keeps customers in step, as its users see it. */
export interface OtherSystem {
	/** Texts of the example, and what stands there instead. */
	texts: Record<string, string>;
	credentials?: Record<string, { id: string; type: string }>;
	/** By ID; of several email addresses the first. */
	people: () => Soon<Map<string, Person>>;
	add: (person: Partial<Person>) => Soon<string>;
	edit: (id: string, change: Partial<Person>) => Soon<void>;
	remove: (id: string) => Soon<void>;
	/** @returns the ID of what is left */
	merge?: (kept: string, other: string) => string;
	/** Changes with every write of the workflow. */
	mark: () => string;
	mishaps?: Mishap[];
	/** What this side does not keep in step. */
	lacks?: keyof Person;
	/** A field of this name is not read any more. @returns what brings it back */
	hide: (field: keyof Person) => Soon<() => Soon<void>>;
	/** By ID, all that it has of a record. */
	raws: () => Map<string, object>;
	/** What a person does there before one field more is kept in step. @returns what is filled in besides */
	prepare?: (field: string) => Soon<Record<string, string>>;
	close: () => Soon<void>;
}

const EMPTY = personOf(() => '');

const HUBSPOT_NAMES: Record<keyof Person, string> = {
	...{ firstName: 'firstname', lastName: 'lastname', email: 'email' },
	...{ phoneNumber: 'phone', companyName: 'company' },
};

const hiding =
	(hidden: string[], nameOf: (field: keyof Person) => string) => (field: keyof Person) => {
		hidden.push(nameOf(field));
		return () => void hidden.splice(0);
	};

async function hubSpot(): Promise<OtherSystem> {
	const standIn = await startHubSpot();
	const properties = (person: Partial<Person>) =>
		Object.fromEntries(
			Object.entries(person).map(([key, own]) => [HUBSPOT_NAMES[key as keyof Person] ?? key, own]),
		);
	const find = (id: string) => {
		const contact = standIn.contacts.get(id);
		if (contact === undefined) throw new Error(`There is no contact ${id}`);
		return contact;
	};
	return {
		...hubSpotFilledIn(standIn),
		...{ mishaps: standIn.mishaps, close: standIn.close },
		hide: hiding(standIn.hidden, (field) => HUBSPOT_NAMES[field]),
		raws: () => new Map(standIn.living().map(({ id, properties: own }) => [id, own])),
		prepare: (field) => ({ 'lastname,email': `lastname,${field},email` }),
		people: () => {
			const shown = (own: Record<string, string>) => personOf((field) => own[HUBSPOT_NAMES[field]]);
			return new Map(standIn.living().map(({ id, properties: own }) => [id, shown(own)]));
		},
		add: (person) =>
			standIn.add({ ...properties({ ...EMPTY, ...person }), lifecyclestage: 'customer' }).id,
		edit: (id, change) => void standIn.set(find(id), properties(change)),
		remove: (id) => standIn.archive(find(id)),
		merge: (kept, other) => standIn.merge(find(kept), find(other)).id,
		mark: () => String(standIn.writes.length),
	};
}

async function pipedrive(): Promise<OtherSystem> {
	const standIn = await startPipedrive();
	const { id, type } = pipedriveCredential;
	const find = (of: string) => {
		const person = standIn.persons.get(Number(of));
		if (person === undefined) throw new Error(`There is no person ${of}`);
		return person;
	};
	const one = (value: string) => (value === '' ? [] : [{ value, primary: true, label: 'work' }]);
	const companyOf = (name: string) => {
		const known = [...standIn.organizations.values()].find((each) => each.name === name);
		return name === '' ? null : (known ?? standIn.addOrganization(name)).id;
	};
	/** Names come as a whole. */
	const fieldsOf = ({ firstName, lastName, email, phoneNumber, companyName }: Partial<Person>) => ({
		...((firstName ?? lastName) !== undefined && { name: `${firstName} ${lastName}`.trim() }),
		...(email !== undefined && { emails: one(email) }),
		...(phoneNumber !== undefined && { phones: one(phoneNumber) }),
		...(companyName !== undefined && { org_id: companyOf(companyName) }),
	});
	const shown = ({ name, emails, phones, org_id }: Stored): Person => ({
		...{ firstName: name.split(' ')[0], lastName: name.split(' ').slice(1).join(' ') },
		...{ email: emails[0]?.value ?? '', phoneNumber: phones[0]?.value ?? '' },
		companyName: standIn.organizations.get(org_id ?? 0)?.name ?? '',
	});
	return {
		lacks: 'companyName',
		texts: { 'https://api.pipedrive.com': standIn.url, '(person) => false': '(person) => true' },
		credentials: { 'n8n-nodes-base.httpRequest': { id, type } },
		...{ mishaps: standIn.mishaps, close: standIn.close },
		hide: hiding(standIn.hidden, () => 'phones'),
		raws: () => new Map([...standIn.persons].map(([id, one]) => [String(id), one])),
		people: () => new Map([...standIn.persons.values()].map((one) => [String(one.id), shown(one)])),
		add: (person) => String(standIn.addPerson(fieldsOf({ ...EMPTY, ...person })).id),
		edit: (of, change) => {
			const { firstName, lastName } = shown(find(of));
			const names =
				(change.firstName ?? change.lastName) !== undefined ? { firstName, lastName } : {};
			standIn.set(find(of), fieldsOf({ ...names, ...change }));
		},
		remove: (of) => void standIn.persons.delete(Number(of)),
		merge: (kept, other) => String(standIn.merge(find(kept), find(other)).id),
		mark: () => String(standIn.writes.length),
	};
}

const SHIPPED_TABLE = 'Energy Projects customers';
const TABLE = 'The customers of the test';

/** What n8n's page of a data table sends. */
export async function callTable(
	{ options, rest }: Stack,
	name: string,
	...[method, path, body]: [string, string, unknown?]
): Promise<unknown> {
	const log = new ExecutionLog(options.userFolder);
	const [{ id, projectId }] = log.rows('select * from data_table where name = ?', name);
	const base = `/rest/projects/${String(projectId)}/data-tables/${String(id)}`;
	return await rest.call<unknown>(method, `${base}${path}`, body);
}

export async function renameColumn(stack: Stack, table: string, from: string, name: string) {
	const columns = (await callTable(stack, table, 'GET', '/columns')) as Array<{
		id: string;
		name: string;
	}>;
	const id = columns.find((one) => one.name === from)?.id;
	await callTable(stack, table, 'PATCH', `/columns/${id}/rename`, { name });
}

export const withId = (id: string) => ({
	type: 'and',
	filters: [{ columnName: 'id', condition: 'eq', value: Number(id) }],
});

/** A data table, as people edit it. */
function dataTable(stack: () => Stack): OtherSystem {
	const rows = () => new ExecutionLog(stack().options.userFolder).tableRows(TABLE);
	const call = async (method: string, path: string, body?: unknown) =>
		await callTable(stack(), TABLE, method, path, body);
	return {
		texts: { [SHIPPED_TABLE]: TABLE },
		hide: async (field) => {
			await renameColumn(stack(), TABLE, field, 'renamed');
			return async () => await renameColumn(stack(), TABLE, 'renamed', field);
		},
		raws: () => new Map(rows().map((row) => [String(row.id), row])),
		prepare: async (name) => {
			await call('POST', '/columns', { name, type: 'string' });
			const column = (of: string) => `"${of}":"={{ $('One at a time').item.json.body.${of}`;
			const filled = `${column(name)} ?? $json.${name} ?? '' }}",${column('customerId')}`;
			return { [column('customerId')]: filled };
		},
		people: () => new Map(rows().map((row) => [String(row.id), personOf((field) => row[field])])),
		add: async (person) => {
			const data = [{ ...EMPTY, ...person }];
			const [{ id }] = (await call('POST', '/insert', { data, returnType: 'id' })) as [
				{ id: number },
			];
			return String(id);
		},
		edit: async (id, data) => void (await call('PATCH', '/rows', { filter: withId(id), data })),
		remove: async (id) =>
			void (await call('DELETE', `/rows?filter=${encodeURIComponent(JSON.stringify(withId(id)))}`)),
		mark: () =>
			rows()
				.map(({ id, updatedAt }) => `${id} ${updatedAt}`)
				.join(),
		close: () => undefined,
	};
}

/** The examples, by the system that they keep in step. */
export const otherSystems = [
	{ name: 'a table', example: 'EnergyAndTable01', start: dataTable },
	{ name: 'HubSpot', example: 'EnergyAndHubSpot', start: hubSpot },
	{ name: 'Pipedrive', example: 'EnergyAndPipedrv', start: pipedrive },
].map((one) => ({ ...one, pairs: `Energy Projects and ${one.name}` }));
