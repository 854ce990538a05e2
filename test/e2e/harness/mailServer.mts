import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** A mail server on this machine that keeps what it is sent: as much of SMTP (RFC 5321) as one client needs. */
export async function startMailServer() {
	/** Each with its headers, and quoted-printable decoded. */
	const mails: string[] = [];
	const server = createServer((socket) => void receive(socket, mails));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		mails,
		/** The data of an n8n credential for it, of the type "smtp". */
		credential: {
			...{ host: '127.0.0.1', port: (server.address() as AddressInfo).port },
			...{ user: '', password: '', secure: false, disableStartTls: true },
		},
		close: async () => await new Promise((resolve) => server.close(resolve)),
	};
}

/** Answers the commands of one connection, line by line. */
async function receive(socket: Socket, mails: string[]): Promise<void> {
	const say = (line: string) => socket.write(`${line}\r\n`);
	let data: string[] | undefined;
	say('220 ready');
	for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) {
		if (data !== undefined && line !== '.') data.push(line);
		else if (data !== undefined) {
			mails.push(decoded(data.join('\n')));
			data = undefined;
			say('250 taken');
		} else if (/^DATA/i.test(line)) {
			data = [];
			say('354 go on');
		} else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
		else say('250 well');
	}
}

/** What stands there in quoted-printable. */
const decoded = (text: string): string => {
	const bytes = text
		.replace(/=\n/g, '')
		.replace(/=([0-9A-F]{2})/g, (_, byte: string) => String.fromCharCode(parseInt(byte, 16)));
	return Buffer.from(bytes, 'latin1').toString('utf8');
};
