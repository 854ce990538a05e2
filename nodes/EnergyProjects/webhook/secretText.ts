/** In characters. A shorter text could be guessed. */
const SHORTEST = 8;
/** Characters that nobody sees, so nobody can mean them. They can come along if a text is copied from a web page. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]|(?!\s)\p{Cc}/gu;
const QUOTES = ['""', "''", '``', '“”', '‘’', '„“', '‚‘', '”“', '«»', '»«', '‹›', '›‹'];
/** Dots, stars and blocks in place of hidden characters, as in whsec_••••. A single star may be part of a secret. */
const MASK = /[•●∙·◦⦁⬤○…∗＊█▪■]|\*{3}|\.{3}/u;
const WEB_ADDRESS = /^(?:[a-z][a-z\d+.-]*:\/\/|www\.)/iu;

const SHOWN_ONCE =
	'The service shows the secret only once, when the webhook is created. If you do not have it, delete the webhook in the service and create a new one.';

/** What is wrong with a secret, after its name, and what to do about it. */
export interface SecretProblem {
	readonly what: string;
	readonly advice: string;
}

/**
 * The secret in what a person entered: without invisible characters, blanks around it, and a pair of quotes around it.
 * Verification and the test of the credential both read secrets in this way.
 *
 * @returns an empty text if nothing was entered
 */
export function cleanSecret(entered: unknown): string {
	if (typeof entered !== 'string') return '';
	const text = entered.replace(INVISIBLE, '').trim();
	const isQuoted = text.length > 2 && QUOTES.includes(`${text[0]}${text[text.length - 1]}`);
	return isQuoted ? text.slice(1, -1).trim() : text;
}

/**
 * Says why a text cannot be a signing secret. Nothing may be verified with such a text: others know it or can guess it.
 *
 * @param secret as `cleanSecret` returns it
 */
export function problemOfSecret(secret: string): SecretProblem | undefined {
	if (MASK.test(secret)) {
		return { what: 'contains dots or stars in place of the real characters', advice: SHOWN_ONCE };
	}
	if (WEB_ADDRESS.test(secret)) {
		return { what: 'is a web address, not a secret', advice: SHOWN_ONCE };
	}
	if ([...secret].length >= SHORTEST && !/\s/u.test(secret)) return undefined;
	return { what: 'looks incomplete', advice: 'Copy it from the service again, without spaces.' };
}
