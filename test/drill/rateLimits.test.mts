import { afterAll, expect, it } from 'vitest';
import type { RateLimit } from '../../sandbox/service/rateLimit.mts';
import { startService } from '../../sandbox/service/start.mts';
import { createUnder } from '../integration/harness/samples/creates.mts';
import type { CreateTally } from '../integration/harness/samples/creates.mts';
import { runner } from '../integration/harness/scenario.mts';

/** Requests, and the seconds they are allowed in: from one in two seconds to a hundred a second. */
const rates = [
	[1, 2],
	[1, 1],
	[2, 1],
	[4, 1],
	[10, 1],
	[100, 1],
] as const;
const forms: ReadonlyArray<RateLimit['retryAfter']> = [
	'missing',
	'seconds',
	'roundedDown',
	'zero',
	'date',
	'skewedDate',
];
const CREATES = 100;

const rows: Array<RateLimit & CreateTally> = [];
afterAll(() => {
	console.table(
		rows.map(
			({ requests, perSeconds, retryAfter, created, failed, doubled, refused, seconds }) => ({
				'a second': requests / perSeconds,
				'Retry-After': retryAfter,
				created,
				failed,
				doubled,
				refused,
				seconds: Math.round(seconds),
				'of what the limit allows': (seconds / (CREATES / (requests / perSeconds))).toFixed(2),
			}),
		),
	);
});

const limits: RateLimit[] = rates.flatMap(([requests, perSeconds]) =>
	forms.map((retryAfter) => ({ requests, perSeconds, retryAfter })),
);

it.concurrent.each(limits)(
	`each of ${CREATES} creates is taken once: $requests in $perSeconds s, Retry-After: $retryAfter`,
	async (limit) => {
		const service = await startService({ seed: 'empty' });
		try {
			const tally = await createUnder(
				limit,
				CREATES,
				service,
				runner(() => service),
			);
			rows.push({ ...limit, ...tally });
			expect(tally).toMatchObject({ created: CREATES, failed: 0, doubled: 0 });
		} finally {
			await service.close();
		}
	},
);
