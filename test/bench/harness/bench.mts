import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { ExampleWorkflow } from '../../../sandbox/n8n/demo.mts';
import { installPackage } from '../../../sandbox/n8n/nodePackage.mts';
import { root } from '../../../sandbox/n8n/paths.mts';
import { startStack } from '../../e2e/harness/startStack.mts';
import type { Stack } from '../../e2e/harness/startStack.mts';
import { executionEnded } from './executions.mts';
import type { TimedExecution } from './executions.mts';

const peersFolder = join(root, 'test', 'bench', 'peers');

const peerFolders = () => readdirSync(peersFolder).map((name) => join(peersFolder, name));

/** How much is measured: `small` has to work, its numbers say nothing. */
export type Scale = 'full' | 'small';

/** The one n8n and the one service in which everything is measured. */
export class Bench {
	readonly stack: Stack;
	/** The package as it would be published. */
	readonly tarball: string;
	readonly scale: Scale;
	private readonly workflows = new Set<string>();
	private readonly credentials = new Map<string, string>();

	constructor(stack: Stack, tarball: string, scale: Scale) {
		this.stack = stack;
		this.tarball = tarball;
		this.scale = scale;
	}

	/** The number for the scale of this run. */
	size(full: number, small: number): number {
		return this.scale === 'full' ? full : small;
	}

	/** Puts a workflow into n8n, once. */
	async add(workflow: ExampleWorkflow): Promise<void> {
		if (this.workflows.has(workflow.id)) return;
		await this.stack.rest.call('POST', '/rest/workflows', workflow);
		this.workflows.add(workflow.id);
	}

	/** Makes a credential in n8n, once. @returns its id, which n8n chooses */
	async credential(name: string, type: string, data: object): Promise<string> {
		const known = this.credentials.get(name);
		if (known !== undefined) return known;
		const { id } = await this.stack.rest.call<{ id: string }>('POST', '/rest/credentials', {
			name,
			type,
			data,
		});
		this.credentials.set(name, id);
		return id;
	}

	/**
	 * Runs a workflow by hand and waits for its end.
	 *
	 * @throws where it fails as a whole; items that failed by themselves are in its outputs
	 */
	async run(workflow: ExampleWorkflow, trigger = 'Start'): Promise<TimedExecution> {
		await this.add(workflow);
		const { executionId } = await this.stack.rest.call<{ executionId: string }>(
			'POST',
			`/rest/workflows/${workflow.id}/run`,
			{ triggerToStartFrom: { name: trigger } },
		);
		const execution = await executionEnded(this.stack.options.userFolder, executionId, trigger);
		if (execution.status !== 'success') {
			throw new Error(`${workflow.name} ended with "${execution.status}": ${execution.error}`);
		}
		return execution;
	}

	/** Starts n8n anew with these settings beside those of the sandbox, on the same data. */
	async restart(env: NodeJS.ProcessEnv): Promise<void> {
		await this.stack.restart('SIGTERM', env);
	}

	/** Another user folder for n8n, in which one of the packages stands alone. The caller removes it. */
	async folderWith(packageName: string): Promise<string> {
		const userFolder = mkdtempSync(join(tmpdir(), 'energy-projects-start-'));
		const peer = peerFolders().find((path) => basename(path) === packageName);
		await installPackage(userFolder, [peer ?? this.tarball], { log: () => {} });
		return userFolder;
	}

	async close(): Promise<void> {
		await this.stack.close();
	}
}

/** Starts the service and an n8n that holds the package and all packages of `peers/`. */
export async function startBench(tarball: string, scale: Scale): Promise<Bench> {
	const stack = await startStack([tarball, ...peerFolders()], {
		workflows: [],
		service: { seed: 'empty', keepRequests: 200_000 },
	});
	return new Bench(stack, tarball, scale);
}
