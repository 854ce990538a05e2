import type { IDataObject } from 'n8n-workflow';
import type { ApiClient } from '../../../nodes/EnergyProjects/http/client.ts';

/** A change to the list between two requests; `at` is a position in the list, from 0 to just below 1. */
export interface Change {
	/** `leave` and `enter` are edits that make a record leave or enter the filtered list. */
	readonly kind: 'insert' | 'delete' | 'edit' | 'leave' | 'enter';
	readonly at: number;
}

export interface MovingListOptions {
	readonly count: number;
	/** The largest page that the service sends. */
	readonly largestPage?: number;
	/** Whether a new record comes in at the position of its change, and not at the end. */
	readonly insertAnywhere?: boolean;
	/** What happens right before the first request, the second, and so on. */
	readonly changes?: ReadonlyArray<readonly Change[]>;
	/** Changes what the service says about a page; undefined leaves that part of the answer out. */
	readonly metadata?: (told: IDataObject) => IDataObject | undefined;
	/** The number of requests after which the service gives up, so that a test cannot run for ever. */
	readonly mostRequests?: number;
}

/** A list of the service that moves while it is read, and the records that a person expects to find in it. */
export function movingList({
	count,
	largestPage = 100,
	insertAnywhere = false,
	changes = [],
	metadata = (told) => told,
	mostRequests = 1000,
}: MovingListOptions) {
	let created = 0;
	// The numbers in the IDs follow the order of creation.
	const createdAt = (id: string) => new Date(Number(id.slice(3)) * 1000).toISOString();
	const create = () => `id ${String(++created).padStart(4, '0')}`;
	let ids = Array.from({ length: count }, create);
	let hidden: Array<{ id: string; place: number }> = [];
	const edits = new Map<string, number>();
	const throughout = new Set(ids);
	const queries: IDataObject[] = [];

	const take = (at: number): { id: string; place: number } | undefined => {
		const place = Math.floor(at * ids.length);
		const id = ids[place];
		if (id === undefined) return undefined;
		ids = ids.filter((other) => other !== id);
		throughout.delete(id);
		return { id, place };
	};

	const apply = ({ kind, at }: Change) => {
		const place = Math.floor(at * ids.length);
		if (kind === 'insert') ids.splice(insertAnywhere ? place : ids.length, 0, create());
		else if (kind === 'edit') edits.set(ids[place] ?? '', (edits.get(ids[place] ?? '') ?? 0) + 1);
		else if (kind === 'delete') take(at);
		else if (kind === 'leave') hidden.push(...[take(at)].filter((taken) => taken !== undefined));
		else {
			const back = hidden[0];
			hidden = hidden.slice(1);
			if (back === undefined) ids.splice(place, 0, create());
			else ids.splice(back.place, 0, back.id);
		}
	};

	const answer = (query: IDataObject): IDataObject => {
		if (queries.length >= mostRequests) throw new Error('The list is asked for without end');
		for (const change of changes[queries.length] ?? []) apply(change);
		queries.push(query);
		const limit = Math.min(Number(query.limit), largestPage);
		const page = Number(query.page);
		const ordered = query.order === 'desc' ? ids.toReversed() : ids;
		const items = ordered
			.slice((page - 1) * limit, page * limit)
			.map((id) => ({ id, createdAt: createdAt(id), edits: edits.get(id) ?? 0 }));
		const told = metadata({ page, limit, total: String(ids.length) });
		return { items, ...(told !== undefined && { metadata: told }) };
	};

	const client: ApiClient = {
		send: async (_, request) => answer(request?.query ?? {}),
		orEnd: async (awaited) => await awaited,
		stop: () => undefined,
	};
	return {
		client,
		queries,
		/** All records that are in it now. */
		present: () => [...ids],
		/** The records that have been in the list since before the first request. */
		throughout: () => [...throughout],
	};
}

export const idsOf = (records: readonly IDataObject[]) => records.map(({ id }) => String(id));
