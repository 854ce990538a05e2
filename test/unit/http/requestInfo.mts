import type { INode } from 'n8n-workflow';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import type { RequestInfo } from '../../../nodes/EnergyProjects/http/errors/requestError.ts';
import type { Answer } from '../../../nodes/EnergyProjects/http/answers/outcome.ts';

export const node: INode = {
	id: 'a1',
	name: 'Energy Projects',
	type: 'n8n-nodes-energy-projects.energyProjects',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** A request of item 3 to get a project, with the differences a test needs. */
export const requestInfo = (other: Partial<RequestInfo> = {}): RequestInfo => ({
	node,
	endpoint: projectRecord.endpoints.get,
	itemIndex: 3,
	secrets: [],
	isUnclear: false,
	timeoutMs: 60_000,
	...other,
});

/** An answer of the service with what an error is made of. */
export const answered = (
	statusCode: number,
	body: unknown,
	more: Partial<Answer> = {},
): Answer => ({
	kind: 'answer',
	statusCode,
	body,
	form: typeof body === 'string' ? 'text' : 'object',
	allowed: [],
	...more,
});
