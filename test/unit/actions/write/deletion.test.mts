import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { id, operationOf, runNode } from './bench.mts';

const deletion = (value: string, mode = 'id') => ({
	...({ resource: 'project', operation: 'delete' } as const),
	projectId: { __rl: true, mode, value },
});

describe('a deletion', () => {
	it('returns the ID and what the service says', async () => {
		const { outputs, requests, held, hints } = await runNode(deletion(id(1)), { held: [{}, {}] });
		expect(outputs).toEqual([{ deleted: true, id: id(1), message: 'Deleted' }]);
		expect(requests).toEqual([`DELETE /projects/${id(1)}`]);
		expect(held).toMatchObject([{ id: id(2) }]);
		expect(hints).toEqual([]);
	});

	it.each(['', {}, { message: 17 }])('counts without a message: %j', async (body) => {
		const { outputs } = await runNode(deletion(id(1)), { held: [{}], answer: () => ({ body }) });
		expect(outputs).toEqual([{ deleted: true, id: id(1) }]);
	});

	it('that the service refuses names the record as the person does', async () => {
		const { outputs } = await runNode(deletion('P-7', 'humanId'), {
			held: [{ humanId: 'P-7' }],
			answer: ({ method }) =>
				method === 'DELETE' ? { statusCode: 409, body: { message: 'Locked' } } : undefined,
		});
		expect(outputs[0].error).toContain('Could not delete project P-7 (409): Locked');
	});

	it('that is answered with anything but a success has failed', async () => {
		const body = { success: false, message: 'Locked' };
		const { outputs } = await runNode(deletion(id(1)), { held: [{}], answer: () => ({ body }) });
		expect(outputs[0].error).toContain(`Could not delete project ${id(1)}: the service answered`);
	});
});

it.each(['project', 'customer'])('the editor warns that the deletion of a %s is final', (noun) => {
	const { properties } = operationOf(noun, 'delete');
	const warning = properties.find(({ name }) => name === 'deletionNotice');
	// It only says something: workflows save no value for it.
	expect(warning).toMatchObject({ type: 'notice', default: '' });
	expect(warning?.displayName).toContain(`Deleting a ${noun} cannot be undone`);
});

describe('a deletion whose first answer is lost', () => {
	beforeEach(() => void vi.useFakeTimers());
	afterEach(() => void vi.useRealTimers());

	it('counts if the record is gone then, and a hint says so', async () => {
		let count = 0;
		const running = runNode(
			{ ...deletion(id(1)), options: { maxRetries: 1 } },
			{
				held: [{}],
				answer(_, usual) {
					if (++count > 1) return undefined;
					usual();
					return 'lost';
				},
			},
		);
		await vi.advanceTimersByTimeAsync(60_000);
		const { outputs, requests, hints } = await running;
		expect(outputs).toEqual([{ deleted: true, id: id(1) }]);
		expect(requests).toHaveLength(2);
		expect(hints).toEqual([
			'warning: Not every deletion was confirmed: after an attempt without a clear answer, the service said that the project does not exist. It counts as deleted.',
		]);
	});
});
