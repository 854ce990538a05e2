import { isObject } from '../../values/objects';
import type { ByNoun, LastReport, Snapshot, State } from './state';

const VERSION = 1;

/**
 * A state as it is saved. The names that it has for snapshots, last report, and records to repeat stay as they are.
 */
export interface SavedState extends Pick<State, 'baseUrlDigest' | 'company'> {
	readonly version: typeof VERSION;
	readonly sections: ByNoun<SavedSnapshot>;
	readonly batch?: Omit<LastReport, 'reports'> & { readonly reports: ByNoun<string> };
	readonly due?: ByNoun<string>;
}

interface SavedSnapshot extends Omit<Snapshot, 'entries' | 'missing'> {
	readonly missing?: string;
	readonly entries: string;
	/** How many entries there are. */
	readonly count: number;
}

export const savedText = (saved: Omit<SavedState, 'version'>): string =>
	JSON.stringify({ version: VERSION, ...saved });

/** @throws Error if it is no state, or if a part of it is missing */
export function savedStateIn(text: string): SavedState {
	const saved: unknown = JSON.parse(text);
	if (!isObject(saved) || saved.version !== VERSION) throw new Error('it has an unknown format');
	if (isEmpty(saved.sections)) throw new Error('it contains no list');
	if (!isSavedState(saved)) throw new Error('a part of it is missing');
	return saved;
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number';
const isEmpty: Check = (value) => isObject(value) && Object.keys(value).length === 0;
const isListOfTexts: Check = (value) => Array.isArray(value) && value.every(isText);
const optional =
	(check: Check): Check =>
	(value) =>
		value === undefined || check(value);
const isByNoun =
	(check: Check): Check =>
	(value) =>
		isObject(value) && Object.values(value).every(check);
const hasParts =
	(parts: Readonly<Record<string, Check>>): Check =>
	(value) =>
		isObject(value) && Object.entries(parts).every(([name, check]) => check(value[name]));

const isState = hasParts({
	baseUrlDigest: isText,
	company: isText,
	sections: isByNoun(
		hasParts({
			layout: hasParts({ fields: isListOfTexts, values: isListOfTexts }),
			covers: isListOfTexts,
			wholeAt: isNumber,
			missing: optional(isText),
			count: isNumber,
			entries: isText,
		}),
	),
	batch: optional(hasParts({ mark: isText, reports: isByNoun(isText) })),
	due: optional(isByNoun(isText)),
});

const isSavedState = (value: unknown): value is SavedState => isState(value);
