import { setTimeout as sleep } from 'node:timers/promises';

type Call = <Result>(method: string, params?: object) => Promise<Result>;

/** A profile as V8 hands it over: how often each call was found running, and what it had been called by. */
interface Profile {
	nodes: Array<{ id: number; callFrame: { url: string }; children?: number[] }>;
	samples: number[];
	timeDeltas: number[];
}

/** What a Node.js process holds after a garbage collection, in MB: objects, and the bytes outside of its heap. */
export async function memoryInUse(inspectorPort: number): Promise<number> {
	return await inspecting(inspectorPort, async (call) => {
		for (let times = 0; times < 3; times++) {
			await call('HeapProfiler.collectGarbage');
			await sleep(500);
		}
		const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';
		return Math.round(Number(await valueOf(call, expression)) / 2 ** 20);
	});
}

/** What a Node.js process takes of the machine's memory, in MB. */
export async function residentMemory(inspectorPort: number): Promise<number> {
	return await inspecting(inspectorPort, async (call) =>
		Math.round(Number(await valueOf(call, 'process.memoryUsage.rss()')) / 2 ** 20),
	);
}

/** Time a Node.js process spent, in milliseconds. */
export interface TimeSpent {
	/** On a processor, whatever it did. */
	cpuMs: number;
	/** In code of files whose address matches, and in what it called. */
	inFilesMs: number;
	/** The longest of it without a pause: so long nothing else went on in the process. */
	longestMs: number;
}

/** What a Node.js process does meanwhile. */
export async function profiled(
	inspectorPort: number,
	files: RegExp,
	meanwhile: () => Promise<void>,
): Promise<TimeSpent> {
	return await inspecting(inspectorPort, async (call) => {
		const cpu = async () =>
			Number(await valueOf(call, '(({ user, system }) => user + system)(process.cpuUsage())'));
		await call('Profiler.enable');
		await call('Profiler.setSamplingInterval', { interval: 500 });
		const before = await cpu();
		await call('Profiler.start');
		await meanwhile();
		const { profile } = await call<{ profile: Profile }>('Profiler.stop');
		const cpuMs = Math.round(((await cpu()) - before) / 1000);
		return { cpuMs, ...timeIn(files, profile) };
	});
}

function timeIn(files: RegExp, { nodes, samples, timeDeltas }: Profile) {
	const inside = new Set<number>();
	// A node stands before the ones it called.
	for (const { id, callFrame, children = [] } of nodes) {
		if (files.test(callFrame.url)) inside.add(id);
		if (inside.has(id)) for (const child of children) inside.add(child);
	}
	let [sum, stretch, longest] = [0, 0, 0];
	samples.forEach((id, index) => {
		const delta = inside.has(id) ? (timeDeltas[index] ?? 0) : 0;
		stretch = inside.has(id) ? stretch + delta : 0;
		longest = Math.max(longest, stretch);
		sum += delta;
	});
	return { inFilesMs: Math.round(sum / 1000), longestMs: Math.round(longest / 1000) };
}

async function valueOf(call: Call, expression: string): Promise<unknown> {
	const params = { expression, returnByValue: true };
	const { result } = await call<{ result?: { value?: unknown } }>('Runtime.evaluate', params);
	return result?.value;
}

async function inspecting<Result>(
	inspectorPort: number,
	work: (call: Call) => Promise<Result>,
): Promise<Result> {
	const answer = await fetch(`http://127.0.0.1:${inspectorPort}/json`);
	const [{ webSocketDebuggerUrl }] = (await answer.json()) as [{ webSocketDebuggerUrl: string }];
	const socket = new WebSocket(webSocketDebuggerUrl);
	await new Promise((resolve) => socket.addEventListener('open', resolve));
	let serial = 0;
	const call: Call = async <Answer,>(method: string, params: object = {}) =>
		await new Promise<Answer>((resolve) => {
			const id = ++serial;
			const listen = ({ data }: MessageEvent) => {
				const message = JSON.parse(String(data)) as { id?: number; result: Answer };
				if (message.id !== id) return;
				socket.removeEventListener('message', listen);
				resolve(message.result);
			};
			socket.addEventListener('message', listen);
			socket.send(JSON.stringify({ id, method, params }));
		});
	try {
		return await work(call);
	} finally {
		socket.close();
	}
}
