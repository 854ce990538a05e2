import type { Item } from '../../item';
import { isObject } from '../../../values/objects';

/** The call in an expression that n8n replaces with what a language model sends, in any of the spellings that n8n takes. */
const FROM_MODEL = /\$fromai\s*\(/i;

/**
 * Whether the value of a filter comes from a language model: the node is a tool of an AI agent, and the expression of the
 * filter contains `$fromAI()`. Models have no way to leave out a value, so an empty text is how they leave a filter out.
 *
 * @param name of the filter
 */
export function isFilledInByModel({ run }: Item, name: string): boolean {
	// As it was saved, with the expressions themselves.
	const filters: unknown = run.context.getNode().parameters.filters;
	const saved = isObject(filters) ? filters[name] : undefined;
	const text = isObject(saved) ? saved.value : saved;
	return typeof text === 'string' && FROM_MODEL.test(text);
}
