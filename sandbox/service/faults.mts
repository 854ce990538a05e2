import type { FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerAsGateway } from './gateway.mts';

/** Something that goes wrong on purpose. */
export interface Fault {
	method?: string;
	/** The beginning of the path, or a pattern. */
	path?: string | RegExp;
	/** How many requests the fault hits; the default is all of them. */
	times?: number;
	/** Wait before anything else, in milliseconds. */
	delayMs?: number;
	status?: number;
	headers?: Record<string, string>;
	body?: unknown;
	/** Whether a gateway in front of the service gives the answer: a web page instead of `body`. */
	gateway?: boolean;
	/** Whether the connection is cut without an answer. */
	reset?: boolean;
	/** Whether the answer begins, with `status` or 200, and is cut in the middle of its body. */
	cut?: boolean;
	/** Whether the request is carried out first; then its answer is lost or replaced. */
	afterHandling?: boolean;
}

/** The faults that wait for a request. */
export class Faults {
	private faults: Fault[] = [];

	add(fault: Fault): void {
		this.faults.push({ ...fault });
	}

	clear(): void {
		this.faults = [];
	}

	/** The first fault that hits this request; it counts as used. */
	take(method: string, path: string): Fault | undefined {
		const hit = this.faults.find(
			(fault) => (fault.method === undefined || fault.method === method) && fits(fault.path, path),
		);
		if (hit?.times !== undefined && --hit.times <= 0) {
			this.faults = this.faults.filter((fault) => fault !== hit);
		}
		return hit;
	}
}

/** Carries out a fault. @returns whether the request has been answered by it */
export async function carryOut(
	fault: Fault,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<boolean> {
	if (fault.delayMs !== undefined) await sleep(fault.delayMs);
	if (fault.reset === true) {
		reply.hijack();
		request.raw.socket.destroy();
		return true;
	}
	if (fault.cut === true) {
		reply.hijack();
		const type = { 'content-type': 'application/json', 'content-length': 1000 };
		reply.raw.writeHead(fault.status ?? 200, type).write('{"id":"');
		await sleep(20);
		request.raw.socket.destroy();
		return true;
	}
	if (fault.status === undefined) return false;
	void reply.headers(fault.headers ?? {});
	if (fault.gateway === true) {
		await answerAsGateway(reply, fault.status);
		return true;
	}
	await reply
		.code(fault.status)
		.send(fault.body ?? { statusCode: fault.status, message: 'A fault of the sandbox' });
	return true;
}

function fits(wanted: Fault['path'], path: string): boolean {
	if (wanted === undefined) return true;
	return typeof wanted === 'string' ? path.startsWith(wanted) : wanted.test(path);
}
