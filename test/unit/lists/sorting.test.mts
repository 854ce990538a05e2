import { expect, it } from 'vitest';
import { sortRecords } from '../../../nodes/EnergyProjects/lists/sorting.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';

it('a status that this package does not know comes last, as a missing one does', async () => {
	const statuses = ['onHold', 'archived', undefined, 'inProgress'];
	const projects = statuses.map((status, id) => ({ id: String(id), status }));
	const sorted = await sortRecords(projectRecord, projects, { sortBy: 'status', order: 'asc' });
	expect(sorted.map(({ id }) => id)).toEqual(['3', '1', '0', '2']);
});
