/** Who sent a certificate that was not accepted. */
interface Sender {
	/** What the server is called in a sentence. */
	readonly server: string;
	/** The field of the credential with its address. */
	readonly url: string;
}

const OTHERWISE = 'turn on "Ignore SSL Issues" in the credential';

/**
 * Explains why a certificate was not accepted. There is a setting of n8n for an authority that it does not know, but
 * for nothing else.
 *
 * @param code of Node.js, undefined if there is none
 * @returns the problem, in words that follow what could not be done, and what to do
 */
export function certificateText(code: string | undefined, { server, url }: Sender) {
	const check = `Check the ${url} in the credential`;
	const text = (what: string, advice: string) => ({
		problem: `: ${what}${code === undefined ? '' : ` (${code})`}`,
		advice: `${check}${advice} ${OTHERWISE}.`,
	});
	if (code === 'CERT_HAS_EXPIRED') {
		return text(
			`the certificate of ${server} has expired`,
			', and the clock of the machine that runs n8n. If both are correct, ask the operator of the service to renew the certificate. Until then, you can',
		);
	}
	if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
		return text(
			`the certificate of ${server} is for a different address`,
			': enter the address that the certificate is for. If you cannot, ask the operator of the service, or',
		);
	}
	if (code !== undefined && /SELF_SIGNED|^UNABLE_TO_/.test(code)) {
		return text(
			`n8n does not trust the certificate of ${server}`,
			'. If it is correct, ask the operator of the service for the certificate of the authority that issued it, and set NODE_EXTRA_CA_CERTS to that file where n8n runs. Or',
		);
	}
	return text(
		`the certificate of ${server} was not accepted`,
		'. If it is correct, ask the operator of the service, or',
	);
}
