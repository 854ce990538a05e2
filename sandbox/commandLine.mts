import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';

/**
 * Reads the command line. `--help` or an unknown argument shows how to use the command and ends the process.
 *
 * @param usage the text that shows people how to use the command
 */
export function readCommandLine<T extends ParseArgsConfig>(usage: string, config: T) {
	if (process.argv.includes('--help')) {
		console.log(usage);
		process.exit(0);
	}
	try {
		return parseArgs(config);
	} catch (error) {
		console.error(`${(error as Error).message}\n\n${usage}`);
		process.exit(2);
	}
}
