import type { IHttpRequestOptions } from 'n8n-workflow';
import type { Endpoint } from '../../service/endpoints';
import type { ExpectedAnswer } from '../answers/answerForm';
import type { Answer, Outcome } from '../answers/outcome';
import type { OutageWatch } from '../pace/outage';
import type { RetryLimits } from '../pace/retryBudget';
import type { Throttle } from '../pace/throttle';

/** What all requests of a run share. */
export interface Pace {
	readonly throttle: Throttle;
	readonly outages: OutageWatch;
	readonly limits: RetryLimits;
}

/** One request on its way through the layers. */
export interface LayeredRequest {
	readonly endpoint: Endpoint;
	readonly options: IHttpRequestOptions;
	/** What the answer has to be; undefined if any will do. */
	readonly expect?: ExpectedAnswer;
}

/** Sends a request once. A layer takes one of these and returns another one that does a little more. */
export type Send = (request: LayeredRequest) => Promise<Outcome>;

/** What a request got in the end: the expected answer (none if an earlier attempt got through), or a failure. */
export type Result = { readonly isDone: true; readonly answer?: Answer } | GivenUp;

export interface GivenUp {
	readonly isDone: false;
	/** What the last attempt got. */
	readonly outcome: Outcome;
	/** A change may have been carried out although no success came back. */
	readonly isUnclear: boolean;
	/** When it was first sent, by the clock of the run. */
	readonly firstSentAt: number;
	/** How long the request would have had to wait before it is sent again, in milliseconds. */
	readonly waitMs: number;
	/** Another retry was allowed, but would have taken too long. */
	readonly isTooLong: boolean;
}

/** Sends a request until it is done or given up. */
export type SendToEnd = (request: LayeredRequest) => Promise<Result>;
