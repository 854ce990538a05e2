import { headerOf, NOW, SECRET } from '../fixtures.mts';

/** A delivery as it arrives; headers can be anything. */
export interface Attempt {
	readonly header: unknown;
	readonly body: Uint8Array;
	readonly secret: string;
}

export interface Random {
	/** A whole number from 0 to below the limit. */
	below(limit: number): number;
	pick<T>(values: readonly T[]): T;
}

/** The same numbers for the same seed (Mulberry32). */
export function randomOf(seed: number): Random {
	let state = seed >>> 0;
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
	const below = (limit: number) => Math.floor(next() * limit);
	return { below, pick: (values) => values[below(values.length)] };
}

type Mutation = (attempt: Attempt, random: Random, genuine: readonly Attempt[]) => Attempt;

const CHARACTERS = [...'tv10=, ,;abcdefABCDEF0123456789.-+eZT:"\'\\\0\n\r\té\u00a0\uFEFF😀'];

const onHeader =
	(change: (header: string, random: Random) => unknown): Mutation =>
	(attempt, random) => ({
		...attempt,
		header: typeof attempt.header === 'string' ? change(attempt.header, random) : attempt.header,
	});

const onBody =
	(change: (body: Uint8Array, random: Random) => Uint8Array): Mutation =>
	(attempt, random) => ({ ...attempt, body: change(attempt.body, random) });

const spliced = (text: string, at: number, removed: number, put: string) =>
	text.slice(0, at) + put + text.slice(at + removed);

const splicedBytes = (body: Uint8Array, at: number, removed: number, put: readonly number[]) =>
	Uint8Array.from([...body.subarray(0, at), ...put, ...body.subarray(at + removed)]);

const onParts = (change: (parts: string[], random: Random) => readonly string[]) =>
	onHeader((header, random) => change(header.split(','), random).join(','));

const headerMutations: readonly Mutation[] = [
	onHeader((text, { below, pick }) => spliced(text, below(text.length), 1, pick(CHARACTERS))),
	onHeader((text, { below, pick }) => spliced(text, below(text.length + 1), 0, pick(CHARACTERS))),
	onHeader((text, { below }) => spliced(text, below(text.length), 1 + below(8), '')),
	onHeader((text, { below }) => text.slice(0, below(text.length))),
	onHeader((text, { pick }) => text + pick(['0', ',', ',v1=', `,t=${NOW}`, ',v2=0', '=', '\0'])),
	onHeader((text) => text.toUpperCase()),
	onHeader((text) => text.slice(0, 5000).split('').reverse().join('')),
	onHeader((text, { pick }) => pick([undefined, null, '', [text], [], 0, {}, Buffer.from(text)])),
	onHeader((text, { below }) => text + `,v1=${'0'.repeat(below(300))}`.repeat(below(40))),
	onHeader(
		(text, { pick }) =>
			`${text},${pick(['x', ' ', 'v1=', ',']).repeat(pick([9, 99, 999, 9999, 65_536]))}`,
	),
	onParts((parts, { below }) => parts.filter((_, at) => at !== below(parts.length))),
	onParts((parts, { pick }) => [...parts, pick(parts)]),
	onParts((parts) => [...parts].reverse()),
	onParts((parts, { pick }) =>
		parts.map((part) => part.replace(/^v1/, pick(['v0', 'v2', 'V1', 'v', 'v10', '', ' v 1']))),
	),
	onParts((parts, { below }) =>
		parts.map((part) => part.replace(/^t=(\d+)/, (_, time) => `t=${Number(time) + below(9) - 4}`)),
	),
	onParts((parts, { below }) =>
		parts.map((part) =>
			part.replace(/^v1=.*/, () => `v1=${Buffer.alloc(32, below(256)).toString('hex')}`),
		),
	),
	onParts((parts, { pick }) =>
		parts.map((part) =>
			part.replace(/^t=/, pick(['t=0', 't=-', 't=+', 't= ', 't==', 't=0x', 'T='])),
		),
	),
];

const bodyMutations: readonly Mutation[] = [
	onBody((body, { below }) => {
		const at = below(body.length);
		return body.map((byte, index) => (index === at ? byte ^ (1 << below(8)) : byte));
	}),
	onBody((body, { below }) => splicedBytes(body, below(body.length), 1 + below(4), [])),
	onBody((body, { below }) => splicedBytes(body, below(body.length + 1), 0, [below(256)])),
	onBody((body, { below }) => body.slice(0, below(body.length))),
	onBody((body) => splicedBytes(body, 0, 0, [0xef, 0xbb, 0xbf])),
	onBody((body, { pick }) => splicedBytes(body, body.length, 0, pick([[10], [13, 10], [32], [0]]))),
	onBody((body, { below }) => {
		const [at, other] = [below(body.length), below(body.length)];
		return body.map((byte, index) =>
			index === at ? body[other] : index === other ? body[at] : byte,
		);
	}),
	onBody(() => new Uint8Array()),
	onBody((body) => Buffer.concat([body, body])),
];

const otherMutations: readonly Mutation[] = [
	// The genuine header of another delivery.
	(attempt, { pick }, genuine) => ({ ...attempt, header: pick(genuine).header }),
	// Genuine, but from another time.
	(attempt, { pick, below }) => {
		const away = pick([-1, 1]) * (301 + below(10_000_000));
		return { ...attempt, header: headerOf(NOW + away, attempt.body) };
	},
	// The receiver has another secret, or the sender had; never the same one, that would be genuine.
	(attempt, { pick }) => ({ ...attempt, secret: pick([`${SECRET} `, SECRET.slice(1), 'x', '']) }),
	(attempt, { pick }) => ({
		...attempt,
		header: headerOf(NOW, attempt.body, pick([SECRET.slice(0, -1), `${SECRET}.`, 'secret'])),
	}),
	// Signed in full, but without the dot or without the time.
	(attempt, { pick }) => ({
		...attempt,
		header: `t=${NOW},v1=${pick([headerOf('', attempt.body), headerOf(`${NOW}.`, attempt.body)]).slice(-64)}`,
	}),
];

/** Every other one is of the header. */
const MUTATIONS = [headerMutations, headerMutations, bodyMutations, otherMutations];

/** A genuine delivery after one to three mutations. */
export function mutate(random: Random, genuine: readonly Attempt[]): Attempt {
	let attempt = random.pick(genuine);
	for (let left = 1 + random.below(3); left > 0; left--) {
		attempt = random.pick(random.pick(MUTATIONS))(attempt, random, genuine);
	}
	return attempt;
}
