import { parseArgs } from 'node:util';
import type { ParseArgsOptionsConfig } from 'node:util';

/** What a person entered does not fit the command. The message says what to do. */
export class UsageError extends Error {}

/**
 * The options that a person entered after a command.
 *
 * @param command as it is entered, such as "npm start"
 * @param args the words after it
 * @throws UsageError if one of them is not an option of this command, or lacks its value
 */
export function readOptions<T extends ParseArgsOptionsConfig>(
	command: string,
	options: T,
	args: string[],
) {
	try {
		return parseArgs({ args, options }).values;
	} catch (error) {
		// The first sentence says what is wrong; the others are advice for programmers.
		const [problem] = (error as Error).message.split(/\.\s/);
		throw new UsageError(`${problem}. All options, with examples: ${command} -- --help`);
	}
}
