import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { errorKindOf, isNotSent } from '../http/errors';
import type { ErrorKind } from '../http/errors';
import { optionsCollection } from '../http/parameters';
import type { ApiRequest } from '../http/request';
import type { ReadEndpoint } from '../service/endpoints';
import { isMissing, isObject, valueAt } from '../values/objects';
import { chosenFrom, toBoolean } from '../values/parse';
import type { Choice } from '../values/parse';
import { quoted } from '../values/text';
import type { Run } from './run';
import { withoutWordsForNothing } from './tool';

/** One incoming item: what it asks for, and how it reads from the service. */
export interface Item {
	readonly run: Run;
	readonly index: number;
	readonly json: IDataObject;
	/** The value of a parameter, with its expressions evaluated for this item; its default if n8n does not show it. */
	value(parameter: INodeProperties): unknown;
	/** The same of a collection: what was added to it. @throws NodeOperationError if an expression returned something else */
	added(collection: INodeProperties): IDataObject;
	/** A parameter, or an entry of a collection, as it was saved: with the expressions themselves. */
	saved(...path: readonly string[]): unknown;
	/** The choice of an option of the node. @throws NodeOperationError if there is no such choice: an expression can yield anything */
	choice<Value extends string>(option: INodeProperties): Value;
	/** The same of a parameter that is no option; in a tool, an empty one means the default. */
	choiceOf<Value extends string>(parameter: INodeProperties, given?: unknown): Value;
	/** Whether a switch is on; one that is empty is off. See toBoolean in values. */
	isOn(option: INodeProperties, given?: unknown): boolean;
	/**
	 * Whether a language model fills in an entry of a collection: its expression contains `$fromAI()`. Models have no way to
	 * leave out a value, so an empty one is how they leave it out. An empty one of the person's own expression is a mistake.
	 */
	isFilledInByModel(collection: string, name: string): boolean;
	/** Runs a task in the turn of its key, across all executions of this process. See Neighbours. */
	inTurn<T>(key: string, task: () => Promise<T>): Promise<T>;
	/** Sends a request that changes nothing, and whose errors name this item. What changes something is sent by `write`. */
	read(endpoint: ReadEndpoint, request?: ApiRequest): Promise<unknown>;
	/** An error about this item; by default about a value that the person entered. */
	error(message: string, description?: string, kind?: ErrorKind): NodeOperationError;
	/** The same error, but it names what it is about. */
	errorAbout(subject: string, error: Error): Error;
}

/** @param index of the incoming item, from 0 */
export function createItem(run: Run, index: number): Item {
	const { context, client, isTool } = run;
	// n8n evaluates all expressions of a parameter each time it is read, so each is read once.
	const values = new Map<string, unknown>();
	/** The value of an option; its default if it was not added, or if a model left it empty. */
	const valueOf = ({ name, default: byDefault }: INodeProperties): unknown => {
		const options = item.added(optionsCollection);
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
		value(parameter) {
			const { name } = parameter;
			if (!values.has(name)) values.set(name, readValue(item, parameter));
			return values.get(name);
		},
		added: (collection) => addedTo(item, collection),
		saved: (...path) => valueAt(context.getNode().parameters, path),
		choice: (option) => chosen(option, valueOf(option)),
		choiceOf: (parameter, given = item.value(parameter)) =>
			chosen(parameter, isTool && isMissing(given) ? parameter.default : given),
		isFilledInByModel(collection, name) {
			const saved = item.saved(collection, name);
			return /\$fromai\s*\(/i.test(String(isObject(saved) ? saved.value : saved));
		},
		isOn: (option, given = valueOf(option)) => convert(option, () => toBoolean(given) ?? false),
		inTurn: async (key, task) => {
			const orEnd = async (before: Promise<unknown>) => await client.orEnd(before, index);
			return await run.neighbours.inTurn(key, orEnd, task);
		},
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

function readValue({ run, index }: Item, { name, default: byDefault }: INodeProperties): unknown {
	const value = run.context.getNodeParameter(name, index, byDefault);
	return run.isTool ? withoutWordsForNothing(value) : value;
}

function addedTo({ value, error }: Item, collection: INodeProperties): IDataObject {
	const given = value(collection);
	if (isObject(given)) return given;
	if (isMissing(given)) return {};
	// It may be the safeguard: with it left out, a Delete that should only check would delete.
	throw error(
		`${collection.name}: "${quoted(given)}" is not an object with names and values`,
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
