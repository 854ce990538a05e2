import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { recordsOf } from '../../shared.mts';
import { filesOf } from '../harness/files.mts';
import type { HandedFile } from '../harness/files.mts';
import type { Stack } from '../harness/stack.mts';

const HOSTILE =
	'<script>document.title="caught"</script><img src="http://127.0.0.1:9/x" onerror="document.title=1"> & "Söhne"';
const MISSING = 'missing · fehlt';

/** The heat-load sheets, looked at in a real browser. */
export const heatLoadSheetExample = (stack: () => Stack, newPage: () => Promise<Page>) =>
	describe('heat-load sheet', () => {
		let page: Page;
		const sheets = new Map<string, HandedFile>();
		const inProgress = () =>
			recordsOf(stack().service, 'project').filter(({ status }) => status === 'inProgress');
		const open = async (projectId: string) =>
			await page.setContent(String(sheets.get(projectId)?.content ?? ''));
		const texts = async (selector: string) =>
			(await page.locator(selector).allInnerTexts()).map((text) => text.replaceAll('\u00a0', ' '));
		const shown = async (field: string) => (await texts(`[data-field="${field}"]`))[0];
		let hostile: string;

		beforeAll(async () => {
			const { service, rest } = stack();
			hostile = (inProgress().find(({ isLead }) => isLead !== true) ?? inProgress()[0]).id;
			const heatingCircuits = [{ id: '1', name: HOSTILE, flowTemperature: 0, index: 0 }];
			service.store.edit('project', hostile, { name: HOSTILE, heatingCircuits });
			const execution = await rest.run('EnergyHeatSheet1', 'Print now');
			expect(execution.errors).toEqual({});
			const files = await filesOf(stack(), execution, 'Draw the sheets');
			execution.outputs['Draw the sheets'][0].forEach(({ json }, index) => {
				sheets.set(String(json.id), files[index]);
			});
			page = await newPage();
		});

		it('is one HTML file for each project in progress', () => {
			expect(new Set(sheets.keys())).toEqual(new Set(inProgress().map(({ id }) => id)));
			const names = [...sheets.values()].map(({ fileName }) => fileName);
			expect(new Set(names).size).toBe(names.length);
			for (const name of names) expect(name).toMatch(/^heat-load-[A-Za-z0-9-]+\.html$/);
		});

		it('shows what the service has, and what it lacks as missing, never as 0', async () => {
			const as = (value: unknown, unit: string) =>
				typeof value === 'number'
					? `${value.toLocaleString('de-DE', { maximumFractionDigits: 2 })} ${unit}`
					: MISSING;
			const loads = new Set<boolean>();
			for (const project of inProgress()) {
				await open(project.id);
				const { buildingHeatLoadKw: load, heatedLivingAreaM2: area } = project;
				const sizing = (project.heatPumpSizing ?? {}) as Record<string, unknown>;
				const circuits = project.heatingCircuits as Array<Record<string, unknown>>;
				expect(await shown('name')).toBe(project.name);
				expect(await shown('buildingHeatLoadKw')).toBe(as(load, 'kW'));
				expect(await shown('heatedLivingAreaM2')).toBe(as(area, 'm²'));
				expect(await shown('sizing.bivalencePoint')).toBe(as(sizing.bivalencePoint, '°C'));
				expect(await texts('tr[data-circuit] td')).toEqual(
					circuits.flatMap(({ flowTemperature, returnTemperature }) => [
						as(flowTemperature, '°C'),
						as(returnTemperature, '°C'),
					]),
				);
				loads.add(typeof load === 'number');
				if (typeof load === 'number') continue;
				expect(await page.locator('.list').innerText()).toContain('Gebäudeheizlast');
				expect(await page.locator('svg').first().textContent()).not.toContain('0 kW');
			}
			expect(loads.size).toBe(2);
		});

		it('runs nothing and loads nothing, whatever a project is called', async () => {
			const requests: string[] = [];
			page.on('request', (request) => requests.push(request.url()));
			await open(hostile);
			expect(await shown('name')).toBe(HOSTILE);
			expect(await texts('tr[data-circuit] th')).toEqual([HOSTILE]);
			expect(await page.locator('script, img').count()).toBe(0);
			expect(await page.title()).toMatch(/^Heat-load sheet/);
			expect(requests).toEqual([]);
		});

		it('fits on one page of paper', async () => {
			const usual = inProgress().filter(({ id }) => id !== hostile);
			for (const project of usual.slice(0, 2)) {
				await open(project.id);
				const pdf = await page.pdf({ preferCSSPageSize: true });
				expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
			}
		});
	});
