import { eventKinds } from '../../../sandbox/service/records.mts';
import type { ApiRecord } from '../../../sandbox/service/records.mts';
import { PollBench } from './n8n/pollBench.mts';
import type { PollBenchOptions } from './n8n/pollBench.mts';
import { useScenario } from './scenario.mts';
import { addProject, apiKeyCredential } from './service/service.mts';

/** A scenario, polling triggers that read its service with the API key, and so many new projects. */
export function usePolls(...options: Parameters<typeof useScenario>) {
	const scenario = useScenario(...options);
	const { service } = scenario;
	/** Every kind of event unless told otherwise. */
	const trigger = (parameters: object = {}, more: Partial<PollBenchOptions> = {}) =>
		new PollBench({
			parameters: { events: [...eventKinds], ...parameters },
			credentials: apiKeyCredential(service()),
			...more,
		});
	const projects = (count: number, fields: object = {}): ApiRecord[] =>
		Array.from({ length: count }, () => addProject(service(), fields));
	return { ...scenario, trigger, projects };
}
