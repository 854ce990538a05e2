import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Adapter, AdapterPayload } from 'oidc-provider';

interface Entry {
	readonly payload: AdapterPayload;
	/** In milliseconds since 1970; missing if it never expires. */
	readonly expiresAt?: number;
}

/**
 * Stores grants, sessions and tokens of one authorization server. The library's own memory store is shared by the whole
 * process, keeps only a thousand entries, and writes a warning against its use.
 *
 * @param file where they outlive a restart; without it they are kept in memory
 */
export function logins(file?: string): (model: string) => Adapter {
	const isKept = file !== undefined && existsSync(file);
	const entries = new Map<string, Entry>(
		isKept ? (JSON.parse(readFileSync(file, 'utf8')) as Array<[string, Entry]>) : [],
	);
	const save = () => {
		if (file !== undefined) writeFileSync(file, JSON.stringify([...entries]));
	};
	const live = (key: string): AdapterPayload | undefined => {
		const { expiresAt = Infinity } = entries.get(key) ?? {};
		if (expiresAt <= Date.now()) entries.delete(key);
		return entries.get(key)?.payload;
	};

	return (model) => {
		const prefix = `${model}:`;
		return {
			async upsert(id, payload, expiresIn) {
				const expiry = expiresIn && { expiresAt: Date.now() + expiresIn * 1000 };
				entries.set(prefix + id, { payload, ...expiry });
				save();
			},
			find: async (id) => live(prefix + id),
			async findByUid(uid) {
				const isWanted = ([key, { payload }]: [string, Entry]) =>
					key.startsWith(prefix) && payload.uid === uid;
				return live([...entries].find(isWanted)?.[0] ?? '');
			},
			// For devices without a keyboard, which nobody has here.
			findByUserCode: async () => undefined,
			async consume(id) {
				const payload = live(prefix + id);
				if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
				save();
			},
			async destroy(id) {
				entries.delete(prefix + id);
				save();
			},
			async revokeByGrantId(grantId) {
				for (const [key, { payload }] of entries) {
					if (payload.grantId === grantId) entries.delete(key);
				}
				save();
			},
		};
	};
}
