import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type ApiRecord = Readonly<Record<string, unknown>>;

/** Records of one kind, and each of them as it is sent. */
class LargeList {
	private readonly records: ApiRecord[] = [];
	private readonly texts: string[] = [];
	private readonly places = new Map<string, number>();

	fill(sample: readonly ApiRecord[], count: number, fieldsOf: (number: number) => object): void {
		for (let number = 0; number < count; number++) {
			const time = new Date(Date.UTC(2024, 0, 1) + number * 60_000).toISOString();
			const id = `${String(number).padStart(8, '0')}-0000-4000-8000-${String(number * 7919).padStart(12, '0')}`;
			const times = { createdAt: time, updatedAt: time };
			this.places.set(id, number);
			this.put(number, { ...sample[number % sample.length], id, ...times, ...fieldsOf(number) });
		}
	}

	edit(number: number, fields: object): void {
		this.put(number, { ...this.records[number], ...fields, updatedAt: new Date().toISOString() });
	}

	placeOf(id: string): number | undefined {
		return this.places.get(id);
	}

	textOf(number: number): string {
		return this.texts[number];
	}

	all(): string {
		return `[${this.texts.join()}]`;
	}

	page(query: URLSearchParams): string {
		const limit = Number(query.get('limit') ?? 100);
		const page = Number(query.get('page') ?? 1);
		const start = (page - 1) * limit;
		const { length } = this.texts;
		const [from, to] = [Math.max(0, length - start - limit), Math.max(0, length - start)];
		const items =
			query.get('order') === 'desc'
				? this.texts.slice(from, to).reverse()
				: this.texts.slice(start, start + limit);
		return `{"items":[${items.join()}],"metadata":{"page":${page},"limit":${limit},"total":"${length}"}}`;
	}

	private put(number: number, record: ApiRecord): void {
		this.records[number] = record;
		this.texts[number] = JSON.stringify(record);
	}
}

/** A service with very many records: the local one would take most of the time for itself. */
export class LargeService {
	url = '';
	writes = 0;
	private readonly projects = new LargeList();
	private readonly customers = new LargeList();
	private readonly server = createServer((request, response) => {
		response.setHeader('content-type', 'application/json');
		void this.answer(request).then((text) => {
			if (text === undefined) response.statusCode = 404;
			response.end(text ?? '{"message":"Not found"}');
		});
	});

	async start(): Promise<void> {
		this.server.listen(0, '127.0.0.1');
		await once(this.server, 'listening');
		this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	fillProjects(sample: readonly ApiRecord[], count: number): void {
		this.projects.fill(sample, count, (number) => ({
			...{ humanId: `P-${number}`, name: `Haus ${number}`, customerId: null },
		}));
	}

	fillCustomers(sample: readonly ApiRecord[], count: number): void {
		this.customers.fill(sample, count, (number) => ({
			...{ humanId: `C-${number}`, lastName: `Lovelace ${number}` },
			email: `contact.${number}@mail.example`,
		}));
	}

	editProject(number: number): void {
		this.projects.edit(number, { status: 'archived' });
	}

	close(): void {
		this.server.closeAllConnections();
		this.server.close();
	}

	/** Undefined if there is no such record. */
	private async answer(request: IncomingMessage): Promise<string | undefined> {
		const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
		const body = await textOf(request);
		const [, subject, id] = /\/(projects|customers)(?:\/([^/]+))?$/.exec(pathname) ?? [];
		if (subject === undefined) return undefined;
		const list = subject === 'projects' ? this.projects : this.customers;
		if (id === undefined) return subject === 'projects' ? list.page(searchParams) : list.all();
		const place = list.placeOf(id);
		if (place === undefined) return undefined;
		if (request.method !== 'GET') {
			this.writes++;
			list.edit(place, JSON.parse(body) as object);
		}
		return list.textOf(place);
	}
}

async function textOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString();
}
