/** What a request without an answer looks like, and what a person has to know about it. */
interface FailureRow {
	/**
	 * Fits the codes and the message of the error. The first row that fits counts. Rows without a pattern are chosen by
	 * their name.
	 */
	readonly pattern?: RegExp;
	/** Whether the service may have carried the request out. */
	readonly mayHaveArrived: boolean;
	/** The end of the message, after what could not be done. {server}, {url}, {seconds} and {message} are replaced. */
	readonly problem: string;
	readonly advice: string;
}

const NEVER_ARRIVED = false;
const MAY_HAVE_ARRIVED = true;
const TRY_LATER = 'Try again later. If this node has the option "Timeout", you can raise it.';
const OR_IGNORE = 'turn on "Ignore SSL Issues" in the credential.';

const row = (
	pattern: RegExp | undefined,
	mayHaveArrived: boolean,
	problem: string,
	advice: string,
): FailureRow => ({ ...(pattern && { pattern }), mayHaveArrived, problem, advice });

/** The ways in which a request gets no answer. */
export const failures = {
	cancelled: row(
		/ERR_CANCELED/,
		MAY_HAVE_ARRIVED,
		'the execution was canceled',
		'Run the workflow again if nobody meant to stop it.',
	),
	timeout: row(
		/ETIMEDOUT|ECONNABORTED|ESOCKETTIMEDOUT|HEADERS_TIMEOUT|timeout of \d+ ?ms exceeded/i,
		MAY_HAVE_ARRIVED,
		'{server} did not answer within {seconds} seconds',
		TRY_LATER,
	),
	unknownName: row(
		/ENOTFOUND/,
		NEVER_ARRIVED,
		'the address of {server} was not found',
		'Check the {url} in the credential for typos, and the DNS of the machine that runs n8n.',
	),
	/** No DNS server answered, so the name may well exist. */
	noNameServer: row(
		/EAI_/,
		NEVER_ARRIVED,
		'the address of {server} could not be looked up',
		'Check the DNS of the machine that runs n8n, and the {url} in the credential for typos.',
	),
	refused: row(
		/ECONNREFUSED/,
		NEVER_ARRIVED,
		'{server} could not be reached',
		'Check the {url} in the credential, and whether n8n can reach that address.',
	),
	handshake: row(
		/EPROTO|ERR_SSL/,
		NEVER_ARRIVED,
		'no secure connection (https://) to {server} could be made',
		'Check the {url} in the credential. If the service has no https://, let the address start with http://.',
	),
	expired: row(
		/CERT_HAS_EXPIRED/,
		NEVER_ARRIVED,
		'the certificate of {server} has expired',
		`Check the {url} in the credential, and the clock of the machine that runs n8n. If both are correct, ask the operator of the service to renew the certificate. Until then, you can ${OR_IGNORE}`,
	),
	otherName: row(
		/ALTNAME_INVALID/,
		NEVER_ARRIVED,
		'the certificate of {server} is for a different address',
		`Check the {url} in the credential: enter the address that the certificate is for. If you cannot, ask the operator of the service, or ${OR_IGNORE}`,
	),
	untrusted: row(
		/SELF_SIGNED|UNABLE_TO_/,
		NEVER_ARRIVED,
		'n8n does not trust the certificate of {server}',
		`Check the {url} in the credential. If it is correct, ask the operator of the service for the certificate of the authority that issued it, and set NODE_EXTRA_CA_CERTS to that file where n8n runs. Or ${OR_IGNORE}`,
	),
	certificate: row(
		/CERT_|ERR_TLS|HOSTNAME_MISMATCH/,
		NEVER_ARRIVED,
		'the certificate of {server} was not accepted',
		`Check the {url} in the credential. If it is correct, ask the operator of the service, or ${OR_IGNORE}`,
	),
	broken: row(
		/ECONNRESET|EPIPE|EHOSTUNREACH|ENET|EADDRNOTAVAIL|ERR_BAD_RESPONSE|PREMATURE_CLOSE|HPE_|Z_|UND_ERR_|ERR_HTTP2|socket hang up|aborted|maximum.*redirect/i,
		MAY_HAVE_ARRIVED,
		'the connection to {server} was lost',
		'Try again. If the problem continues, check the {url} and the network between n8n and {server}.',
	),
	notConnected: row(
		/unable to sign without access token|oauth credentials not connected/i,
		NEVER_ARRIVED,
		'this account is not connected yet: open the credential and click Connect',
		'The OAuth2 credential of this node is not connected yet. Connect it, or choose another credential.',
	),
	/** After a 401 of the service, when n8n was about to renew the token. */
	notRenewed: row(
		undefined,
		NEVER_ARRIVED,
		'the authorization server did not renew the access token: {message}',
		'Open the credential of this node and reconnect the account. If that fails, check its addresses.',
	),
	/** Nobody knows which server was slow, or whether n8n still sends the request. */
	lateRenewal: row(
		undefined,
		MAY_HAVE_ARRIVED,
		'no answer came in time while the access token was being renewed',
		TRY_LATER,
	),
	/** What no pattern fits. */
	other: row(
		undefined,
		MAY_HAVE_ARRIVED,
		'{message}',
		'Check the credential of this node: its addresses, and whether it is connected.',
	),
} as const satisfies Record<string, FailureRow>;

export type FailureKind = keyof typeof failures;

/** @param words the codes and the message of an error */
export const failureKindOf = (words: string): FailureKind =>
	(Object.keys(failures) as FailureKind[]).find((kind) => {
		const { pattern }: FailureRow = failures[kind];
		return pattern?.test(words);
	}) ?? 'other';
