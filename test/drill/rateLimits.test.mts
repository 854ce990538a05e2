import { afterAll, expect, it } from 'vitest';
import type { RateLimit } from '../../sandbox/service/rateLimit.mts';
import { startService } from '../../sandbox/service/start.mts';
import type { RunningService } from '../../sandbox/service/start.mts';
import { runner } from '../integration/harness/scenario.mts';
import { recordsOf } from '../shared.mts';
import { onRequest } from '../integration/harness/service/service.mts';

const LATENCY_MS = 20;
/** Requests a second, and creates. */
const rates = [
	[50, 500],
	[10, 200],
	[2, 40],
] as const;
const forms = ['seconds', 'roundedDown', 'missing', 'fraction', 'skewedDate'] as const;

interface Limited {
	readonly limit: string;
	readonly retryAfter: string;
	readonly creates: number;
	/** Seconds, counting nothing for the node and the service. */
	readonly ideal: number;
	readonly set: (service: RunningService) => RateLimit;
}

const cases: readonly Limited[] = [
	...rates.flatMap(([requests, creates]) =>
		forms.map((retryAfter) => ({
			...{ limit: `${requests} a second`, retryAfter, creates },
			ideal: Math.ceil(creates / requests) - 1 + LATENCY_MS / 1000,
			set: () => ({ requests, perSeconds: 1, retryAfter }),
		})),
	),
	{
		...{ limit: '2 at once', retryAfter: '1', creates: 500 },
		ideal: (500 / 2) * (LATENCY_MS / 1000),
		set: (service) => {
			const refusal = { status: 429, headers: { 'retry-after': '1' } };
			const underWay = () => service.requests.filter(({ status }) => status === 0).length;
			onRequest(service, () => (underWay() > 2 ? refusal : undefined));
			return { requests: Infinity, perSeconds: 1, retryAfter: 'missing' };
		},
	},
];

/** Creates customers under a limit. @returns what became of them, by the service's own books; `refused`: with 429 */
async function createUnder(limit: RateLimit, count: number, service: RunningService) {
	service.rateLimiter.set(limit);
	const items = Array.from({ length: count }, (_, number) => ({ lastName: `Weber ${number}` }));
	const customer = { resource: 'customer', operation: 'create', firstName: 'Ada' };
	const parameters = { ...customer, lastName: '={{ $json.lastName }}' };
	const began = Date.now();
	const onError = 'continueRegularOutput';
	const { json } = await runner(() => service)(parameters, { items, onError });
	const names = recordsOf(service, 'customer').map(({ lastName }) => lastName);
	return {
		created: names.length,
		failed: json.filter(({ error }) => error !== undefined).length,
		doubled: names.length - new Set(names).size,
		refused: service.requests.filter(({ status }) => status === 429).length,
		seconds: (Date.now() - began) / 1000,
	};
}

const rows: object[] = [];
afterAll(() => console.table(rows));

it.each(cases)(
	'each of $creates creates is taken once: $limit, Retry-After: $retryAfter',
	async ({ set, creates, ideal, ...what }) => {
		const service = await startService({ seed: 'empty' });
		try {
			service.faults.add({ delayMs: LATENCY_MS });
			const tally = await createUnder(set(service), creates, service);
			const { seconds, refused } = tally;
			const ratio = Number((seconds / ideal).toFixed(2));
			rows.push({ ...what, creates, ideal, seconds: Number(seconds.toFixed(1)), ratio, refused });
			expect(tally).toMatchObject({ created: creates, failed: 0, doubled: 0 });
		} finally {
			await service.close();
		}
	},
);
