import { setTimeout as sleep } from 'node:timers/promises';

/** What a Node.js process holds after a garbage collection, in MB: objects, and the bytes outside of its heap. */
export async function memoryInUse(inspectorPort: number): Promise<number> {
	const answer = await fetch(`http://127.0.0.1:${inspectorPort}/json`);
	const [{ webSocketDebuggerUrl }] = (await answer.json()) as [{ webSocketDebuggerUrl: string }];
	const socket = new WebSocket(webSocketDebuggerUrl);
	await new Promise((resolve) => socket.addEventListener('open', resolve));
	let serial = 0;
	const call = async (method: string, params: object = {}) =>
		await new Promise<{ result?: { value?: unknown } }>((resolve) => {
			const id = ++serial;
			socket.addEventListener('message', ({ data }) => {
				const message = JSON.parse(String(data)) as { id?: number; result: object };
				if (message.id === id) resolve(message.result);
			});
			socket.send(JSON.stringify({ id, method, params }));
		});
	for (let times = 0; times < 3; times++) {
		await call('HeapProfiler.collectGarbage');
		await sleep(500);
	}
	const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';
	const { result } = await call('Runtime.evaluate', { expression, returnByValue: true });
	socket.close();
	return Math.round(Number(result?.value) / 2 ** 20);
}
