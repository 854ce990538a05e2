import type { IExecuteFunctions } from 'n8n-workflow';
import type { ClientOptions } from '../../http/client';
import { clientOptionsFrom } from '../../http/sendingOptions';
import { numberIn } from '../../values/parse/scalarValue';

/** What an execution asks of its client. An expression can yield anything: what is no number is the preset. */
export function readSendingOptions(context: IExecuteFunctions): ClientOptions {
	const given = context.getNodeParameter('options', 0, {}) as Record<string, unknown>;
	return clientOptionsFrom((name) => numberIn(given[name]));
}
