import type { RecordType } from '../../service/record';
import { charactersOf, fingerprintToken, isChoice, tokensOf, UNKNOWN } from './entry';
import type { Entry } from './entry';
import type { Layout } from './layout';
import { reportCountIn } from './reportCount';

/**
 * Returns the function that turns an entry of one layout into one of another. Another version of this package may have
 * saved it, which knew fewer fields or values, or a poll that watched other computed fields. What the entry does not hold
 * is unknown, and never counts as different.
 */
export function entryConverter(
	type: RecordType,
	from: Layout,
	to: Layout,
): (entry: Entry) => Entry {
	const textOf = new Map([...charactersOf(from)].map(([text, character]) => [character, text]));
	const characterOf = charactersOf(to);
	const byFingerprint = new Map(
		[...characterOf].map(([text, character]) => [fingerprintToken(text), character]),
	);
	const convertChoice = (token: string): string => {
		const text = textOf.get(token);
		if (text === undefined) return byFingerprint.get(token) ?? token;
		return characterOf.get(text) ?? fingerprintToken(text);
	};
	const sources = to.fields.map((name) => ({
		index: from.fields.indexOf(name),
		convert: isChoice(type.fields.find((field) => field.name === name))
			? convertChoice
			: (token: string) => token,
	}));
	return (entry) => {
		const [time, ...tokens] = tokensOf(entry);
		const tokenAt = (index: number) => (tokens as Array<string | undefined>)[index];
		const converted = sources.map(({ index, convert }) => {
			const token = tokenAt(index);
			return token === undefined ? UNKNOWN : convert(token);
		});
		return entry === '' ? entry : time + converted.join('') + reportCountIn(entry);
	};
}
