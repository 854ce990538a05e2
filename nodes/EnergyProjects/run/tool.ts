// What is different if the node is a tool of an AI agent.
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isObject } from '../values/objects';
import { folded } from '../values/text';

/** Whether the node is a tool of an AI agent: n8n names the tool after the node. */
export const isTool = (context: IExecuteFunctions): boolean =>
	context.getNode().type.endsWith('Tool');

/** The parameter for fields that this package does not know. Words for nothing inside it are sent as they are. */
export const OTHER_FIELDS = 'otherFields';

/**
 * What models write, in English or German, if they have no value; they have no way to leave one out. Texts are folded. "leer" is
 * not one of them: it is a town and a surname.
 */
const WORD_FOR_NOTHING =
	/^(?:null|undefined|none|unknown|unchanged|empty|nan|n[/.] ?a\.?|not (?:available|given|known|provided|specified)|keine?(?: angaben?)?|k\. ?a\.|unbekannt|nicht (?:angegeben|bekannt|vorhanden)|-|\?|\.\.\.|…|\{\}|\[\]|"")$/;

/** Whether a text is such a word, alone or in angle brackets. */
const saysNothing = (text: string): boolean =>
	WORD_FOR_NOTHING.test(folded(text).replace(/^<(.+)>$/, '$1'));

/** What a model filled in, with an empty text in place of such a word. */
export function withoutWordsForNothing(value: unknown): unknown {
	if (typeof value === 'string') return saysNothing(value) ? '' : value;
	if (Array.isArray(value)) return value.map(withoutWordsForNothing);
	if (!isObject(value)) return value;
	const entries = Object.entries(value).map(([name, part]) => [
		name,
		name === OTHER_FIELDS && isObject(part) ? part : withoutWordsForNothing(part),
	]);
	return Object.fromEntries(entries) as IDataObject;
}
