import type { RateLimit } from '../../../../sandbox/service/rateLimit.mts';
import type { RunningService } from '../../../../sandbox/service/start.mts';
import { recordsOf } from '../../../shared.mts';
import type { runner } from '../scenario.mts';

/**
 * Creates customers with the presets of the node while the service limits requests.
 *
 * @returns what became of them, by the service's own books; `refused` counts the requests that were answered with 429
 */
export async function createUnder(
	limit: RateLimit,
	count: number,
	service: RunningService,
	run: ReturnType<typeof runner>,
) {
	service.rateLimiter.set(limit);
	const items = Array.from({ length: count }, (_, number) => ({ lastName: `Weber ${number}` }));
	const customer = { resource: 'customer', operation: 'create' };
	const began = Date.now();
	const { json } = await run(
		{ ...customer, firstName: 'Ada', lastName: '={{ $json.lastName }}' },
		{ items, onError: 'continueRegularOutput' },
	);
	const names = recordsOf(service, 'customer').map(({ lastName }) => lastName);
	const errors = json.flatMap(({ error }) => (error === undefined ? [] : [String(error)]));
	return {
		created: names.length,
		failed: errors.length,
		doubled: names.length - new Set(names).size,
		refused: service.requests.filter(({ status }) => status === 429).length,
		seconds: (Date.now() - began) / 1000,
		errors,
	};
}
