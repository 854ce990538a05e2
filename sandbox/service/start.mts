import fastify from 'fastify';
import { serveApi } from './api.mts';
import type { RecordedRequest } from './api.mts';
import { serveCommands, servePages, serveTestEvents } from './control.mts';
import { unknownRoute } from './differences.mts';
import type { Differences } from './differences.mts';
import { Faults } from './faults.mts';
import { keepIn, savedIn } from './kept.mts';
import { acceptForms, listenOn } from './listen.mts';
import { startOAuthServer } from './oauth.mts';
import type { OAuthServer } from './oauth.mts';
import { RateLimiter } from './rateLimit.mts';
import type { Company } from './records.mts';
import { addCompanies, addDemoData } from './seed.mts';
import { Store } from './store.mts';
import { WebhookSender } from './webhooks.mts';
import type { SenderOptions } from './webhooks.mts';

export interface ServiceOptions extends Partial<Omit<SenderOptions, 'signatureHeader'>> {
	/** 0 (default) for any free port. */
	port?: number;
	authPort?: number;
	/** Which data the service has at the start. */
	seed?: 'demo' | 'empty';
	accessTokenSeconds?: number;
	redirectUris?: readonly string[];
	keepRequests?: number;
	/** How it differs from its description; the default is not at all. */
	differences?: Differences;
	/** Where the log-ins are kept from one start to the next; without it they end with the process. */
	loginsFile?: string;
	/** The same for records and webhooks; where it exists, it takes the place of the seed. */
	recordsFile?: string;
}

export interface RunningService extends Omit<OAuthServer, 'isValid' | 'close'> {
	/** Without a trailing slash. */
	baseUrl: string;
	company: Company;
	otherCompany: Company;
	oAuth2: { clientId: string; clientSecret: string };
	login: { email: string; password: string };
	requests: RecordedRequest[];
	faults: Faults;
	rateLimiter: RateLimiter;
	store: Store;
	webhooks: WebhookSender;
	close(): Promise<void>;
}

const oAuth2 = { clientId: 'n8n-demo', clientSecret: 'demo-client-secret-0123456789' };
const login = { email: 'demo@nordlicht.example', password: 'demo-password' };

/** Starts the local service: API, settings page, authorization server and webhook sender, on this machine only. */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
	const { differences = {} } = options;
	const store = new Store();
	addCompanies(store);
	const [company, otherCompany] = store.companies;
	const saved = savedIn(options.recordsFile);
	if (saved !== undefined) store.restore(saved.store);
	else if (options.seed !== 'empty') {
		addDemoData(store, company);
		addDemoData(store, otherCompany, 3);
	}
	// Created after the data, so that the data itself causes no events.
	const webhooks = new WebhookSender(store, {
		debounceMs: options.debounceMs ?? 2_000,
		retryDelaysMs: options.retryDelaysMs ?? [1_000, 5_000, 30_000, 120_000, 600_000],
		timeoutMs: options.timeoutMs ?? 30_000,
		maxParallelDeliveries: options.maxParallelDeliveries ?? 20,
		signatureHeader: differences.signatureHeader,
	});
	webhooks.restore(saved?.webhooks ?? []);
	const saveLast = options.recordsFile && keepIn(options.recordsFile, store, webhooks);
	const oAuthServer = await startOAuthServer({
		port: options.authPort ?? 0,
		accessTokenSeconds: options.accessTokenSeconds ?? 300,
		redirectUris: options.redirectUris ?? ['http://localhost:5678/rest/oauth2-credential/callback'],
		client: oAuth2,
		login,
		...(options.loginsFile !== undefined && { loginsFile: options.loginsFile }),
	});
	const faults = new Faults();
	const rateLimiter = new RateLimiter();
	const app = fastify({ bodyLimit: 16 * 1024 * 1024 });
	const requests = await serveApi(app, {
		store,
		differences,
		faults,
		rateLimiter,
		keepRequests: options.keepRequests ?? 50_000,
		companyOfToken: async (token) => ((await oAuthServer.isValid(token)) ? company : undefined),
	});
	serveCommands(app, store, differences.signatureHeader);
	// Only the pages accept forms: the API accepts JSON.
	await app.register(async (pages) => {
		acceptForms(pages);
		servePages(pages, store, webhooks);
		serveTestEvents(pages, store, differences.signatureHeader);
	});
	app.setNotFoundHandler(({ method, url }, reply) => {
		const { status, body } = unknownRoute(differences.errors, method, url);
		if (typeof body === 'string') void reply.type('text/html');
		return reply.code(status).send(body);
	});
	const baseUrl = await listenOn(app, options.port ?? 0).catch(async (error: unknown) => {
		await oAuthServer.close();
		throw error;
	});

	return {
		...oAuthServer,
		...{ baseUrl, company, otherCompany, oAuth2, login },
		...{ requests, faults, rateLimiter, store, webhooks },
		async close() {
			if (saveLast) saveLast();
			webhooks.close();
			await oAuthServer.close();
			app.server.closeAllConnections();
			await app.close();
		},
	};
}
