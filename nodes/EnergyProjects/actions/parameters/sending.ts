import type { IExecuteFunctions } from 'n8n-workflow';
import type { ClientOptions } from '../../http/client';
import { clientOptionsFrom } from '../../http/sendingOptions';
import { numberIn } from '../../values/parse/scalarValue';

/** How an execution sends its requests. An expression can return anything; what is not a number counts as the default. */
export function readSendingOptions(context: IExecuteFunctions): ClientOptions {
	const given = context.getNodeParameter('options', 0, {}) as Record<string, unknown>;
	return clientOptionsFrom((name) => numberIn(given[name]));
}
