import type { Refusal, RefusalKind } from './refusal';

/** How a refusal reads on the node in the editor, and in the alarm. */
interface Words {
	/** What happened. The reason of the refusal follows it. */
	readonly problem: string;
	/** Whether the problem says it all, so that no reason follows. */
	readonly saysAll?: true;
	readonly advice: string;
}

const COPY_SECRET =
	'Copy the signing secret of exactly this webhook into the credential: each webhook has its own secret, so the webhook with the test URL has a different one from the webhook with the production URL. The service shows a secret only once. If it is lost, delete the webhook in the service and create it again.';

const WORDS: Readonly<Record<RefusalKind, Words>> = {
	signatureMissing: {
		problem: 'A request arrived without a signature',
		advice:
			'Either it does not come from the service, or something between the service and n8n removes headers.',
	},
	signatureMalformed: {
		problem: 'A request arrived with a signature that cannot be read',
		advice:
			'Either it does not come from the service, or something between the service and n8n changes headers.',
	},
	signatureWrong: {
		problem: 'The signature does not match the signing secret',
		saysAll: true,
		advice: `${COPY_SECRET} If the secret is correct, a proxy in front of n8n changes the body.`,
	},
	rawBytesMissing: {
		problem: 'The signature could not be checked',
		advice: 'The service sends its events as JSON. Check what sent this request.',
	},
	secretMissing: { problem: 'The signature could not be checked', advice: COPY_SECRET },
	secretUnreadable: {
		problem: 'The signature could not be checked',
		advice: 'Open the credential of this node, enter the signing secret again and save it.',
	},
	notAnEvent: {
		problem: 'A signed delivery is not an event',
		advice:
			'The service may have changed the format of its events. Check whether a newer version of this package exists.',
	},
	nestedTooDeep: {
		problem: 'A signed delivery is not an event',
		advice:
			'The service may have changed the format of its events. Check whether a newer version of this package exists.',
	},
	parametersUnusable: {
		problem: 'This node cannot use its parameters',
		advice: 'Open the node and correct this parameter, or the expression in it.',
	},
	beingHandled: {
		problem: 'The same delivery arrived twice at the same moment',
		advice:
			'You do not have to do anything: the service sends it again, and then the node skips it.',
	},
	outsideMaxAge: {
		problem: 'An event is older or newer than Max Age allows',
		advice:
			'Synchronise the clock of the machine that runs n8n with a time server. If events are delayed on their way, raise the option Max Age.',
	},
	recordUnread: {
		problem: 'An event arrived, but its record did not',
		advice:
			'Check the credential for Fetch Record. If the service itself has a problem, wait until it is solved. To start the workflow without the record, set Fetch Record to No.',
	},
	unexpected: {
		problem: 'Something unexpected happened',
		advice: 'Try again. If it happens again, report it with this text.',
	},
	eventUnhandled: {
		problem: 'An event did not reach the workflow',
		advice: 'If it happens again, report it with this text.',
	},
};

/** What happened, as one sentence without a full stop. */
export function problemOf({ kind, reason }: Refusal): string {
	const { problem, saysAll } = WORDS[kind];
	return saysAll === true ? problem : `${problem}: ${reason}`;
}

/** What the person can do about it. */
export const adviceFor = ({ kind, advice }: Refusal): string =>
	advice ? `${WORDS[kind].advice} ${advice}` : WORDS[kind].advice;
