import type { Endpoint } from '../../service/endpoints';
import type { Outcome } from '../answers/outcome';
import type { Send } from './layer';

/**
 * The service's document shows updates, but not their method. If the service does not allow PATCH but does allow PUT,
 * the same body goes out as PUT, and later updates do so at once.
 */
export function withMethodFallback(send: Send): Send {
	const replaced = new Set<Endpoint>();
	return async (request) => {
		const { endpoint, options } = request;
		const { fallbackMethod } = endpoint;
		const withFallback = { ...request, options: { ...options, method: fallbackMethod } };
		if (replaced.has(endpoint)) return await send(withFallback);

		const outcome = await send(request);
		if (fallbackMethod === undefined || !isAllowedInstead(fallbackMethod, outcome)) return outcome;
		replaced.add(endpoint);
		return await send(withFallback);
	};
}

const isAllowedInstead = (method: string, outcome: Outcome): boolean =>
	outcome.kind === 'answer' && outcome.statusCode === 405 && outcome.allowed.includes(method);
