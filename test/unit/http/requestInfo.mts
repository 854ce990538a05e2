import type { INode } from 'n8n-workflow';
import { endpoints } from '../../../nodes/EnergyProjects/service/endpoints.ts';
import type { RequestInfo } from '../../../nodes/EnergyProjects/http/errors.ts';

export const node: INode = {
	id: 'a1',
	name: 'Energy Projects',
	type: 'n8n-nodes-energy-projects.energyProjects',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** A request of item 3 to get a project, with whatever a test wants otherwise. */
export const requestInfo = (other: Partial<RequestInfo> = {}): RequestInfo => ({
	node,
	endpoint: endpoints.project.get,
	itemIndex: 3,
	secrets: [],
	unclear: false,
	timeoutMs: 60_000,
	...other,
});
