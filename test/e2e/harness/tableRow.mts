import type { N8nRest } from '../../../sandbox/n8n/rest.mts';

interface Identified {
	id: string;
}

/** Changes rows of a data table, as the editor does. @param key the value of one column, which the rows have */
export async function updateTableRows(
	rest: N8nRest,
	name: string,
	[columnName, value]: readonly [column: string, value: string],
	data: Readonly<Record<string, string>>,
): Promise<void> {
	const { id: project } = await rest.call<Identified>('GET', '/rest/projects/personal');
	const tables = `/rest/projects/${project}/data-tables`;
	const filter = encodeURIComponent(JSON.stringify({ name }));
	const found = await rest.call<{ data: Identified[] }>('GET', `${tables}?filter=${filter}`);
	const [{ id }] = found.data;
	const rows = { type: 'and', filters: [{ columnName, condition: 'eq', value }] };
	await rest.call('PATCH', `${tables}/${id}/rows`, { filter: rows, data });
}
