import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { escapeHtml, htmlPage } from './html.mts';

/** The pages on which a person logs in and grants permission. */
export function serveLogin(
	app: FastifyInstance,
	provider: () => Provider | undefined,
	login: { email: string; password: string },
	accountId: string,
): void {
	const details = async (request: FastifyRequest, reply: FastifyReply) => {
		const running = provider();
		if (running === undefined) throw new Error('The authorization server is not ready');
		return { running, interaction: await running.interactionDetails(request.raw, reply.raw) };
	};

	app.get('/interaction/:uid', async (request, reply) => {
		const { interaction } = await details(request, reply);
		void reply.type('text/html');
		const action = `/interaction/${interaction.uid}`;
		return interaction.prompt.name === 'login' ? loginPage(action) : consentPage(action);
	});

	app.post('/interaction/:uid/login', async (request, reply) => {
		const { running, interaction } = await details(request, reply);
		const { email, password } = request.body as Record<string, string>;
		if (email !== login.email || password !== login.password) {
			void reply.code(401).type('text/html');
			return loginPage(`/interaction/${interaction.uid}`, 'The email or the password is wrong.');
		}
		const result = { login: { accountId } };
		const again = { mergeWithLastSubmission: false };
		const to = await running.interactionResult(request.raw, reply.raw, result, again);
		return await reply.redirect(to, 303);
	});

	app.post('/interaction/:uid/consent', async (request, reply) => {
		const { running, interaction } = await details(request, reply);
		const isAllowed = (request.body as Record<string, string>).decision === 'allow';
		const grant = new running.Grant({ accountId, clientId: String(interaction.params.client_id) });
		grant.addOIDCScope('offline_access');
		const result = isAllowed
			? { consent: { grantId: await grant.save() } }
			: { error: 'access_denied', error_description: 'Permission was not granted' };
		const merged = { mergeWithLastSubmission: isAllowed };
		const to = await running.interactionResult(request.raw, reply.raw, result, merged);
		return await reply.redirect(to, 303);
	});
}

const loginPage = (action: string, problem = '') =>
	htmlPage(
		'Log in',
		`${problem === '' ? '' : `<p class="once">${escapeHtml(problem)}</p>`}
<form method="post" action="${action}/login">
<label>Email <input type="email" name="email" autofocus required></label>
<label>Password <input type="password" name="password" required></label>
<button type="submit">Log in</button>
</form>`,
	);

const consentPage = (action: string) =>
	htmlPage(
		'Grant permission',
		`<p>n8n asks for permission to read and change the projects and customers of your company, even when you are not logged in.</p>
<form method="post" action="${action}/consent">
<button type="submit" name="decision" value="allow">Allow</button>
<button class="quiet" type="submit" name="decision" value="deny">Cancel</button>
</form>`,
	);
