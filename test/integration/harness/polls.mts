import { defaultKinds } from '../../../nodes/EnergyProjects/service/eventKinds.ts';
import type { ApiRecord } from '../../../sandbox/service/records.mts';
import { PollBench } from './n8n/pollBench.mts';
import type { PollBenchOptions } from './n8n/pollBench.mts';
import { useScenario } from './scenario.mts';
import { addProject, apiKeyCredential } from './service/service.mts';

/** A polling trigger that reads the service of a scenario with the API key; every kind of event unless told otherwise. */
export const pollingTriggerOf =
	(service: ReturnType<typeof useScenario>['service']) =>
	(parameters: object = {}, more: Partial<PollBenchOptions> = {}) =>
		new PollBench({
			parameters: { events: [...defaultKinds], ...parameters },
			credentials: apiKeyCredential(service()),
			...more,
		});

/** A scenario, polling triggers that read its service, and so many new projects. */
export function usePolls(...options: Parameters<typeof useScenario>) {
	const scenario = useScenario(...options);
	const { service } = scenario;
	const projects = (count: number, fields: object = {}): ApiRecord[] =>
		Array.from({ length: count }, () => addProject(service(), fields));
	return { ...scenario, trigger: pollingTriggerOf(service), projects };
}
