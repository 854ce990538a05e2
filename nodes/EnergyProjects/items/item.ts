import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { errorKindOf, isNotSent, isUnclear } from '../http/errors';
import type { ErrorKind } from '../http/errors';
import type { ApiRequest } from '../http/request';
import type { Endpoint } from '../service/endpoints';
import { isMissing, isObject, valueAt } from '../values/objects';
import { chosenFrom, toBoolean } from '../values/parse';
import type { Choice } from '../values/parse';
import { quoted } from '../values/text';
import type { Run } from './run';

/** One incoming item: what it asks for, and how it reaches the service. */
export interface Item {
	readonly run: Run;
	readonly index: number;
	readonly json: IDataObject;
	/** The value of a parameter, with its expressions evaluated for this item. */
	parameter(name: string, fallback?: unknown): unknown;
	/** The value of an option of the node; its default if it was not added, or if a model left it empty. */
	option(option: INodeProperties): unknown;
	/**
	 * The choice that a value of a parameter means.
	 *
	 * @param given the value of the parameter; leave it out for an option, whose value is then read
	 * @throws NodeOperationError if there is no such choice: an expression can yield anything
	 */
	choice<Value extends string>(parameter: INodeProperties, given?: unknown): Value;
	/** The same of a switch; one that is empty is off. See toBoolean in values. */
	isOn(parameter: INodeProperties, given?: unknown): boolean;
	/**
	 * Whether a language model fills in an entry of a collection: its expression contains `$fromAI()`. Models have no way to
	 * leave out a value, so an empty one is how they leave it out. An empty one of the person's own expression is a mistake.
	 */
	isFilledInByModel(collection: string, name: string): boolean;
	/** Sends a request whose errors name this item; see ApiClient. */
	send(endpoint: Endpoint, request?: ApiRequest): Promise<unknown>;
	/** An error about this item; by default about a value that the person entered. */
	error(message: string, description?: string, kind?: ErrorKind): NodeOperationError;
	/** The same error, but it names what it is about. */
	errorAbout(subject: string, error: Error): Error;
}

/** The parameter for fields that this package does not know. Words for nothing inside it are sent as they are. */
export const OTHER_FIELDS = 'otherFields';

/** What models write where they have no value; they have no way to leave one out. */
const WORD_FOR_NOTHING =
	/^\s*(?:null|undefined|none|n\/a|unknown|not provided|not specified|nan|-|\{\}|\[\])\s*$/i;

/** What a model filled in, with an empty text in place of such a word. */
function withoutWordsForNothing(value: unknown): unknown {
	if (typeof value === 'string') return WORD_FOR_NOTHING.test(value) ? '' : value;
	if (Array.isArray(value)) return value.map(withoutWordsForNothing);
	if (!isObject(value)) return value;
	const entries = Object.entries(value).map(([name, part]) => [
		name,
		name === OTHER_FIELDS && isObject(part) ? part : withoutWordsForNothing(part),
	]);
	return Object.fromEntries(entries) as IDataObject;
}

/** What a value is converted to, or an error that names its parameter. */
function convert<Result>(item: Item, displayName: string, toResult: () => Result): Result {
	try {
		return toResult();
	} catch (error) {
		throw item.errorAbout(displayName, error as Error);
	}
}

/** @throws NodeOperationError if something else stands in the place of a group: what it leaves out may be the safeguard */
function readParameter(item: Item, name: string, fallback: unknown): unknown {
	const { context, isTool } = item.run;
	const value = context.getNodeParameter(name, item.index, fallback);
	// One expression in the place of a group can yield anything.
	const isGroup = isObject(fallback) && !isObject(value);
	if (isGroup && !isMissing(value))
		throw item.error(
			`${name}: "${quoted(value)}" is not an object with names and values`,
			'Correct its expression.',
		);
	const usable = isGroup ? fallback : value;
	return isTool ? withoutWordsForNothing(usable) : usable;
}

function errorAbout(item: Item, subject: string, error: Error): Error {
	if (error instanceof NodeApiError || isNotSent(error)) return error;
	const known = error instanceof NodeOperationError ? error : undefined;
	const advice = known?.description ?? 'Correct its value or its expression.';
	// A record that a value names and that does not exist is a wrong value.
	const isTemporary = known !== undefined && errorKindOf(known) === 'temporary';
	const kind = isTemporary ? 'temporary' : 'value';
	return item.error(`${subject}: ${error.message}`, advice, kind);
}

/** @param index of the incoming item, from 0 */
export function createItem(run: Run, index: number): Item {
	const { context, client } = run;
	// n8n evaluates all expressions of a parameter each time it is read, so each is read once. A name must therefore have the
	// same fallback everywhere.
	const parameters = new Map<string, unknown>();
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
		option({ name, default: byDefault }) {
			const options = item.parameter('options', {}) as IDataObject;
			const isLeftOut = isMissing(options[name]) && item.isFilledInByModel('options', name);
			return name in options && !isLeftOut ? options[name] : byDefault;
		},
		choice<Value extends string>(parameter: INodeProperties, given: unknown) {
			// A model has no way to leave a parameter out. For options, `option` has a rule of its own.
			const orDefault = run.isTool && isMissing(given) ? parameter.default : given;
			const asked = given === undefined ? item.option(parameter) : orDefault;
			const choose = () => chosenFrom(parameter.options as Choice[], asked) as Value;
			return convert(item, parameter.displayName, choose);
		},
		isFilledInByModel(collection, name) {
			// As it was saved, with the expressions themselves.
			const saved = valueAt(context.getNode().parameters, [collection, name]);
			return /\$fromai\s*\(/i.test(String(isObject(saved) ? saved.value : saved));
		},
		isOn: (parameter, given = item.option(parameter)) =>
			convert(item, parameter.displayName, () => toBoolean(given) ?? false),
		async send(endpoint, request) {
			const isWrite = endpoint.method !== 'GET';
			const sending = client.send(endpoint, { ...request, itemIndex: index });
			const answer = await sending.catch((error: unknown) => {
				if (isWrite && isUnclear(error)) run.unclear.add(index);
				throw error;
			});
			if (isWrite) run.written.add(index);
			return answer;
		},
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
