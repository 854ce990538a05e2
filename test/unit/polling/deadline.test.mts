import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../nodes/EnergyProjects/http/client.ts';
import {
	deadlineIn,
	OutOfTime,
	clientUntil,
} from '../../../nodes/EnergyProjects/polling/reading/deadline.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';

const { getAll } = projectRecord.endpoints;
const answering = (send: () => Promise<unknown>): ApiClient => ({
	maxParallelRequests: 1,
	send,
	stop: () => undefined,
});

describe('a client with a deadline', () => {
	it('fails what is under way when it passes, and whatever is asked afterwards', async () => {
		const client = clientUntil(
			deadlineIn(20),
			answering(async () => await new Promise(() => undefined)),
		);
		await expect(client.send(getAll)).rejects.toThrow(OutOfTime);
		await expect(client.send(getAll)).rejects.toThrow(OutOfTime);
	});

	it('keeps nothing of an answer that came before', async () => {
		setFlagsFromString('--expose-gc');
		const collectGarbage = runInNewContext('gc') as () => void;
		const client = clientUntil(
			deadlineIn(600_000),
			answering(async () => ({ page: 'x'.repeat(1_000) })),
		);
		const ask = async () => new WeakRef((await client.send(getAll)) as object);
		const answers = [await ask(), await ask(), await ask()];
		// What is held weakly lives until the task it was made in has ended.
		await setImmediate();
		collectGarbage();
		expect(answers.filter((answer) => answer.deref() !== undefined)).toEqual([]);
	});
});
