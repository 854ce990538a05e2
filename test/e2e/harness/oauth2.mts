import type { N8nRest } from '../../../sandbox/n8n/rest.mts';

/** Cookies of one server. */
class Visitor {
	private readonly cookies = new Map<string, string>();

	async open(url: string, form?: Record<string, string>): Promise<Response> {
		const answer = await fetch(url, {
			redirect: 'manual',
			headers: { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
			...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
		});
		for (const cookie of answer.headers.getSetCookie()) {
			const [pair = ''] = cookie.split(';');
			const equals = pair.indexOf('=');
			this.cookies.set(pair.slice(0, equals), pair.slice(equals + 1));
		}
		return answer;
	}
}

function locationOf(answer: Response): string {
	const location = answer.headers.get('location');
	if (location === null) throw new Error(`No redirect, but ${answer.status}`);
	return new URL(location, answer.url).href;
}

/** Connects an OAuth2 credential as the editor does: log in to the service, allow, back to n8n. */
export async function connectOAuth2(
	rest: N8nRest,
	credentialId: string,
	login: { email: string; password: string },
): Promise<void> {
	const visitor = new Visitor();
	const url = await rest.call<string>('GET', `/rest/oauth2-credential/auth?id=${credentialId}`);
	let page = locationOf(await visitor.open(url));
	page = locationOf(await visitor.open(`${page}/login`, login));
	page = locationOf(await visitor.open(page));
	page = locationOf(await visitor.open(`${page}/consent`, { decision: 'allow' }));
	const callback = new URL(locationOf(await visitor.open(page)));
	const answer = await rest.raw('GET', `${callback.pathname}${callback.search}`);
	const text = await answer.text();
	if (!answer.ok || !/success|connected/i.test(text)) {
		throw new Error(`n8n did not accept the code: ${answer.status} ${text.slice(0, 500)}`);
	}
}
