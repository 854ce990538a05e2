import type { IPollFunctions } from 'n8n-workflow';

/** For a poll that n8n sets no limit, and for n8n before 2.37, which cannot say. */
export const UNLIMITED_BUDGET_MS = 5 * 60_000;

/**
 * For the first poll after publishing or a restart. n8n 2.41 gives it 84 seconds (70 % of its
 * N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS). After a longer one it calls the workflow failed, and does not start it
 * again after its next restart.
 */
export const ACTIVATION_BUDGET_MS = 75_000;

/** How long a poll may take, in milliseconds. */
export const pollBudgetMs = (context: IPollFunctions): number =>
	// n8n before 2.37 lacks the function, although the types have it.
	typeof context.getPollBudgetMs === 'function' ? context.getPollBudgetMs() : UNLIMITED_BUDGET_MS;

/** Whether n8n's durable schedule runs this poll: then the context is made for one poll, and its time is limited. */
export const hasDurableSchedule = (context: IPollFunctions): boolean =>
	pollBudgetMs(context) !== UNLIMITED_BUDGET_MS;
