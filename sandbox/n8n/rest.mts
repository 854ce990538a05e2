import { OWN_CONNECTION } from '../service/delivery.mts';
import { waitFor, within } from '../service/waitFor.mts';

export const owner = {
	email: 'owner@example.com',
	firstName: 'Olivia',
	lastName: 'Owner',
	password: 'Sandbox-2026',
};

/** n8n's own REST interface, as the editor uses it. */
export class N8nRest {
	/** What the editor sends along; empty before the log-in. */
	cookies = '';
	readonly url: string;

	constructor(url: string) {
		this.url = url;
	}

	/** Creates the owner account of a new instance, or logs in to it. */
	async logIn(): Promise<void> {
		const setup = await this.raw('POST', '/rest/owner/setup', owner);
		if (setup.ok) return;
		const body = { emailOrLdapLoginId: owner.email, password: owner.password };
		const login = await this.raw('POST', '/rest/login', body);
		if (!login.ok) throw new Error(`Cannot log in: ${await login.text()}`);
	}

	async call<T = Record<string, unknown>>(
		method: string,
		path: string,
		body?: unknown,
	): Promise<T> {
		const answer = await this.raw(method, path, body);
		const text = await answer.text();
		if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
		return (JSON.parse(text) as { data: T }).data;
	}

	/** Publishes a workflow and waits until its webhooks are registered, or its first poll is over. */
	async publish(id: string, seconds = 30): Promise<void> {
		await this.activate(id, true);
		const isPublished = async () => {
			const answer = await this.raw('GET', `/rest/workflows/${id}/publication-status`);
			// Versions before 2.41 know no such status: they have registered all when they answer.
			if (answer.status === 404) return true;
			const { data } = (await answer.json()) as { data?: { status?: string } };
			return data?.status === 'published';
		};
		await waitFor(isPublished, within(seconds, `Workflow ${id} was not published`));
	}

	protected async activate(id: string, active: boolean): Promise<void> {
		const path = `/rest/workflows/${id}`;
		const { versionId } = await this.call<{ versionId: string }>('GET', path);
		await this.call('POST', `${path}/${active ? 'activate' : 'deactivate'}`, { versionId });
	}

	async raw(method: string, path: string, body?: unknown): Promise<Response> {
		const answer = await fetch(new URL(path, this.url), {
			method,
			redirect: 'manual',
			headers: {
				'content-type': 'application/json',
				...OWN_CONNECTION,
				'browser-id': 'sandbox',
				...(this.cookies !== '' && { cookie: this.cookies }),
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		for (const cookie of answer.headers.getSetCookie()) {
			if (cookie.startsWith('n8n-auth=')) this.cookies = cookie.split(';')[0];
		}
		return answer;
	}
}
