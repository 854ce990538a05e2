import { describe, expect, it } from 'vitest';
import { COMPANY, id, mapped, runNode } from './bench.mts';
import type { Answering } from './bench.mts';

const byId = { __rl: true, mode: 'id', value: id(1) };
const updateProject = {
	...({ resource: 'project', operation: 'update', projectId: byId } as const),
	...{ updateFields: { isLead: true, humanId: 'P-7' }, fieldsToClear: ['projectValue'] },
};
const createProject = { resource: 'project', operation: 'create', name: 'Haus Koch' } as const;
const path = `/projects/${id(1)}`;
const sent = { isLead: true, humanId: 'P-7' };

/** Writes are carried out and answered with `body`; reads of one record are answered with `read`, if it is given. */
const answering =
	(body: unknown, read?: ReturnType<Answering>): Answering =>
	(seen, usual) => {
		if (seen.method === 'GET') return seen.path === path ? read : undefined;
		usual();
		return { body };
	};

describe('the output of an update', () => {
	it('is the answer, if that is the record', async () => {
		const body = { id: id(1), name: 'As answered', address: null };
		const { outputs, requests } = await runNode(updateProject, {
			held: [{}],
			answer: answering(body),
		});
		expect(outputs).toEqual([body]);
		expect(requests).toEqual([`PATCH ${path}`]);
	});

	it('is the answer even if it lacks what may be null, or writes the ID in capitals', async () => {
		for (const body of [
			{ id: id(1), name: 'As answered' },
			{ id: id(1).toUpperCase(), name: 'X' },
		]) {
			const answer = answering(body);
			const { outputs, requests } = await runNode(updateProject, { held: [{}], answer });
			expect(outputs).toEqual([body]);
			expect(requests).toEqual([`PATCH ${path}`]);
		}
	});

	it.each<[string, unknown]>([
		['nothing', ''],
		['null', null],
		['a message', { message: 'Saved' }],
		['the ID alone', { id: id(1) }],
		['another record', { id: id(2), name: 'Haus Koch' }],
	])('is the record as it is read then, if the answer is %s', async (_, body) => {
		const { outputs, requests, hints } = await runNode(updateProject, {
			held: [{}],
			answer: answering(body),
		});
		expect(outputs).toEqual([{ id: id(1), name: 'Haus Weber', ...sent, projectValue: null }]);
		expect(requests).toEqual([`PATCH ${path}`, `GET ${path}`]);
		expect(hints).toEqual([]);
	});

	it.each<[string, ReturnType<Answering>]>([
		['fails', { statusCode: 404, body: { message: 'Not found' } }],
		['is lost', 'lost'],
		['returns another record', { body: { id: id(2), name: 'Haus Koch' } }],
		['returns the ID alone', { body: { id: id(1) } }],
	])('is the ID and what was sent, with a hint, if that read %s', async (_, read) => {
		const { outputs, requests, hints } = await runNode(updateProject, {
			held: [{}],
			answer: answering('', read),
		});
		expect(outputs).toEqual([{ id: id(1), ...sent }]);
		expect(requests).toEqual([`PATCH ${path}`, `GET ${path}`]);
		expect(hints).toEqual([
			'warning: A project was written, but the service did not return it, and the node could not read it afterwards. The output shows its ID and what was sent.',
		]);
	});
});

describe('the output of a create', () => {
	it('is the record as it is read then, if the answer has the ID alone', async () => {
		const { outputs, requests } = await runNode(createProject, {
			answer: answering({ id: id(1) }),
		});
		expect(outputs).toMatchObject([{ id: id(1), name: 'Haus Koch', address: null }]);
		expect(requests.at(-1)).toBe(`GET ${path}`);
	});

	it('is what was sent, with a hint, if the answer has no ID', async () => {
		const { outputs, requests, hints } = await runNode(createProject, { answer: answering('') });
		expect(outputs).toEqual([{ name: 'Haus Koch', companyId: COMPANY, source: 'api' }]);
		expect(requests).toEqual(['GET /account', 'POST /projects']);
		expect(hints).toEqual([
			'warning: A project was created, but the service returned neither the project nor its ID. The output shows what was sent.',
		]);
	});
});

describe('fields that the service computes', () => {
	const chosen = { output: 'selectedFields', outputFields: ['isLead', 'area', 'bruttoVolume'] };
	const written = { id: id(1), name: 'Haus Weber', isLead: true };

	it('are read after the write, if they were chosen and the answer lacks one', async () => {
		const read = { ...written, area: 120, bruttoVolume: null };
		const answer = answering({ ...written, area: 90 }, { body: read });
		const { outputs, requests } = await runNode({ ...updateProject, ...chosen }, { answer });
		expect(outputs).toEqual([{ id: id(1), isLead: true, area: 120, bruttoVolume: null }]);
		expect(requests).toEqual([`PATCH ${path}`, `GET ${path}`]);
	});

	it('are taken from the answer, if it has them', async () => {
		const answer = answering({ ...written, area: 90, bruttoVolume: null });
		const { outputs, requests } = await runNode({ ...updateProject, ...chosen }, { answer });
		expect(outputs).toEqual([{ id: id(1), isLead: true, area: 90, bruttoVolume: null }]);
		expect(requests).toEqual([`PATCH ${path}`]);
	});

	it('are no reason to read, if none was chosen', async () => {
		const fields = { output: 'selectedFields', outputFields: ['isLead'] };
		const answer = answering(written);
		const { requests } = await runNode({ ...updateProject, ...fields }, { answer });
		expect(requests).toEqual([`PATCH ${path}`]);
	});

	it.each<[string, ReturnType<Answering>]>([
		['fails', { statusCode: 404, body: { message: 'Not found' } }],
		['returns another record', { body: { id: id(2), name: 'Haus Koch', area: 1 } }],
	])('are left out, with a hint, if that read %s: the write counts', async (_, read) => {
		const answer = answering(written, read);
		const { outputs, hints } = await runNode({ ...updateProject, ...chosen }, { answer });
		expect(outputs).toEqual([{ id: id(1), isLead: true }]);
		expect(hints).toEqual([
			'warning: A project was written, but the node could not read it afterwards. The output does not include the fields that the service computes and does not return with a write. To get them, read the project with "Get".',
		]);
	});

	it('are not read if the ID of the record is not known', async () => {
		const { outputs, hints } = await runNode(
			{ ...createProject, ...chosen },
			{ answer: answering('') },
		);
		expect(outputs).toEqual([{ name: 'Haus Koch', companyId: COMPANY, source: 'api' }]);
		expect(hints).toHaveLength(1);
	});

	it('do not come from before the write, and neither does the time of the last change', async () => {
		const former = { humanId: 'P-7', area: 90, updatedAt: '2026-01-01T00:00:00.000Z' };
		const fields = ['humanId', 'updatedAt', 'area', 'isLead'];
		const { outputs } = await runNode(
			{
				...({ resource: 'project', operation: 'upsert', matchOn: 'humanId', ...mapped } as const),
				...{ output: 'selectedFields', outputFields: fields },
			},
			{
				held: [former],
				items: [{ humanId: 'P-7', isLead: true }],
				answer: answering(written, { body: written }),
			},
		);
		expect(outputs).toEqual([
			{ id: id(1), humanId: 'P-7', updatedAt: null, isLead: true, syncResult: 'updated' },
		]);
	});
});
