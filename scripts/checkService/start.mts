// Compares a running service with its description: `npm run check-service`.
import { hideKey } from './answers/secrets.mts';
import { checkService } from './run.mts';
import { KEY_VARIABLE, readSettings, USAGE, WrongUse } from './settings.mts';
import type { Settings } from './settings.mts';

const WRONG_USE = 2;

async function start(): Promise<number> {
	const args = process.argv.slice(2);
	if (args.includes('--help')) {
		console.log(USAGE);
		return 0;
	}
	const settings = settingsOf(args);
	if (settings === undefined) return WRONG_USE;
	const { npm_lifecycle_event: script, npm_config_loglevel: loglevel } = process.env;
	if (script === 'check-service' && loglevel !== 'silent' && isKeyIn(args)) {
		console.error(
			`npm has printed the key above. Next time, pass it in ${KEY_VARIABLE}, which nothing prints.\n`,
		);
	}
	const stopping = new AbortController();
	// Under npm the same Ctrl-C arrives twice, so a second one means nothing.
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.on(signal, () => {
			if (!stopping.signal.aborted) console.error('Stopping, and deleting what was created …');
			stopping.abort();
		});
	}
	try {
		return await checkService(settings, (text) => process.stdout.write(text), stopping.signal);
	} catch (error) {
		console.error(hideKey(settings.key)((error as Error).stack ?? String(error)));
		return WRONG_USE;
	}
}

const isKeyIn = (args: readonly string[]) => args.some((arg) => /^--key(?:=|$)/.test(arg));

function settingsOf(args: readonly string[]): Settings | undefined {
	try {
		return readSettings(args, process.env);
	} catch (error) {
		if (!(error instanceof WrongUse)) throw error;
		console.error(`${error.message}\n\n${USAGE}`);
		return undefined;
	}
}

process.exitCode = await start();
