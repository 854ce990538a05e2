// The local service by itself: node sandbox/service/main.mts [--port 7070] [--auth-port 7071]
import { parseArgs } from 'node:util';
import { startService } from './start.mts';

const { values } = parseArgs({
	options: {
		port: { type: 'string', default: '7070' },
		'auth-port': { type: 'string', default: '7071' },
		'redirect-uri': { type: 'string', multiple: true, default: [] },
	},
});
const service = await startService({
	port: Number(values.port),
	authPort: Number(values['auth-port']),
	...(values['redirect-uri'].length > 0 && { redirectUris: values['redirect-uri'] }),
});
console.log(`Service              ${service.baseUrl}`);
console.log(`Authorization server ${service.authUrl}`);
console.log(`API key              ${service.company.apiKey}`);
console.log(`Webhooks             ${service.baseUrl}/settings/webhooks`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.once(signal, () => void service.close().then(() => process.exit(0)));
}
