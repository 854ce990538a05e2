import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, selectors } from 'playwright-core';
import type { INode } from 'n8n-workflow';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { root } from '../../../sandbox/n8n/paths.mts';
import type { N8nRest } from '../../../sandbox/n8n/rest.mts';
import type { Stack } from './stack.mts';

const EXECUTABLES = [
	process.env.CHROMIUM ?? '',
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
];
const OFF = ['gpu', 'quic', 'background-networking', 'component-update', 'sync'];
const ARGS = ['--no-sandbox', '--no-first-run', ...OFF.map((name) => `--disable-${name}`)];

const VIEWPORT = { width: 1500, height: 950 };

/**
 * A browser that is logged in to n8n, for the tests of one file. Its pages share a cache, or each would load and compile
 * the whole editor again. Each starts with nothing stored.
 */
export function useBrowser(stack: () => Stack): () => Promise<Page> {
	let context: BrowserContext | undefined;
	const profile = mkdtempSync(join(tmpdir(), 'energy-projects-browser-'));
	beforeAll(async () => {
		const executablePath = EXECUTABLES.find((path) => path !== '' && existsSync(path));
		if (executablePath === undefined) {
			throw new Error('No Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM');
		}
		selectors.setTestIdAttribute('data-test-id');
		context = await chromium.launchPersistentContext(profile, {
			...{ executablePath, args: ARGS, viewport: VIEWPORT },
			// What moves takes time, and more of it if several editors are open.
			reducedMotion: 'reduce',
		});
		await context.addInitScript(startEmpty);
		// The first page reads and compiles all of the editor, beside other n8ns.
		context.setDefaultTimeout(60_000);
	});
	afterAll(async () => {
		await context?.close();
		rmSync(profile, { recursive: true, force: true });
	});
	return async () => {
		if (context === undefined) throw new Error('The browser has not started');
		const [name = '', value = ''] = stack().rest.cookies.split('=');
		await context.addCookies([{ name, value, url: stack().n8n.url }]);
		return await context.newPage();
	};
}

/**
 * The editor of n8n in one page for the tests of one file: loading it takes ten times as long as opening a workflow.
 *
 * @returns what opens a workflow there
 */
export function useEditor(stack: () => Stack) {
	const newPage = useBrowser(stack);
	let page: Page | undefined;
	return async (id: string, size = VIEWPORT): Promise<Page> => {
		page ??= await newPage();
		await page.setViewportSize(size);
		await goToWorkflow(page, stack(), id);
		return page;
	};
}

/** Runs in the page. A tab keeps its session storage when it loads again, and hands it to the windows that it opens. */
function startEmpty(): void {
	if (sessionStorage.getItem('started') === null) localStorage.clear();
	sessionStorage.setItem('started', 'yes');
	// n8n ties a log-in to the browser it was made in.
	localStorage.setItem('n8n-browserId', 'sandbox');
}

/** Opens a workflow and waits until its nodes are drawn. */
export async function openWorkflow(page: Page, { n8n, rest }: Stack, id: string): Promise<void> {
	await page.goto(`${n8n.url}/workflow/${id}`);
	await settle(page, await nodeIds(rest, id));
}

/**
 * Goes on to another workflow in the same page. If the editor loses the way, or a test that failed has left something
 * in it, the workflow is opened after all.
 */
async function goToWorkflow(page: Page, stack: Stack, id: string): Promise<void> {
	const isEditor = page.url().startsWith(stack.n8n.url);
	const goneOn = isEditor ? goOn(page, stack, id) : Promise.reject(new Error('No editor yet'));
	await goneOn.catch(async () => await openWorkflow(page, stack, id));
}

async function goOn(page: Page, stack: Stack, id: string): Promise<void> {
	await follow(page, '/home/workflows');
	const leave = page.getByRole('button', { name: 'Leave without saving' });
	// Until then a way that is followed gets lost.
	const hasArrived = page.getByTestId('resources-list-wrapper').waitFor({ timeout: 20_000 });
	await Promise.race([hasArrived, leave.click().catch(() => undefined)]);
	await hasArrived;
	await follow(page, `/workflow/${id}`);
	await settle(page, await nodeIds(stack.rest, id), 5_000);
}

/** Goes on to another page of the editor without loading it again. */
export const follow = async (page: Page, path: string) =>
	await page.evaluate((to) => {
		history.pushState({}, '', to);
		dispatchEvent(new PopStateEvent('popstate', { state: {} }));
	}, path);

async function nodeIds(rest: N8nRest, id: string): Promise<string[]> {
	const { nodes } = await rest.call<{ nodes: INode[] }>('GET', `/rest/workflows/${id}`);
	return nodes.map((node) => node.id);
}

/** All of this workflow is in the picture, and nothing moves any more. */
async function settle(page: Page, ids: string[], timeout?: number): Promise<void> {
	const drawn = async () =>
		await page
			.locator('.vue-flow__node')
			.evaluateAll((nodes) => nodes.map((node) => node.getAttribute('data-id')));
	await expect.poll(drawn, { timeout }).toEqual(expect.arrayContaining(ids));
	await page.getByTestId('zoom-to-fit').click({ timeout });
	await page.waitForTimeout(600);
}

/** A node on the canvas: the box itself, not the handles around it. */
const nodeOf = (page: Page, name: string) =>
	page
		.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`)
		.locator('[data-test-id="canvas-trigger-node"], [data-test-id="canvas-default-node"]')
		.first();

/** Opens the panel of a node. */
export async function openNode(page: Page, name: string): Promise<void> {
	await nodeOf(page, name).dblclick();
	await page.getByTestId('node-parameters').waitFor();
	await page.waitForTimeout(600);
}

/** With `npm run screenshots` the pictures of the documents are made again. */
export async function picture(page: Page, name: string): Promise<void> {
	const isUpdate = process.env.UPDATE_SCREENSHOTS === '1';
	const folder = isUpdate ? join(root, '.github', 'images') : join(root, 'test-results');
	mkdirSync(folder, { recursive: true });
	await page.screenshot({ path: join(folder, `${name}.png`) });
}
