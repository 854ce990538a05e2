import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { SavedStore, Store } from './store.mts';
import type { Webhook, WebhookSender } from './webhooks.mts';

interface Saved {
	store: SavedStore;
	webhooks: Webhook[];
}

/** What the service held when it last ran with this file; undefined the first time. */
export const savedIn = (file: string | undefined): Saved | undefined =>
	file !== undefined && existsSync(file)
		? (JSON.parse(readFileSync(file, 'utf8')) as Saved)
		: undefined;

/**
 * Keeps records and webhooks in a file from one start to the next, as n8n keeps its workflows and tables.
 *
 * @returns what saves them a last time
 */
export function keepIn(file: string, store: Store, webhooks: WebhookSender): () => void {
	let before = '';
	const save = () => {
		const now = JSON.stringify({ store, webhooks: webhooks.all() });
		if (now === before) return;
		before = now;
		// A kill in the middle leaves the former file.
		writeFileSync(`${file}.new`, now);
		renameSync(`${file}.new`, file);
	};
	const timer = setInterval(save, 2_000).unref();
	return () => {
		clearInterval(timer);
		save();
	};
}
