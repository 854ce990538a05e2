import { escapeHtml, htmlPage } from './html.mts';
import type { ApiRecord, Company, Subject } from './records.mts';
import type { Store } from './store.mts';

type Columns = Readonly<Record<string, (record: ApiRecord, store: Store) => unknown>>;

/** A part of the address. */
const partOf =
	(part: 'addressLine1' | 'postalCode' | 'city'): Columns[string] =>
	({ address }) =>
		(address as Record<string, unknown> | null | undefined)?.[part];
/** As people know times, to the second. */
const timeOf = (time: string) => time.replace('T', ' ').replace(/\..*/, '');
const nameOf = ({ firstName, lastName }: ApiRecord) => `${String(firstName)} ${String(lastName)}`;
const customerOf: Columns[string] = ({ customerId }, { customers }) => {
	const customer = customers.get(String(customerId));
	return customer && nameOf(customer);
};
const common: Columns = {
	Street: partOf('addressLine1'),
	'Postal Code': partOf('postalCode'),
	City: partOf('city'),
	'Changed (UTC)': ({ updatedAt }) => timeOf(updatedAt),
	ID: ({ id }) => id,
};
const COLUMNS: Readonly<Record<Subject, Columns>> = {
	project: {
		'Human ID': ({ humanId }) => humanId,
		Name: ({ name }) => name,
		Customer: customerOf,
		Status: ({ status, isLead }) => `${String(status)}${isLead === true ? ', lead' : ''}`,
		Value: ({ projectValue }) => projectValue,
		'Installation Date': ({ installationDate }) => installationDate,
		...common,
	},
	customer: {
		'Human ID': ({ humanId }) => humanId,
		Name: nameOf,
		Company: ({ companyName }) => companyName,
		Email: ({ email }) => email,
		'Invoice Email': ({ invoiceEmail }) => invoiceEmail,
		Phone: ({ phoneNumber }) => phoneNumber,
		...common,
	},
};

const cellOf = (tag: string, html: string) => `<${tag}>${html}</${tag}>`;
/** @param before HTML of a cell before the others */
const row = (tag: string, cells: unknown[], before?: string) =>
	`<tr>${before === undefined ? '' : cellOf(tag, before)}${cells.map((cell) => cellOf(tag, escapeHtml(cell ?? ''))).join('')}</tr>`;

const finishButton = ({ id, status }: ApiRecord) =>
	status === 'completed'
		? ''
		: `<form method="post" action="/projects/${id}/finish"><button>Finish</button></form>`;

function table(store: Store, subject: Subject, company: Company): string {
	const columns = COLUMNS[subject];
	const isProject = subject === 'project';
	// What a workflow has just done comes first.
	const records = store
		.list(subject, company.id)
		.sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
	const rows = records.map((record) =>
		row(
			'td',
			Object.values(columns).map((of) => of(record, store)),
			isProject ? finishButton(record) : undefined,
		),
	);
	return `<h2>${records.length} ${subject}s</h2>
<table>${row('th', Object.keys(columns), isProject ? '' : undefined)}
${rows.join('\n')}
</table>`;
}

/** The projects and customers of a company, to look at: what a workflow did. The one changed last comes first. */
export const recordsPage = (store: Store, company: Company): string =>
	htmlPage(
		company.companyName,
		`<style>body { max-width: none; margin: 1rem 0; } table { font-size: 13px; } td, th { white-space: nowrap; padding-right: .6rem; } td button { padding: 0 .4rem; }</style>
<p><a href="/settings/webhooks">Settings › Integrations › Webhooks</a> · <a href="/test-event">Send a test event</a></p>
${table(store, 'project', company)}
${table(store, 'customer', company)}`,
	);
