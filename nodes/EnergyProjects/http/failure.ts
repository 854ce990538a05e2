/** A request that brought no usable answer, in plain terms. */
export interface Failure {
	/** Status of the answer n8n turned into an error (a final 401), if there was one. */
	readonly statusCode?: number;
	readonly body?: unknown;
	readonly kind:
		| 'answer'
		| 'cancelled'
		| 'timeout'
		| 'dns'
		| 'refused'
		| 'tls'
		| 'broken'
		| 'other';
	readonly code?: string;
	readonly message: string;
}

const TIMEOUTS = ['ETIMEDOUT', 'ECONNABORTED', 'ESOCKETTIMEDOUT', 'UND_ERR_HEADERS_TIMEOUT'];
const DNS = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME'];
const NOT_REACHED = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'];
const BROKEN = ['ECONNRESET', 'EPIPE', 'ERR_BAD_RESPONSE', 'ERR_STREAM_PREMATURE_CLOSE'];
/** An answer that cannot be read as HTTP, or not be unpacked. */
const UNREADABLE = /^(HPE_|Z_|UND_ERR_|ERR_HTTP2_)/;
const TLS = /CERT|^ERR_TLS|^ERR_SSL|^UNABLE_TO_|^EPROTO$|^HOSTNAME_MISMATCH$/;

/** Reads what n8n's request helper threw: an answer it refused to hand over, or a failure of the connection. */
export function readFailure(error: unknown): Failure {
	const chain = causesOf(error);
	const message = chain.map((cause) => cause.message).find((text) => typeof text === 'string');
	const codes = chain.map((cause) => cause.code).filter((code) => typeof code === 'string');
	const known = {
		message: String(message ?? 'Unknown error'),
		...(codes.length > 0 && { code: String(codes[0]) }),
	};
	const statusCode = statusOf(chain);
	if (statusCode === undefined) return { kind: kindOf(codes, known.message), ...known };
	// A success that n8n threw: the rest of the answer was lost, or could not be unpacked, after its status had come.
	if (statusCode >= 200 && statusCode < 300) return { kind: 'broken', ...known };
	return { kind: 'answer', ...known, statusCode, body: bodyOf(chain) };
}

function kindOf(codes: unknown[], message: string): Failure['kind'] {
	const has = (list: string[]) => codes.some((code) => list.includes(String(code)));
	if (has(['ERR_CANCELED'])) return 'cancelled';
	if (has(TIMEOUTS) || /timeout of \d+ ?ms exceeded/i.test(message)) return 'timeout';
	if (has(DNS)) return 'dns';
	if (has(NOT_REACHED)) return 'refused';
	if (codes.some((code) => TLS.test(String(code)))) return 'tls';
	if (has(BROKEN) || codes.some((code) => UNREADABLE.test(String(code)))) return 'broken';
	if (/socket hang up|aborted|maximum.*redirect/i.test(message)) return 'broken';
	return 'other';
}

type Cause = Record<string, unknown>;

/** n8n wraps errors in errors: the outermost first. */
function causesOf(error: unknown): Cause[] {
	const chain: Cause[] = [];
	let current = error;
	while (typeof current === 'object' && current !== null && chain.length < 6) {
		const cause = current as Cause;
		if (chain.includes(cause)) break;
		chain.push(cause);
		current = cause.cause ?? cause.errorResponse;
	}
	return chain;
}

function statusOf(chain: Cause[]): number | undefined {
	for (const cause of chain) {
		const response = cause.response as Cause | undefined;
		const status = Number(response?.status ?? cause.httpCode ?? undefined);
		if (Number.isInteger(status) && status >= 100 && status < 600) return status;
	}
	return undefined;
}

function bodyOf(chain: Cause[]): unknown {
	for (const cause of chain) {
		const data = (cause.response as Cause | undefined)?.data;
		if (data !== undefined) return data;
		const context = cause.context as Cause | undefined;
		if (context?.data !== undefined) return context.data;
	}
	return undefined;
}
