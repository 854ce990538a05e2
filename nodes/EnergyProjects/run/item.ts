import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { errorKindOf, isNotSent } from '../http/errors';
import type { ErrorKind } from '../http/errors';
import type { ApiRequest } from '../http/request';
import type { ReadEndpoint } from '../service/endpoints';
import { isMissing, isObject, valueAt } from '../values/objects';
import { chosenFrom, toBoolean } from '../values/parse';
import type { Choice } from '../values/parse';
import { folded, quoted } from '../values/text';
import type { Run } from './run';

/** One incoming item: what it asks for, and how it reads from the service. */
export interface Item {
	readonly run: Run;
	readonly index: number;
	readonly json: IDataObject;
	/** The value of a parameter, with its expressions evaluated for this item. */
	parameter(name: string, fallback?: unknown): unknown;
	/** A parameter, or an entry of a collection, as it was saved: with the expressions themselves. */
	saved(...path: readonly string[]): unknown;
	/** The choice of an option of the node. @throws NodeOperationError if there is no such choice: an expression can yield anything */
	choice<Value extends string>(option: INodeProperties): Value;
	/** The same of a parameter that is no option, from its value; in a tool, an empty one means the default. */
	choiceOf<Value extends string>(parameter: INodeProperties, given: unknown): Value;
	/** Whether a switch is on; one that is empty is off. See toBoolean in values. */
	isOn(option: INodeProperties, given?: unknown): boolean;
	/**
	 * Whether a language model fills in an entry of a collection: its expression contains `$fromAI()`. Models have no way to
	 * leave out a value, so an empty one is how they leave it out. An empty one of the person's own expression is a mistake.
	 */
	isFilledInByModel(collection: string, name: string): boolean;
	/** Sends a request that changes nothing, and whose errors name this item. What changes something is sent by `write`. */
	read(endpoint: ReadEndpoint, request?: ApiRequest): Promise<unknown>;
	/** An error about this item; by default about a value that the person entered. */
	error(message: string, description?: string, kind?: ErrorKind): NodeOperationError;
	/** The same error, but it names what it is about. */
	errorAbout(subject: string, error: Error): Error;
}

/** The parameter for fields that this package does not know. Words for nothing inside it are sent as they are. */
export const OTHER_FIELDS = 'otherFields';

/** What models write, in English or German, where they have no value; they have no way to leave one out. Texts are folded. Not
 * "leer", which is a town and a surname. */
const WORD_FOR_NOTHING =
	/^(?:null|undefined|none|unknown|unchanged|empty|nan|n[/.] ?a\.?|not (?:available|given|known|provided|specified)|keine?(?: angaben?)?|k\. ?a\.|unbekannt|nicht (?:angegeben|bekannt|vorhanden)|-|\?|\.\.\.|…|\{\}|\[\]|"")$/;

/** Whether a text is such a word, alone or in angle brackets. */
const isWordForNothing = (text: string): boolean =>
	WORD_FOR_NOTHING.test(folded(text).replace(/^<(.+)>$/, '$1'));

/** What a model filled in, with an empty text in place of such a word. */
function withoutWordsForNothing(value: unknown): unknown {
	if (typeof value === 'string') return isWordForNothing(value) ? '' : value;
	if (Array.isArray(value)) return value.map(withoutWordsForNothing);
	if (!isObject(value)) return value;
	const entries = Object.entries(value).map(([name, part]) => [
		name,
		name === OTHER_FIELDS && isObject(part) ? part : withoutWordsForNothing(part),
	]);
	return Object.fromEntries(entries) as IDataObject;
}

/** @param index of the incoming item, from 0 */
export function createItem(run: Run, index: number): Item {
	const { context, client, isTool } = run;
	// n8n evaluates all expressions of a parameter each time it is read, so each is read once. A name must therefore have the
	// same fallback everywhere.
	const parameters = new Map<string, unknown>();
	/** The value of an option; its default if it was not added, or if a model left it empty. */
	const valueOf = ({ name, default: byDefault }: INodeProperties): unknown => {
		const options = item.parameter('options', {}) as IDataObject;
		const isLeftOut = isMissing(options[name]) && item.isFilledInByModel('options', name);
		return name in options && !isLeftOut ? options[name] : byDefault;
	};
	/** What a value is converted to, or an error that names its parameter. */
	const convert = <Result>({ displayName }: INodeProperties, toResult: () => Result): Result => {
		try {
			return toResult();
		} catch (error) {
			throw item.errorAbout(displayName, error as Error);
		}
	};
	const chosen = <Value extends string>(parameter: INodeProperties, given: unknown) =>
		convert(parameter, () => chosenFrom(parameter.options as Array<Choice<Value>>, given));
	const item: Item = {
		run,
		index,
		get json() {
			return context.getInputData()[index].json;
		},
		parameter(name, fallback) {
			if (!parameters.has(name)) parameters.set(name, readParameter(item, name, fallback));
			return parameters.get(name);
		},
		saved: (...path) => valueAt(context.getNode().parameters, path),
		choice: (option) => chosen(option, valueOf(option)),
		choiceOf: (parameter, given) =>
			chosen(parameter, isTool && isMissing(given) ? parameter.default : given),
		isFilledInByModel(collection, name) {
			const saved = item.saved(collection, name);
			return /\$fromai\s*\(/i.test(String(isObject(saved) ? saved.value : saved));
		},
		isOn: (option, given = valueOf(option)) => convert(option, () => toBoolean(given) ?? false),
		read: async (endpoint, request) =>
			await client.send(endpoint, { ...request, itemIndex: index }),
		error(message, description, kind = 'value') {
			const about = { itemIndex: index, description };
			const error = new NodeOperationError(context.getNode(), message, about);
			error.context.kind = kind;
			return error;
		},
		errorAbout: (subject, error) => errorAbout(item, subject, error),
	};
	return item;
}

/** A parameter as n8n hands it over; an object, if the fallback is one. */
function readParameter({ run, index, error }: Item, name: string, fallback: unknown): unknown {
	const value = run.context.getNodeParameter(name, index, fallback);
	if (!isObject(fallback) || isObject(value))
		return run.isTool ? withoutWordsForNothing(value) : value;
	if (isMissing(value)) return fallback;
	// It may be the safeguard: with it left out, a Delete that should only check would delete.
	throw error(
		`${name}: "${quoted(value)}" is not an object with names and values`,
		'Add the entries one by one, or correct the expression.',
	);
}

function errorAbout(item: Item, subject: string, error: Error): Error {
	if (error instanceof NodeApiError || isNotSent(error)) return error;
	const known = error instanceof NodeOperationError ? error : undefined;
	const advice = known?.description ?? 'Correct its value or its expression.';
	// A record that a value names and that does not exist is a wrong value.
	const isTemporary = known !== undefined && errorKindOf(known) === 'temporary';
	return item.error(`${subject}: ${error.message}`, advice, isTemporary ? 'temporary' : 'value');
}
