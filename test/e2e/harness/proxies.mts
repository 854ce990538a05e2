import getPort from 'get-port';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../../sandbox/n8n/paths.mts';

export interface RunningProxy {
	url: string;
	close(): Promise<void>;
}

/** The configuration people are given, with free ports of this machine in it. */
function configuration(file: string, listen: string, n8nPort: number): string {
	const text = readFileSync(join(root, 'docs', 'proxy', file), 'utf8');
	return text
		.replaceAll('127.0.0.1:5678', `127.0.0.1:${n8nPort}`)
		.replace(...listenIn(file, listen));
}

const listenIn = (file: string, listen: string): [RegExp, string] =>
	file === 'Caddyfile' ? [/^:80 /m, `http://${listen} `] : [/listen 80;/, `listen ${listen};`];

/** The rest of nginx's configuration, which a distribution brings along. */
const nginxMain = (folder: string, site: string) => `
daemon off;
worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${folder}/pid;
error_log ${folder}/error.log;
events {}
http {
	access_log off;
	client_body_temp_path ${folder}/body;
	proxy_temp_path ${folder}/proxy;
	fastcgi_temp_path ${folder}/fastcgi;
	uwsgi_temp_path ${folder}/uwsgi;
	scgi_temp_path ${folder}/scgi;
${site}
}`;

export const proxyNames = ['nginx', 'Caddy'] as const;
type ProxyName = (typeof proxyNames)[number];

export const programs: Record<ProxyName, string> = {
	nginx: '/usr/sbin/nginx',
	Caddy: '/usr/bin/caddy',
};

/** Starts a proxy with its configuration from docs/proxy, in a folder of its own. */
export async function startProxy(name: ProxyName, n8nPort: number): Promise<RunningProxy> {
	if (!existsSync(programs[name]))
		throw new Error(`${name} is missing (on Debian: apt-get install nginx caddy)`);
	const listen = `127.0.0.1:${await getPort()}`;
	const url = `http://${listen}`;
	const isUp = async () => await answers(url);
	if (name === 'nginx') {
		const site = configuration('nginx.conf', listen, n8nPort);
		return { url, ...(await startNginx(() => site, isUp)) };
	}
	const folder = mkdtempSync(join(tmpdir(), 'energy-projects-proxy-'));
	const file = join(folder, 'configuration');
	const own = '{\n\tadmin off\n}\n';
	writeFileSync(file, `${own}${configuration('Caddyfile', listen, n8nPort)}`);
	const args = ['run', '--config', file, '--adapter', 'caddyfile'];
	return { url, ...(await start(name, folder, args, isUp)) };
}

/**
 * Starts nginx in a folder of its own.
 *
 * @param siteIn what it serves; gets the folder, for the files it needs
 * @param isUp whether it answers
 */
export async function startNginx(
	siteIn: (folder: string) => string,
	isUp: () => Promise<boolean>,
): Promise<Pick<RunningProxy, 'close'>> {
	const folder = mkdtempSync(join(tmpdir(), 'energy-projects-proxy-'));
	const file = join(folder, 'configuration');
	writeFileSync(file, nginxMain(folder, siteIn(folder)));
	const args = ['-p', folder, '-e', join(folder, 'error.log'), '-c', file];
	return await start('nginx', folder, args, isUp);
}

async function start(
	name: ProxyName,
	folder: string,
	args: readonly string[],
	isUp: () => Promise<boolean>,
): Promise<Pick<RunningProxy, 'close'>> {
	const child = spawn(programs[name], args, {
		env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
		stdio: ['ignore', 'ignore', 'pipe'],
	});
	let output = '';
	child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
	const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	for (let tries = 0; !(await isUp()); tries++) {
		if (tries > 100 || child.exitCode !== null)
			throw new Error(`${name} did not start:\n${output}`);
		await sleep(100);
	}
	return {
		async close() {
			child.kill('SIGTERM');
			await ended;
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

const answers = async (url: string) =>
	await fetch(url).then(
		async (answer) => (await answer.arrayBuffer(), true),
		() => false,
	);
