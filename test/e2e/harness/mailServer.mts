import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** One part of an email, decoded. */
interface Part {
	fileName: string | undefined;
	content: string;
}

export interface Mail {
	to: string[];
	subject: string;
	text: string;
	attachments: Part[];
}

/** A mail server on this machine that keeps what it is sent: as much of SMTP (RFC 5321) as one client needs. */
export async function startMailServer() {
	const mails: Mail[] = [];
	/** Of the emails to come, so many are refused. */
	const faults = { refused: 0 };
	const isTaken = () => faults.refused === 0 || faults.refused-- === 0;
	const server = createServer(
		(socket) => void receive(socket, isTaken, (mail) => mails.push(mail)),
	);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		mails,
		faults,
		/** The data of an n8n credential for it, of the type "smtp". */
		credential: {
			...{ host: '127.0.0.1', port: (server.address() as AddressInfo).port },
			...{ user: '', password: '', secure: false, disableStartTls: true },
		},
		close: async () => await new Promise((resolve) => server.close(resolve)),
	};
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** Answers the commands of one connection, line by line. */
async function receive(
	socket: Socket,
	isTaken: () => boolean,
	onMail: (mail: Mail) => void,
): Promise<void> {
	const say = (line: string) => socket.write(`${line}\r\n`);
	let to: string[] = [];
	let data: string[] | undefined;
	say('220 ready');
	for await (const line of linesOf(socket)) {
		const [, recipient] = /^RCPT TO:<([^>]*)>/i.exec(line) ?? [];
		if (data !== undefined && line !== '.') data.push(line.replace(/^\./, ''));
		else if (data !== undefined) {
			onMail({ to, ...mailIn(data.join('\r\n')) });
			[to, data] = [[], undefined];
			say('250 taken');
		} else if (/^MAIL/i.test(line) && !isTaken()) {
			say('451 not now');
		} else if (/^DATA/i.test(line)) {
			data = [];
			say('354 go on');
		} else if (/^QUIT/i.test(line)) {
			say('221 bye');
			socket.end();
		} else {
			if (recipient !== undefined) to.push(recipient);
			say('250 well');
		}
	}
}

async function* linesOf(socket: Socket): AsyncGenerator<string> {
	let rest = '';
	for await (const chunk of socket.setEncoding('latin1') as AsyncIterable<string>) {
		const lines = `${rest}${chunk}`.split('\r\n');
		rest = lines.pop() ?? '';
		yield* lines;
	}
}

/** Reads an email with a text and attachments (RFC 2045). */
function mailIn(source: string): Omit<Mail, 'to'> {
	const { headers, body } = split(source);
	const [, boundary] = /boundary="([^"]+)"/.exec(headers) ?? [];
	if (boundary === undefined) throw new Error('The email has no parts');
	const parts = body.split(`--${boundary}`).slice(1, -1).map(partIn);
	const [text, ...attachments] = parts;
	return { subject: headerIn(headers, 'Subject'), text: text.content, attachments };
}

function partIn(source: string): Part {
	const { headers, body } = split(source.replace(/^\r\n/, ''));
	const bytes = decoders[headerIn(headers, 'Content-Transfer-Encoding')]?.(body.trimEnd());
	const [, fileName] = /filename="?([^";\r\n]+)/.exec(headers) ?? [];
	return { fileName, content: (bytes ?? Buffer.from(body.trimEnd(), 'latin1')).toString('utf8') };
}

const decoders: Readonly<Record<string, (body: string) => Buffer>> = {
	base64: (body) => Buffer.from(body, 'base64'),
	'quoted-printable': (body) =>
		Buffer.from(
			body
				.replace(/=\r\n/g, '')
				.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
			'latin1',
		),
};

function split(source: string): { headers: string; body: string } {
	const end = source.indexOf('\r\n\r\n');
	// A long header goes on in the next line, after a blank.
	const headers = source.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
	return { headers, body: source.slice(end + 4) };
}

const headerIn = (headers: string, name: string): string =>
	new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1].trim() ?? '';
