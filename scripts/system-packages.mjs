// What the end-to-end tests need besides Node.js: a browser, the parts of queue mode, two proxies, and certificates.
// `node scripts/system-packages.mjs` installs what is missing, on Debian and its relatives. Built-in modules only.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const wanted = {
	chromium: '/usr/bin/chromium',
	'redis-server': '/usr/bin/redis-server',
	postgresql: '/usr/lib/postgresql',
	nginx: '/usr/sbin/nginx',
	caddy: '/usr/bin/caddy',
	openssl: '/usr/bin/openssl',
};

const missing = Object.entries(wanted)
	.filter(([, path]) => !existsSync(path))
	.map(([name]) => name);
if (missing.length > 0) {
	console.log(`Installing ${missing.join(', ')} …`);
	try {
		execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
		const options = ['install', '-y', '-qq', '--no-install-recommends'];
		execFileSync('apt-get', [...options, ...missing], { stdio: 'ignore' });
	} catch {
		console.log('Could not install them: the tests that need them will say so.');
	}
}
