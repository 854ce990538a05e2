import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { clientDefaults } from '../../http/client';
import type { ClientOptions } from '../../http/client';
import { numberIn } from '../../values/scalarValue';

const { maxParallelRequests, maxRetries } = clientDefaults;
const timeoutSeconds = clientDefaults.timeoutMs / 1000;

/** Options about the requests themselves, which every operation has. */
export const sendingOptions: readonly INodeProperties[] = [
	{
		displayName: 'Max Parallel Requests',
		name: 'maxParallelRequests',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 100 },
		default: maxParallelRequests,
		description:
			'How many requests may be under way at once. The node starts with few, sends more while the service answers well, and fewer when the service asks for it.',
	},
	{
		displayName: 'Max Retries',
		name: 'maxRetries',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 10 },
		default: maxRetries,
		description:
			'How often one request is sent again after a temporary failure; being asked to wait does not count. A create is never sent again once it may have reached the service.',
	},
	{
		displayName: 'Timeout (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 600 },
		default: timeoutSeconds,
		description: 'How long to wait for one answer of the service, in seconds',
	},
];

/** What an execution asks of its client. An expression can yield anything: what is no number is the preset. */
export function readSendingOptions(context: IExecuteFunctions): ClientOptions {
	const given = context.getNodeParameter('options', 0, {}) as Record<string, unknown>;
	const numberOf = (name: string): number => {
		const option = sendingOptions.find((candidate) => candidate.name === name);
		const { minValue = 0, maxValue = Infinity } = option?.typeOptions ?? {};
		const number = numberIn(given[name]) ?? Number(option?.default);
		return Math.min(maxValue, Math.max(minValue, number));
	};
	return {
		maxParallelRequests: Math.floor(numberOf('maxParallelRequests')),
		maxRetries: Math.floor(numberOf('maxRetries')),
		timeoutMs: Math.round(numberOf('timeout') * 1000),
	};
}
