import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../../nodes/EnergyProjects/http/client.ts';
import {
	deadlineIn,
	OutOfTime,
	clientUntil,
} from '../../../../nodes/EnergyProjects/polling/reading/deadline.ts';
import { projectRecord } from '../../../../nodes/EnergyProjects/service/records/project.ts';

const { getAll } = projectRecord.endpoints;
const answering = (send: () => Promise<unknown>): ApiClient => ({
	maxParallelRequests: 1,
	send,
	stop: () => undefined,
});

describe('a client with a deadline', () => {
	it('fails running requests when the deadline passes, and every later one', async () => {
		const client = clientUntil(
			deadlineIn(20),
			answering(async () => await new Promise(() => undefined)),
		);
		await expect(client.send(getAll)).rejects.toThrow(OutOfTime);
		await expect(client.send(getAll)).rejects.toThrow(OutOfTime);
	});

	it('keeps no answer that came before the deadline in memory', async () => {
		setFlagsFromString('--expose-gc');
		const collectGarbage = runInNewContext('gc') as () => void;
		const client = clientUntil(
			deadlineIn(600_000),
			answering(async () => ({ page: 'x'.repeat(1_000) })),
		);
		const ask = async () => new WeakRef((await client.send(getAll)) as object);
		const answers = [await ask(), await ask(), await ask()];
		// The target of a weak reference lives at least until the task that made it has ended.
		await setImmediate();
		collectGarbage();
		expect(answers.filter((answer) => answer.deref() !== undefined)).toEqual([]);
	});
});
