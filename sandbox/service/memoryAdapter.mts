import type { Adapter, AdapterPayload } from 'oidc-provider';

interface Entry {
	readonly payload: AdapterPayload;
	/** In milliseconds since 1970. */
	readonly expiresAt: number;
}

/**
 * Stores grants, sessions and tokens of one authorization server in memory. The library's own memory store is shared by
 * the whole process, keeps only a thousand entries, and writes a warning against its use.
 */
export function memoryAdapter(): (model: string) => Adapter {
	const entries = new Map<string, Entry>();
	const live = (key: string): AdapterPayload | undefined => {
		const entry = entries.get(key);
		if (entry !== undefined && entry.expiresAt <= Date.now()) entries.delete(key);
		return entries.get(key)?.payload;
	};

	return (model) => {
		const prefix = `${model}:`;
		const findBy = (name: 'uid' | 'userCode', value: string): AdapterPayload | undefined => {
			for (const [key, { payload }] of entries) {
				if (key.startsWith(prefix) && payload[name] === value) return live(key);
			}
			return undefined;
		};
		return {
			async upsert(id, payload, expiresIn) {
				const expiresAt = expiresIn === undefined ? Infinity : Date.now() + expiresIn * 1000;
				entries.set(prefix + id, { payload, expiresAt });
			},
			async find(id) {
				return live(prefix + id);
			},
			async findByUid(uid) {
				return findBy('uid', uid);
			},
			async findByUserCode(userCode) {
				return findBy('userCode', userCode);
			},
			async consume(id) {
				const payload = live(prefix + id);
				if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
			},
			async destroy(id) {
				entries.delete(prefix + id);
			},
			async revokeByGrantId(grantId) {
				for (const [key, { payload }] of entries) {
					if (payload.grantId === grantId) entries.delete(key);
				}
			},
		};
	};
}
