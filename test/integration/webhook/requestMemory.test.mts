import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { one, started } from '../harness/webhook/answers.mts';
import { useDeliveries } from '../harness/webhook/deliveries.mts';
import { delivery, signingSecret } from '../harness/webhook/signed.mts';
import { WebhookBench } from '../harness/n8n/engine.mts';

useDeliveries();

describe('the memory of the process', () => {
	setFlagsFromString('--expose-gc');
	const collectGarbage = runInNewContext('gc') as () => void;
	const SIZE = 6 * 1024 * 1024;

	/** Answers one big delivery, and gives its raw bytes as long as something else holds them. */
	async function receiveBig(nodeId: string): Promise<WeakRef<object>> {
		const content = { event: 'project.edited', data: { note: `${nodeId}${'x'.repeat(SIZE)}` } };
		const received = delivery(content);
		const trigger = new WebhookBench({ nodeId, parameters: {}, credentials: signingSecret() });
		expect(started(await trigger.receive(received))).toEqual(one);
		return new WeakRef(received.rawBody);
	}

	it('keeps nothing of a request once it is answered', async () => {
		const requests: Array<WeakRef<object>> = [];
		for (let number = 0; number < 12; number++) requests.push(await receiveBig(`node ${number}`));
		const kept = () => requests.filter((request) => request.deref() !== undefined);
		// What is held weakly lives until the task it was made in has ended, and one collection can miss what the engine has
		// only just let go.
		for (let round = 0; round < 10 && kept().length > 0; round++) {
			await setImmediate();
			collectGarbage();
		}
		expect(kept()).toEqual([]);
	});
});
