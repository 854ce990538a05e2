// What is tested without n8n, by unit tests alone: they take a tenth of the time.
import { optionsFor } from './common.mjs';

export default optionsFor('alone', [
	'webhook/{delivery,duplicates,log,memory,rawBody,refusal,repeatedSignature,secretTest,seen,settings,signature}.ts',
	'values/*.ts',
	'events/eventTime.ts',
	'http/{ending,reach,repeats,retry,retryAfter,throttle}.ts',
]);
