// An update sends the whole list of heating circuits, and the service may replace the stored list with it. So the node
// finds for each given circuit the stored one that it stands for, and completes it with the stored values that were not
// given (ID, index, temperatures). These are the rules:
//
// 1. ID: a given circuit with an ID is the stored circuit with that ID.
// 2. Name: among the others, circuits with the same name are the same circuit if the name appears as often in the given
//    list as in the stored one. If it appears several times, their order decides. Letter case and blanks do not count.
//    A given circuit whose ID is unknown can only be a stored circuit that has no ID.
// 3. Place: if both lists have the same number of circuits, a given circuit without an ID is the stored one at the same
//    place, as long as rules 1 and 2 have paired neither of them and their indexes do not differ. A circuit with a
//    different name is then a renamed one. In a list in which other circuits have IDs it is a new one, so that a person
//    who gives IDs can replace a circuit.
// 4. New: what is left of the given list is new if no stored circuit is left, if it has an ID or, in a list with IDs, a
//    name of its own, or if it has a value for everything that the stored circuits left over hold.
// 5. Refused: anything else that is left of the given list could be a new circuit, or a stored one whose values would
//    be lost. The item fails and says what to do.
// 6. Removed: what is left of the stored list is not sent. The list was given without it.
//
// A stored list with more entries than can be sent is not compared, since that would hold up everything else in n8n.
import type { IDataObject } from 'n8n-workflow';
import { fieldsInside } from '../../service/field';
import type { Field } from '../../service/field';
import { FieldError } from '../parse/fieldError';
import { MOST_ENTRIES } from '../parse/fieldValue';
import { quoted } from '../quoted';
import { shortText } from '../shortText';
import { comparableText } from '../text';
import { isEmpty } from './parts';

/**
 * Finds for each entry of a given list the stored entry that it stands for; the rules are above.
 *
 * @returns the stored entries in the order of the given ones; undefined for a new one. No stored entry comes twice.
 * @throws FieldError if the node cannot tell whether an entry is new or a stored one, or if too many are stored
 */
export function pairEntries(
	field: Field,
	stored: readonly IDataObject[],
	given: readonly IDataObject[],
): ReadonlyArray<IDataObject | undefined> {
	if (given.length === 0) return [];
	if (stored.length > MOST_ENTRIES) throw new FieldError(field, tooMany(stored.length));
	const pairs = new Pairs(stored, given);
	pairById(pairs);
	pairByName(
		pairs,
		(entry) => !hasId(entry),
		() => true,
	);
	pairByName(pairs, hasId, (entry) => !hasId(entry));
	pairByPlace(pairs);
	refuseUnclear(field, pairs);
	return given.map((_, place) => pairs.storedFor(place));
}

/** Which given entry stands for which stored one, as far as it is known. Entries are called by their places. */
class Pairs {
	readonly stored: readonly IDataObject[];
	readonly given: readonly IDataObject[];
	/** Whether any given entry has an ID. */
	readonly haveIds: boolean;
	private readonly storedPlaces = new Map<number, number>();
	private readonly taken = new Set<number>();

	constructor(stored: readonly IDataObject[], given: readonly IDataObject[]) {
		this.stored = stored;
		this.given = given;
		this.haveIds = given.some(hasId);
	}

	pair(givenPlace: number, storedPlace: number): void {
		this.storedPlaces.set(givenPlace, storedPlace);
		this.taken.add(storedPlace);
	}

	/** The places of the given entries that have no partner yet. */
	givenLeft(): number[] {
		return [...this.given.keys()].filter((place) => !this.storedPlaces.has(place));
	}

	/** The places of the stored entries that have no partner yet. */
	storedLeft(): number[] {
		return [...this.stored.keys()].filter((place) => !this.taken.has(place));
	}

	storedFor(givenPlace: number): IDataObject | undefined {
		return this.stored[this.storedPlaces.get(givenPlace) ?? -1];
	}
}

/** Rule 1. If the service holds an ID several times, the first entry counts. */
function pairById(pairs: Pairs): void {
	const asked = placesBy(pairs.given, pairs.givenLeft(), ({ id }) => idKey(id));
	if (asked.size === 0) return;
	const places = placesBy(pairs.stored, pairs.storedLeft(), ({ id }) => idKey(id));
	for (const [id, [givenPlace]] of asked) {
		const [storedPlace] = places.get(id) ?? [];
		if (storedPlace !== undefined) pairs.pair(givenPlace, storedPlace);
	}
}

type Test = (entry: IDataObject) => boolean;

/** Rule 2, for those of the entries left that the two tests admit. */
function pairByName(pairs: Pairs, isGivenMeant: Test, isStoredMeant: Test): void {
	const givenPlaces = pairs.givenLeft().filter((place) => isGivenMeant(pairs.given[place]));
	const asked = placesBy(pairs.given, givenPlaces, nameKey);
	if (asked.size === 0) return;
	const storedPlaces = pairs.storedLeft().filter((place) => isStoredMeant(pairs.stored[place]));
	const places = placesBy(pairs.stored, storedPlaces, nameKey);
	for (const [name, same] of asked) {
		const partners = places.get(name);
		if (partners?.length !== same.length) continue;
		for (const [number, place] of same.entries()) pairs.pair(place, partners[number]);
	}
}

/** Rule 3. */
function pairByPlace(pairs: Pairs): void {
	const { given, stored, haveIds } = pairs;
	if (given.length !== stored.length) return;
	const isFree = new Set(pairs.storedLeft());
	for (const place of pairs.givenLeft()) {
		const entry = given[place];
		const name = nameKey(entry);
		const isMeant = name === '' || name === nameKey(stored[place]) || !haveIds;
		if (
			!hasId(entry) &&
			isMeant &&
			isFree.has(place) &&
			!haveDifferentIndexes(entry, stored[place])
		) {
			pairs.pair(place, place);
		}
	}
}

/** Rules 4 and 5. */
function refuseUnclear(field: Field, pairs: Pairs): void {
	const { given, stored, haveIds } = pairs;
	const candidates = pairs.givenLeft().filter((place) => !hasId(given[place]));
	const left = candidates.length === 0 ? [] : pairs.storedLeft().map((place) => stored[place]);
	if (left.length === 0) return;
	const namesLeft = new Set(left.map(nameKey));
	const valuesLeft = fieldsInside(field)
		.map(({ name }) => name)
		.filter((name) => name !== 'id' && left.some((entry) => !isEmpty(entry[name])));
	const unclearPlace = candidates.find((place) => {
		const name = nameKey(given[place]);
		if (haveIds && name !== '' && !namesLeft.has(name)) return false;
		return valuesLeft.some((value) => !(value in given[place]));
	});
	if (unclearPlace === undefined) return;
	throw new FieldError(field, unclear(pairs, unclearPlace, namesLeft));
}

function unclear(pairs: Pairs, place: number, namesLeft: ReadonlySet<string>): string {
	const entry = pairs.given[place];
	const called = `entry ${place + 1}`;
	const advice = `Give each entry its ID (read the record to get it), or give ${called} all of its values.`;
	const name = nameKey(entry);
	if (name === '') {
		return `${called} has no ID and no name, so the node cannot tell which one of the record it is. ${advice}`;
	}
	const shown = `"${quoted(String(entry.name))}"`;
	return namesLeft.has(name)
		? `the name ${shown} does not appear as often as in the record, so the node cannot tell which one is which. ${advice}`
		: `${called} (${shown}) could be new, or one of the record under a new name; the node cannot tell. ${advice}`;
}

const tooMany = (count: number) =>
	`the record has ${count} entries, but the node can compare at most ${MOST_ENTRIES}. Remove entries in the service first`;

/** The places of the entries with the same key, in their order. An entry with an empty key has none. */
function placesBy(
	entries: readonly IDataObject[],
	places: readonly number[],
	keyOf: (entry: IDataObject) => string,
): ReadonlyMap<string, number[]> {
	const found = new Map<string, number[]>();
	for (const place of places) {
		const key = keyOf(entries[place]);
		if (key === '') continue;
		const same = found.get(key);
		if (same === undefined) found.set(key, [place]);
		else same.push(place);
	}
	return found;
}

const idKey = (id: unknown): string => (isEmpty(id) ? '' : keyOf(id));
const nameKey = ({ name }: IDataObject): string => (isEmpty(name) ? '' : keyOf(name));
/** No name is longer than a short text. A longer text is compared as it is. */
const keyOf = (value: unknown): string =>
	typeof value === 'string' && value !== '' && shortText(value) === ''
		? value.trim()
		: comparableText(value);
const hasId = ({ id }: IDataObject): boolean => idKey(id) !== '';

const haveDifferentIndexes = (entry: IDataObject, stored: IDataObject): boolean =>
	!isEmpty(entry.index) && !isEmpty(stored.index) && Number(entry.index) !== Number(stored.index);
