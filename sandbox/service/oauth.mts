import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Provider from 'oidc-provider';
import { acceptForms, listenOn } from './listen.mts';
import { serveLogin } from './login.mts';
import { logins } from './logins.mts';

export interface OAuthOptions {
	/** 0 for any free port. */
	port: number;
	accessTokenSeconds: number;
	redirectUris: readonly string[];
	client: { clientId: string; clientSecret: string };
	login: { email: string; password: string };
	/** Where grants and tokens are kept; without it, in memory alone. */
	loginsFile?: string;
}

/** A request to the token endpoint, without its secrets. */
export interface RecordedTokenRequest {
	grantType: string;
	authMethod: string;
	ok: boolean;
	error?: string;
}

export interface OAuthServer {
	authUrl: string;
	tokenRequests: RecordedTokenRequest[];
	/** How often each refresh token was sent, by its digest. */
	refreshTokenUses: Map<string, number>;
	isValid(accessToken: string): Promise<boolean>;
	issueToken(): Promise<{ access_token: string; refresh_token: string }>;
	expireAccessTokens(): void;
	/** Revokes every permission: refresh tokens stop working too. */
	revokeGrants(): Promise<void>;
	close(): Promise<void>;
}

const ACCOUNT = 'demo-installer';
const DAY = 24 * 60 * 60;

/** The authorization server behind {auth_url}. Service document, section Authentication, "OAuth 2.0". */
export async function startOAuthServer(options: OAuthOptions): Promise<OAuthServer> {
	const { clientId, clientSecret } = options.client;
	// Set once the port is known, since the provider needs to know its own address when it is created.
	const later: {
		provider?: Provider;
		handle?: (request: IncomingMessage, response: ServerResponse) => unknown;
	} = {};
	const app: FastifyInstance = fastify({
		serverFactory: (handler) =>
			createServer((request, response) => {
				if (!request.url?.startsWith('/oauth2/')) return handler(request, response);
				// The service asks for permission every time; this parameter makes oidc-provider do so.
				if (request.url.startsWith('/oauth2/auth?')) request.url += '&prompt=consent';
				void later.handle?.(request, response);
			}),
	});
	acceptForms(app);
	serveLogin(app, () => later.provider, options.login, ACCOUNT);
	const authUrl = await listenOn(app, options.port);

	const running = new Provider(authUrl, {
		adapter: logins(options.loginsFile),
		routes: { authorization: '/oauth2/auth', token: '/oauth2/token' },
		clients: [
			{
				client_id: clientId,
				client_secret: clientSecret,
				redirect_uris: [...options.redirectUris],
				grant_types: ['authorization_code', 'refresh_token'],
				response_types: ['code'],
				token_endpoint_auth_method: 'client_secret_post',
			},
		],
		scopes: ['offline_access'],
		pkce: { required: () => false },
		rotateRefreshToken: true,
		ttl: {
			AccessToken: options.accessTokenSeconds,
			RefreshToken: 14 * DAY,
			AuthorizationCode: 60,
			Grant: 14 * DAY,
			Interaction: 600,
			Session: DAY,
		},
		findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
		features: { devInteractions: { enabled: false } },
		interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
		cookies: { keys: ['sandbox-only'] },
		jwks: {
			keys: [
				generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
			],
		},
	});
	later.provider = running;
	later.handle = running.callback();

	const issued = new Set<string>();
	const refused = new Set<string>();
	const grants = new Set<string>();
	running.on('access_token.saved', (token) => void issued.add(token.jti));
	running.on('grant.saved', (grant) => void grants.add(grant.jti));

	return {
		authUrl,
		...watchTokenRequests(running),
		async isValid(accessToken) {
			const token = await running.AccessToken.find(accessToken);
			return token !== undefined && token.isValid && !refused.has(token.jti);
		},
		async issueToken() {
			const client = await running.Client.find(clientId);
			if (client === undefined) throw new Error('The client is not registered');
			const grant = new running.Grant({ accountId: ACCOUNT, clientId });
			grant.addOIDCScope('offline_access');
			const grantId = await grant.save();
			const common = { accountId: ACCOUNT, client, grantId, scope: 'offline_access' };
			const gty = 'authorization_code';
			const accessToken = new running.AccessToken({ ...common, gty });
			const refreshToken = new running.RefreshToken({ ...common, gty, expiresWithSession: false });
			return { access_token: await accessToken.save(), refresh_token: await refreshToken.save() };
		},
		expireAccessTokens() {
			for (const jti of issued) refused.add(jti);
		},
		async revokeGrants() {
			for (const jti of grants) await (await running.Grant.find(jti))?.destroy();
		},
		async close() {
			app.server.closeAllConnections();
			await app.close();
		},
	};
}

/** What the provider says about a request. */
interface ProviderContext {
	oidc?: { params?: Record<string, unknown> };
	headers?: Record<string, string>;
}

/** Notes what was sent, also what the provider refuses: it takes each token once, and revokes the grant after that. */
function watchTokenRequests(
	provider: Provider,
): Pick<OAuthServer, 'tokenRequests' | 'refreshTokenUses'> {
	const tokenRequests: RecordedTokenRequest[] = [];
	const refreshTokenUses = new Map<string, number>();
	const note = (ctx: unknown, error?: Error) => {
		const { oidc, headers } = ctx as ProviderContext;
		const { grant_type: grantType = '', refresh_token: token } = oidc?.params ?? {};
		tokenRequests.push({
			grantType: String(grantType),
			authMethod: headers?.authorization === undefined ? 'body' : 'header',
			ok: error === undefined,
			...(error !== undefined && { error: error.message }),
		});
		if (typeof token !== 'string') return;
		const digest = createHash('sha256').update(token).digest('hex');
		refreshTokenUses.set(digest, (refreshTokenUses.get(digest) ?? 0) + 1);
	};
	provider.on('grant.success', (ctx) => note(ctx));
	provider.on('grant.error', note);
	return { tokenRequests, refreshTokenUses };
}
