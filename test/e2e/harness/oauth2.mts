import fetchCookie from 'fetch-cookie';
import type { N8nRest } from '../../../sandbox/n8n/rest.mts';

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
	const visit = fetchCookie(fetch);
	const open = async (url: string, form?: Record<string, string>) =>
		await visit(url, {
			redirect: 'manual',
			...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
		});
	const url = await rest.call<string>('GET', `/rest/oauth2-credential/auth?id=${credentialId}`);
	let page = locationOf(await open(url));
	page = locationOf(await open(`${page}/login`, login));
	page = locationOf(await open(page));
	page = locationOf(await open(`${page}/consent`, { decision: 'allow' }));
	const callback = new URL(locationOf(await open(page)));
	const answer = await rest.raw('GET', `${callback.pathname}${callback.search}`);
	const text = await answer.text();
	if (!answer.ok || !/success|connected/i.test(text)) {
		throw new Error(`n8n did not accept the code: ${answer.status} ${text.slice(0, 500)}`);
	}
}
