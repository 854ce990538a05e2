import type { IN8nHttpFullResponse } from 'n8n-workflow';

/** What the headers of an answer say about the list that its body belongs to. */
export interface ListHeaders {
	/** How many records the whole list has; undefined if no header says so. */
	readonly total?: number;
	/** Where the next part of the list is, as the header has it; undefined if no header says so. */
	readonly next?: string;
}

/** One link of a Link header and its parameters. */
const LINK = /<([^<>]*)>([^<]*)/g;
const REL = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;]+))/i;

/** Reads the headers that a service usually adds to a list that it cuts. The service's document shows none of them. */
export function readListHeaders(headers: IN8nHttpFullResponse['headers']): ListHeaders {
	return {
		total:
			countIn(headers['x-total-count']) ??
			countIn(headers['x-total']) ??
			countIn(/\/\s*(\d+)\s*$/.exec(String(headers['content-range'] ?? ''))?.[1]),
		next: nextIn(headers.link),
	};
}

/** The target of the first link with the relation "next" (RFC 8288). */
function nextIn(link: unknown): string | undefined {
	const text = Array.isArray(link) ? link.join(', ') : link;
	if (typeof text !== 'string') return undefined;
	for (const [, target, parameters] of text.matchAll(LINK)) {
		const [, quoted, plain] = REL.exec(parameters) ?? [];
		const relations = (quoted ?? plain ?? '').toLowerCase().split(/\s+/);
		if (relations.includes('next')) return target.trim();
	}
	return undefined;
}

function countIn(value: unknown): number | undefined {
	const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
