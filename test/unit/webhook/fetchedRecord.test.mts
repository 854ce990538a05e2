import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { IWebhookFunctions } from 'n8n-workflow';
import { afterEach, expect, it, vi } from 'vitest';
import { chosenKinds } from '../../../nodes/EnergyProjects/service/eventKinds.ts';
import { fetchRecord } from '../../../nodes/EnergyProjects/webhook/fetchedRecord.ts';

afterEach(() => void vi.useRealTimers());

const id = '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34';

const warn = vi.fn();

/** Reads the record of a delivery with what n8n's request helper does. */
async function fetchWith(httpRequestWithAuthentication: () => Promise<unknown>, workflowId = 'w1') {
	const context = {
		getCredentials: async () => ({ baseUrl: 'https://api.example' }),
		getNode: () => ({ id: 't1', name: 'Trigger' }),
		getWorkflow: () => ({ id: workflowId }),
		logger: { warn },
		helpers: { httpRequestWithAuthentication },
	} as unknown as IWebhookFunctions;
	const [kind] = chosenKinds(['project.edited']);
	const delivery = { event: 'project.edited', data: { project: { id } }, payload: {} };
	return await fetchRecord(context, kind, delivery, 'apiKey');
}

it('gives up well before the service does, even if n8n waits for a token forever', async () => {
	vi.useFakeTimers();
	const reading = fetchWith(async () => await new Promise(() => undefined));
	const outcome = expect(reading).rejects.toThrow('did not answer within 22 seconds');
	await vi.advanceTimersByTimeAsync(22_000);
	await outcome;
});

it.each([
	['no such record (404)', 404],
	['that the record is gone (410)', 410],
])('hands the event over without its record if the API says %s', async (_, statusCode) => {
	const answer = { statusCode, headers: {}, body: { message: 'Gone' } };
	warn.mockClear();
	expect(await fetchWith(async () => answer, `w${statusCode}`)).toBeNull();
	expect(warn.mock.calls).toEqual([
		[expect.stringContaining(`${id} (${statusCode})`), expect.anything()],
	]);
});

it('does not keep the record in memory after it was handed over, although the timer still runs', async () => {
	setFlagsFromString('--expose-gc');
	const collectGarbage = runInNewContext('gc') as () => void;
	/** Reads a record, and refers to it only weakly. */
	const read = async () => {
		const record = await fetchWith(async () => ({ statusCode: 200, headers: {}, body: { id } }));
		expect(record).toEqual({ id });
		return new WeakRef(record ?? {});
	};
	const records: Array<WeakRef<object>> = [];
	for (let number = 0; number < 10; number++) records.push(await read());
	const kept = () => records.filter((record) => record.deref() !== undefined);
	// One collection can miss what the engine has only just let go.
	for (let round = 0; round < 10 && kept().length > 0; round++) {
		await setImmediate();
		collectGarbage();
	}
	expect(kept()).toEqual([]);
});
