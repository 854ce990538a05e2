import { OWN_CONNECTION } from '../../../sandbox/service/delivery.mts';
import type { N8nRest } from './rest.mts';

/** Connects an OAuth2 credential as the editor does: log in to the service, allow, back to n8n. */
export async function connectOAuth2(
	rest: N8nRest,
	credentialId: string,
	login: { email: string; password: string },
): Promise<void> {
	const cookies = new Map<string, string>();
	/** Opens a page as a browser with cookies would. @returns where it leads to */
	const open = async (url: string, form?: Record<string, string>): Promise<string> => {
		const answer = await fetch(url, {
			redirect: 'manual',
			headers: {
				...OWN_CONNECTION,
				cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
			},
			...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
		});
		for (const cookie of answer.headers.getSetCookie()) {
			const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
			cookies.set(name, value);
		}
		const location = answer.headers.get('location');
		if (location === null) throw new Error(`No redirect, but ${answer.status}`);
		return new URL(location, url).href;
	};
	const page = await open(
		await rest.call<string>('GET', `/rest/oauth2-credential/auth?id=${credentialId}`),
	);
	const consent = await open(await open(`${page}/login`, login));
	const callback = new URL(await open(await open(`${consent}/consent`, { decision: 'allow' })));
	const answer = await rest.raw('GET', `${callback.pathname}${callback.search}`);
	const text = await answer.text();
	if (!answer.ok || !/success|connected/i.test(text)) {
		throw new Error(`n8n did not accept the code: ${answer.status} ${text.slice(0, 500)}`);
	}
}
