import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { getManyOperation } from '../../../nodes/EnergyProjects/actions/getMany.ts';
import type { Item } from '../../../nodes/EnergyProjects/items/item.ts';
import type { ApiRequest } from '../../../nodes/EnergyProjects/http/request.ts';
import { endpoint } from '../../../nodes/EnergyProjects/service/endpoints.ts';
import { readOnly, uuid } from '../../../nodes/EnergyProjects/service/field.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';

const HOUSE = '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34';
const BARN = '5d3f0d7e-6f8b-4a0f-9a55-5f6d1b2c3d4e';

/** No record of the service has such a list yet. */
const rooms = getManyOperation(
	{
		noun: 'room',
		fields: [uuid('id', 'ID of the room', readOnly)],
		simplified: [],
		endpoints: { getAll: endpoint('list rooms', 'GET', '/projects/{projectId}/rooms') },
		list: { form: 'array' },
	},
	{ description: '', filters: [], of: projectRecord },
);

/** Items of one run, each about a project. */
function itemsAbout(projects: readonly string[]) {
	const asked: string[] = [];
	const reads = new Map<string, Promise<unknown>>();
	const client = {
		async send(_: unknown, { path }: ApiRequest): Promise<IDataObject[]> {
			asked.push(String(path?.projectId));
			return [{ id: `a room of ${path?.projectId}` }];
		},
	};
	const once = async (key: string, read: () => Promise<unknown>) => {
		if (!reads.has(key)) reads.set(key, read());
		return await reads.get(key);
	};
	const items = projects.map((projectId) => ({
		run: { client, once },
		parameter: (name: string, fallback?: unknown) => (name === 'projectId' ? projectId : fallback),
		isOn: (value: unknown) => value === true,
		chosenOption: () => 'nothing',
	}));
	return { items: items as unknown as Item[], asked };
}

it('a list below another record is read once for each of those records, and each item gets its own', async () => {
	const { items, asked } = itemsAbout([HOUSE, BARN, HOUSE]);
	const found = await Promise.all(items.map(async (item) => await rooms.execute(item)));
	expect(found.flat().map(({ id }) => id)).toEqual(
		[HOUSE, BARN, HOUSE].map((id) => `a room of ${id}`),
	);
	expect(asked).toEqual([HOUSE, BARN]);
});

it('it asks for that record first', () => {
	expect(rooms.properties[0]).toMatchObject({ name: 'projectId', required: true });
});
