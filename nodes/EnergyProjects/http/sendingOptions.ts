import type { INodeProperties } from 'n8n-workflow';
import { clientDefaults } from './client';
import type { ClientOptions } from './client';

const { maxParallelRequests, maxRetries } = clientDefaults;
const timeoutSeconds = clientDefaults.timeoutMs / 1000;

/** Options about the requests themselves, for every node that sends any. */
export const sendingOptions = [
	{
		displayName: 'Max Parallel Requests',
		name: 'maxParallelRequests',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 100 },
		default: maxParallelRequests,
		description:
			'How many requests may run at the same time. The node starts with a few, sends more while the service responds well, and fewer if the service asks for it.',
	},
	{
		displayName: 'Max Retries',
		name: 'maxRetries',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 10 },
		default: maxRetries,
		description:
			'How many times to retry a request after a temporary failure. Waiting because the service asked for it does not count. A create is never retried once it may have reached the service.',
	},
	{
		displayName: 'Timeout (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 600 },
		default: timeoutSeconds,
		description: 'How long to wait for each answer from the service, in seconds',
	},
] as const satisfies readonly INodeProperties[];

/**
 * The options of a client, each within its limits.
 *
 * @param given the number that a person gave for an option; undefined stands for the default
 */
export function clientOptionsFrom(
	given: (name: string) => number | undefined,
): Required<Pick<ClientOptions, 'maxParallelRequests' | 'maxRetries' | 'timeoutMs'>> {
	const [parallel, retries, timeout] = sendingOptions.map(({ name, typeOptions, ...option }) => {
		const { minValue, maxValue } = typeOptions;
		return Math.min(maxValue, Math.max(minValue, given(name) ?? option.default));
	});
	return {
		maxParallelRequests: Math.floor(parallel),
		maxRetries: Math.floor(retries),
		timeoutMs: Math.round(timeout * 1000),
	};
}
