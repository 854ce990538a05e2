import { Client } from './answers/client.mts';
import { hideKey } from './answers/secrets.mts';
import { unwrapRecord } from './answers/unwrap.mts';
import { Findings } from './findings.mts';
import { ask, isSuccess, operationNamed, wordsOf } from './judge.mts';
import type { Check } from './judge.mts';
import { checkReads, NothingToCheck } from './reads.mts';
import { reportOn } from './report.mts';
import type { Settings } from './settings.mts';
import { checkWrites, missWrites } from './writing/writes.mts';
import type { Written } from './writing/writes.mts';

export type ExitCode = 0 | 1 | 2 | 3 | 130;

const NOTHING_WRITTEN: Written = { left: [], isCreated: false };

/**
 * Checks a service and prints what was found.
 *
 * @param print gets texts without the key
 * @param stop ends the check; what it created is deleted first
 * @returns 0 if everything is as assumed, 1 if anything differs or may be left behind, 2 if nothing could be
 * checked, 3 if nothing differs but a request got no usable answer, 130 if it was stopped
 */
export async function checkService(
	settings: Settings,
	print: (text: string) => void,
	stop: AbortSignal,
): Promise<ExitCode> {
	const { url, key, seconds, write } = settings;
	const hide = hideKey(key);
	const say = (text: string) => print(hide(text));
	const client = new Client({ url, key, seconds, hide, stop });
	const check: Check = { client, findings: new Findings() };
	try {
		// The ID as the service writes it: the one that was entered may be in capitals.
		const companyId = write === undefined ? undefined : await ownCompany(check, write);
		await checkReads(check);
		if (companyId === undefined) missWrites(check, 'only --write shows it');
		const written =
			companyId === undefined ? NOTHING_WRITTEN : await checkWrites(check, companyId, stop);
		return conclude(check, written, stop.aborted, say);
	} catch (error) {
		if (stop.aborted) {
			say('Stopped. Nothing was written.\n');
			return 130;
		}
		if (!(error instanceof NothingToCheck)) throw error;
		say(`${error.message}\n`);
		return 2;
	}
}

function conclude(
	{ client, findings }: Check,
	{ left, isCreated }: Written,
	isStopped: boolean,
	say: (text: string) => void,
): ExitCode {
	say(reportOn(findings, left));
	if (isStopped) {
		const words = isCreated ? 'What was created is deleted.' : 'Nothing was created.';
		say(left.length === 0 ? `Stopped. ${words}\n` : 'Stopped.\n');
		return 130;
	}
	const isAnythingSeen = findings.count('as assumed') + findings.count('differs') > 0;
	if (!isAnythingSeen) {
		say(`Nothing could be seen in ${client.count} requests.\n`);
		return 2;
	}
	if (findings.count('differs') > 0 || left.length > 0) return 1;
	return findings.countUnanswered() > 0 ? 3 : 0;
}

/**
 * Nothing is written to a company that was not named.
 *
 * @returns the ID of the company
 * @throws NothingToCheck
 */
async function ownCompany(check: Check, companyId: string): Promise<string> {
	const outcome = await ask(check, 'getAccount');
	const { path } = operationNamed('getAccount');
	const json =
		isSuccess(outcome) && outcome.body.form === 'json'
			? unwrapRecord('account', outcome.body.value).value
			: undefined;
	if (json === undefined) {
		const is = outcome.kind === 'failure' ? '' : 'was ';
		throw new NothingToCheck(
			`GET ${path} ${is}${wordsOf(outcome)}. Without the account nobody knows whose key this is, so nothing was written. Run it without --write to see what differs.`,
		);
	}
	const id = String(json.id);
	if (id.toLowerCase() === companyId.toLowerCase()) return id;
	throw new NothingToCheck(
		'The key belongs to another company than the one named by --write. Nothing was written.',
	);
}
