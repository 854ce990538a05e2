// What is tested without n8n, by unit tests alone: they take a tenth of the time.
import { optionsFor } from './common.mjs';

export default optionsFor('alone', [
	'actions/write/*.ts',
	'webhook/{answers,duplicates}/*.ts',
	'webhook/verify/{delivery,rawBody,signature,signingSecretCheck}.ts',
	'webhook/settings.ts',
	'values/**/*.ts',
	'events/!(outputs).ts',
	'http/pace/{backoff,notSent,outage,pause,queue,retry,retryBudget,throttle,waits,window}.ts',
	'http/answers/retryAfter.ts',
	'http/client.ts',
	'http/layers/*.ts',
	'lists/**/*.ts',
	'polling/**/*.ts',
]);
