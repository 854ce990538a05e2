import { expect, it } from 'vitest';
import { catchUp, catchUpExamples } from '../e2e/harness/catchUp.mts';
import { useStack } from '../e2e/harness/stack.mts';

/** Short with e.g. DRILL_CHANGES=100. */
const CHANGES = Number(process.env.DRILL_CHANGES ?? 500);
const stack = useStack({ workflows: catchUpExamples() });

it(`the catch-up example works on each of ${CHANGES} changes, though a third of the webhooks gets lost`, async () => {
	const figures = await catchUp(stack(), CHANGES);
	console.table([figures]);
	expect(figures).toMatchObject({ notWorkedOn: [], failedExecutions: 0 });
});
