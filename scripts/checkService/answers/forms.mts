import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Difference } from './difference.mts';
import { description } from '../facts/parts.mts';
import { placeOf } from '../facts/places.mts';
import type { Place } from '../facts/places.mts';
import { masked, shownName } from './masks.mts';
import { capital, formOf, isJson, withKnownNames } from './unwrap.mts';

const NAME = 'service';
const MOST_NAMES = 4;

const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true });
addFormats.default(ajv);
ajv.addSchema(description, NAME);

/** A reference into the description as ajv finds it from outside. */
const located = (schema: unknown): unknown =>
	JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"${NAME}#/`));

/** The schema of one part of the description by its name. */
export const schemaNamed = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/**
 * How a value differs from a schema of the description: one difference for each field and each kind of mistake, in
 * however many entries it is found.
 *
 * @param noun whose fields they are, which says where to change them
 */
export function differencesFrom(schema: object, noun: string, value: unknown): Difference[] {
	const renamed = new Set<string>();
	const readable = withKnownNames(value, renamed);
	const validate = ajv.compile(located(schema) as object);
	validate(readable);
	const errors = withoutEchoes(validate.errors ?? []).filter((error) => !isOfReads(error, noun));
	const records = recordsIn(readable);
	const countWords = (those: readonly ErrorObject[]) => {
		const entries = new Set(those.map(entryOf));
		if (records === undefined || entries.has(undefined)) return '';
		return ` (in ${entries.size} of ${records.length} ${noun}s)`;
	};
	const missing = errors.filter(isMissing);
	const others = byTopic(errors.filter((error) => !isMissing(error)));
	return [
		...(renamed.size > 0 ? [namesDiffer([...renamed], noun)] : []),
		...(missing.length > 0 ? [fieldsMiss(missing, noun, countWords(missing))] : []),
		...fieldsThatNeverCome(schema, noun, records ?? [], missing.map(pathOf)),
		...[...others].flatMap(([topic, [error, ...more]]) =>
			error === undefined
				? []
				: {
						topic,
						sentence: sentenceFor(error, countWords([error, ...more])),
						places: placesOf(noun, pathOf(error)),
					},
		),
	];
}

/** The answer to a write may have fields that only reads promise. The node shows them, so that does no harm. */
function isOfReads({ keyword, instancePath, params }: ErrorObject, noun: string): boolean {
	const { properties = {} } = (description.components.schemas?.[capital(noun)] ?? {}) as {
		readonly properties?: object;
	};
	const { additionalProperty } = params as { readonly additionalProperty?: string };
	return (
		keyword === 'additionalProperties' &&
		instancePath === '' &&
		Object.hasOwn(properties, String(additionalProperty))
	);
}

/** Errors of the same kind at the same field, in any number of records. */
function byTopic(errors: readonly ErrorObject[]): Map<string, ErrorObject[]> {
	const topics = new Map<string, ErrorObject[]>();
	for (const error of errors) {
		const topic = `${pathOf(error)} ${error.keyword}`;
		const same = topics.get(topic);
		if (same === undefined) topics.set(topic, [error]);
		else same.push(error);
	}
	return topics;
}

/** The records of a list; undefined for anything else. */
function recordsIn(value: unknown): readonly unknown[] | undefined {
	if (Array.isArray(value)) return value;
	return isJson(value) && Array.isArray(value.items) ? value.items : undefined;
}

/** The place in its list of the record that an error is about; undefined if it is about the list itself. */
const entryOf = ({ instancePath }: ErrorObject): string | undefined =>
	/^(?:\/items)?\/(\d+)/.exec(instancePath)?.[1];

/** Fields that the document names, but that no record has. */
function fieldsThatNeverCome(
	schema: object,
	noun: string,
	records: readonly unknown[],
	said: readonly string[],
): Difference[] {
	const come = new Set(records.filter(isJson).flatMap((record) => Object.keys(record)));
	if (come.size === 0) return [];
	const never = fieldsOf(schema).filter((name) => !come.has(name) && !said.includes(name));
	if (never.length === 0) return [];
	const sentence = `${listed(never)} came in none of ${records.length} ${noun}s.`;
	return [{ topic: 'never', sentence, places: placesOf(noun, never[0] ?? '') }];
}

/** The names of the fields of one record that cannot be null, from the schema of the record or of a list of it. */
function fieldsOf(schema: unknown): string[] {
	if (!isJson(schema)) return [];
	const { $ref, allOf, items, properties } = schema;
	if (typeof $ref === 'string') return fieldsOf(schemaAt($ref));
	if (Array.isArray(allOf)) return allOf.flatMap(fieldsOf);
	if (items !== undefined) return fieldsOf(items);
	const own = isJson(properties) ? properties : {};
	if ('items' in own) return fieldsOf(own.items);
	// A service may leave out what is null.
	return Object.keys(own).filter((name) => !/"null"/.test(JSON.stringify(own[name])));
}

const schemaAt = (reference: string): unknown =>
	reference
		.split('/')
		.slice(1)
		.reduce<unknown>((value, step) => (isJson(value) ? value[step] : undefined), description);

const namesDiffer = (names: readonly string[], noun: string): Difference => ({
	topic: 'names',
	sentence: `The names of fields are in snake_case: ${listed(names)}.`,
	places: placeOf.fields(noun),
});

function fieldsMiss(errors: readonly ErrorObject[], noun: string, count: string): Difference {
	const names = [...new Set(errors.map(pathOf))];
	return {
		topic: `missing ${names.join()}`,
		sentence: `${listed(names)} ${names.length === 1 ? 'is' : 'are'} missing${count}.`,
		places: placesOf(noun, names[0] ?? ''),
	};
}

function placesOf(noun: string, path: string): readonly Place[] {
	if (path.startsWith('metadata')) return placeOf.metadata();
	return noun === 'error' ? placeOf.errorBody() : placeOf.field(noun, path);
}

const isMissing = ({ keyword }: ErrorObject) => keyword === 'required';

/** "Or null" is written with anyOf: an error in it comes with two that say nothing by themselves. */
function withoutEchoes(errors: readonly ErrorObject[]): ErrorObject[] {
	const choices = errors
		.filter(({ keyword }) => keyword === 'anyOf')
		.map(({ instancePath }) => instancePath);
	return errors.filter(
		({ keyword, instancePath, params }) =>
			keyword !== 'anyOf' &&
			!(keyword === 'type' && params.type === 'null' && choices.includes(instancePath)),
	);
}

/** The field an error is about, without the place of its record in a list. */
function pathOf({ instancePath, params }: ErrorObject): string {
	const { missingProperty, additionalProperty } = params as Record<string, string | undefined>;
	const inner = missingProperty ?? additionalProperty;
	const steps = [...instancePath.split('/').slice(1), ...(inner === undefined ? [] : [inner])];
	const own = steps[0] === 'items' ? steps.slice(1) : steps;
	const inRecord = /^\d+$/.test(own[0] ?? '') ? own.slice(1) : own;
	return inRecord.join('.').replace(/\.\d+(?=\.|$)/g, '[]');
}

/** What a format is called by people. */
const FORMATS: Readonly<Record<string, string>> = {
	'date-time': 'a date and time in ISO 8601',
	date: 'a date such as 2026-01-31',
	uuid: 'a UUID',
	email: 'an email address',
};

/** What a pattern means to people. */
const PATTERNS: Readonly<Record<string, string>> = {
	'^[A-Za-z]{2}$': 'two letters',
	'^[0-9]+$': 'text made of digits',
};

function sentenceFor(error: ErrorObject, count: string): string {
	const { keyword, data } = error;
	const params = error.params as Record<string, unknown>;
	const path = pathOf(error);
	if (keyword === 'additionalProperties') {
		return `There is a field ${shownPath(path)} that the document does not name${count}.`;
	}
	const subject = path === '' ? 'The answer' : shownPath(path);
	return `${subject} is ${shown(data, keyword)}, ${expectationOf(keyword, params, error.message)}${count}.`;
}

function expectationOf(keyword: string, params: Record<string, unknown>, message = ''): string {
	if (keyword === 'type') return `not of the type ${[params.type].flat().join(' or ')}`;
	if (keyword === 'format') return `not ${FORMATS[String(params.format)] ?? String(params.format)}`;
	if (keyword === 'enum') return `none of ${(params.allowedValues as unknown[]).join(', ')}`;
	if (keyword === 'pattern')
		return `not ${PATTERNS[String(params.pattern)] ?? 'in the form that the document gives'}`;
	return `which ${message}`;
}

/** What a value is, without what it says: it may be a customer's. A single word in place of a choice is none. */
function shown(value: unknown, keyword: string): string {
	if (typeof value !== 'string') return formOf(value);
	const isWord = keyword === 'enum' && /^[a-z][\w-]{0,39}$/i.test(value);
	return isWord ? `"${value}"` : `text that looks like "${masked(value)}"`;
}

const shownPath = (path: string): string =>
	path
		.split('.')
		.map((step) => (step.endsWith('[]') ? `${shownName(step.slice(0, -2))}[]` : shownName(step)))
		.join('.');

function listed(names: readonly string[]): string {
	const more = names.length - MOST_NAMES;
	return `${names.slice(0, MOST_NAMES).map(shownPath).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
