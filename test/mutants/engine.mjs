// What only does its work inside of n8n: tested on n8n-core's engine, against the local service.
import { optionsFor } from './common.mjs';

export default optionsFor('engine', [
	'webhook/{fetchedRecord,webhook}.ts',
	'actions/parameters/record/humanId.ts',
	'actions/parameters/match.ts',
]);
