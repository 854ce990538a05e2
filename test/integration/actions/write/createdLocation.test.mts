import { describe, expect, it } from 'vitest';
import { pathOf } from '../../../../sandbox/service/description.mts';
import { subjects } from '../../../../sandbox/service/records.mts';
import { useScenario } from '../../harness/scenario.mts';
import { addRecord } from '../../harness/service/records.mts';
import { requestsWith, writes } from '../../harness/service/requests.mts';
import { collections, create, upsert } from '../../harness/samples/sampleWrites.mts';

const { service, run } = useScenario();
const COMPANY = 'aaaaaaaa-5d47-4a9b-8e21-6c0d9f7a1b34';

describe.each(subjects)(
	'a %s whose create is answered with a Location header alone',
	(resource) => {
		/** The record is there, and the create is answered with its address. */
		const createdAt = (location: (id: string) => string, body: unknown = '') => {
			const { id } = addRecord[resource](service());
			const headers = { location: location(id) };
			service().faults.add({
				method: 'POST',
				times: 1,
				status: 201,
				headers,
				body: body as string,
			});
			return id;
		};
		const path = collections[resource];
		const reads = () =>
			requestsWith(service(), 'GET').filter((request) => request.path !== pathOf('getAccount'));

		it.each<[string, (id: string) => string]>([
			['a path', (id) => `${path}/${id}`],
			['a path with another ID before it', (id) => `/companies/${COMPANY}${path}/${id}`],
			['an address on the host of the Base URL', (id) => `${service().baseUrl}${path}/${id}`],
		])('keeps the ID that it names as %s, and is read once', async (_, location) => {
			const id = createdAt(location);
			const { json, hints, error } = await run(create(resource));
			expect(error).toBeUndefined();
			expect(json).toMatchObject([{ id }]);
			expect(hints).toEqual([]);
			expect(reads().map((request) => request.path)).toEqual([`${path}/${id}`]);
		});

		it.each([{ message: 'Created' }, { id: null, message: 'Created' }, { id: '' }])(
			'keeps the ID if the answer has a body without an ID (%j)',
			async (body) => {
				const id = createdAt((created) => `${path}/${created}`, body);
				expect((await run(create(resource))).json).toMatchObject([{ id }]);
			},
		);

		it('keeps the ID in Create or Update, without another look at the list', async () => {
			const id = createdAt((created) => `${path}/${created}`);
			const { json } = await run(upsert(resource));
			expect(json).toMatchObject([{ id, syncResult: 'created' }]);
			expect(reads().filter((request) => request.path.endsWith(id))).toHaveLength(1);
			expect(reads()).toHaveLength(2);
		});

		it.each<[string, (id: string) => string]>([
			['on another host', (id) => `https://elsewhere.example${path}/${id}`],
			['on another port', (id) => `http://127.0.0.1:1${path}/${id}`],
			['without an ID', () => `${path}/17`],
			['that cannot be read', () => 'http://['],
		])('does not believe an address %s', async (_, location) => {
			createdAt(location);
			const { json, hints } = await run(create(resource));
			expect(json[0]).not.toHaveProperty('id');
			expect(hints[0].message).toContain(`returned neither the ${resource} nor its ID`);
			expect(reads()).toEqual([]);
			expect(writes(service())).toHaveLength(1);
		});
	},
);
