import { parseArgs } from 'node:util';
import { pathPrefix } from './facts/parts.mts';

/** The environment variable that holds the key. */
export const KEY_VARIABLE = 'ENERGY_PROJECTS_API_KEY';
const DEFAULT_SECONDS = 30;
const MOST_SECONDS = 600;

export const USAGE = `Compares a running service with its description (sandbox/service/openapi.yaml): what this package
assumes, and what the documentation says. It only reads, unless you add --write.

  ${KEY_VARIABLE}=<API key> npm run check-service -- --url https://api.example.com

  --url <address>        Base URL of the service
  --key <API key>        the key, if it is not in ${KEY_VARIABLE}. npm prints the command with it: the
                         variable is safer
  --write <company ID>   also creates, edits, reads and deletes one customer and one project named "n8n check".
                         The ID has to be that of the company of the key: use a test company
  --seconds <number>     how long one request may take, ${DEFAULT_SECONDS} by default

OAuth2 is not checked: use an API key of the same company.
Exit code:
  0  everything that could be seen is as assumed
  1  anything differs, or a test record may be left
  2  nothing could be checked, or the command is wrong
  3  nothing differs, but a request got no usable answer: run it again
  130  it was stopped`;

export interface Settings {
	/** Without a trailing slash and without the prefix of all paths. */
	readonly url: string;
	readonly key: string;
	/** The company to write to. */
	readonly write?: string;
	readonly seconds: number;
}

/** The command line is wrong. Its message never repeats what was entered: it may be the key. */
export class WrongUse extends Error {}

/**
 * Reads the command line.
 *
 * @throws WrongUse
 */
export function readSettings(args: readonly string[], environment: NodeJS.ProcessEnv): Settings {
	const { url = '', key, write, seconds } = read(args);
	return {
		url: readUrl(url),
		key: readKey(key ?? environment[KEY_VARIABLE] ?? ''),
		seconds: readSeconds(seconds),
		...(write !== undefined && { write: readCompany(write) }),
	};
}

function read(args: readonly string[]) {
	const text = { type: 'string' } as const;
	try {
		const options = { url: text, key: text, write: text, seconds: text };
		return parseArgs({ args: [...args], options }).values;
	} catch {
		throw new WrongUse('There is an option that is not known, or one without its value.');
	}
}

function readUrl(entered: string): string {
	const text = entered.trim();
	if (text === '')
		throw new WrongUse('Give the address of the service: --url https://api.example.com');
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (url === undefined || !/^https?:$/.test(url.protocol)) {
		throw new WrongUse('--url is not a web address. It has to begin with https:// or http://.');
	}
	if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
		throw new WrongUse('--url must not contain a user name, a query or a hash.');
	}
	const path = url.pathname.replace(/\/{1,20}$/, '');
	return `${url.origin}${path.endsWith(pathPrefix) ? path.slice(0, -pathPrefix.length) : path}`;
}

function readKey(entered: string): string {
	const key = entered.trim();
	if (key === '')
		throw new WrongUse(
			`Give the API key in the environment variable ${KEY_VARIABLE}, or with --key.`,
		);
	if (!/^[\x21-\x7e]+$/.test(key)) {
		throw new WrongUse(
			'The key contains characters that no key has, such as a blank. Copy it again.',
		);
	}
	return key;
}

function readCompany(entered: string): string {
	const id = entered.trim();
	if (id === '') throw new WrongUse('Give the ID of the test company: --write <company ID>');
	return id;
}

function readSeconds(entered: string = String(DEFAULT_SECONDS)): number {
	const seconds = Number(entered);
	if (seconds > 0 && seconds <= MOST_SECONDS) return seconds;
	throw new WrongUse(`--seconds has to be a number from 1 to ${MOST_SECONDS}.`);
}
