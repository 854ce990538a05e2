import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiRecord } from '../../../sandbox/service/records.mts';
import { recordsOf } from '../../shared.mts';
import { filesOf } from '../harness/files.mts';
import type { HandedFile } from '../harness/files.mts';
import { projectsRead } from '../harness/projectsRead.mts';
import type { Stack } from '../harness/stack.mts';

const ID = 'EnergyHeatSheet1';
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
		const open = async (projectId: string) => {
			await page.setContent(String(sheets.get(projectId)?.content ?? ''));
		};
		const shown = async (field: string) =>
			(await page.locator(`[data-field="${field}"]`).first().innerText()).replaceAll('\u00a0', ' ');
		let hostile: ApiRecord;

		beforeAll(async () => {
			const { service, rest } = stack();
			hostile = inProgress().find(({ isLead }) => isLead !== true) ?? inProgress()[0];
			service.store.edit('project', hostile.id, {
				name: HOSTILE,
				heatingCircuits: [{ id: '1', name: HOSTILE, flowTemperature: 0, index: 0 }],
			});
			const execution = await rest.run(ID, 'Print now');
			expect(execution.errors).toEqual({});
			const files = await filesOf(stack(), execution, 'Draw the sheets');
			execution.outputs['Draw the sheets'][0].forEach(({ json }, index) => {
				sheets.set(String(json.id), files[index]);
			});
			page = await newPage();
		});

		it('is one HTML file for each project in progress', () => {
			const ids = inProgress().map(({ id }) => id);
			expect([...sheets.keys()].sort()).toEqual(ids.sort());
			const files = [...sheets.values()];
			expect(new Set(files.map(({ fileName }) => fileName)).size).toBe(files.length);
			for (const { fileName, mimeType } of files) {
				expect(fileName).toMatch(/^heat-load-[A-Za-z0-9-]+\.html$/);
				expect(mimeType).toBe('text/html');
			}
		});

		it('shows what the service has: heat load, W/m², temperatures, sizing; and what it lacks as missing', async () => {
			const number = (value: number) => value.toLocaleString('en-GB', { maximumFractionDigits: 2 });
			const as = (value: unknown, unit: string) =>
				typeof value === 'number' ? `${number(value)} ${unit}` : MISSING;
			let withoutLoad = 0;
			for (const project of await projectsRead(stack(), '&status=inProgress')) {
				await open(String(project.id));
				const load = project.buildingHeatLoadKw;
				const area = project.heatedLivingAreaM2;
				const perM2 =
					typeof load === 'number' && typeof area === 'number'
						? Math.round((load * 10_000) / area) / 10
						: null;
				const sizing = (project.heatPumpSizing ?? {}) as Record<string, unknown>;
				expect(await shown('name')).toBe(project.name);
				expect(await shown('buildingHeatLoadKw')).toBe(as(load, 'kW'));
				expect(await shown('wattPerM2')).toBe(as(perM2, 'W/m²'));
				expect(await shown('heatedLivingAreaM2')).toBe(as(area, 'm²'));
				expect(await shown('sizing.heatPumpStandardOutputKw')).toBe(
					as(sizing.heatPumpStandardOutputKw, 'kW'),
				);
				expect(await shown('sizing.bivalencePoint')).toBe(as(sizing.bivalencePoint, '°C'));
				const circuits = project.heatingCircuits as Array<Record<string, unknown>>;
				const temperatures = await page.locator('tr[data-circuit] td').allInnerTexts();
				expect(temperatures.map((text) => text.replaceAll('\u00a0', ' '))).toEqual(
					circuits.flatMap(({ flowTemperature, returnTemperature }) => [
						as(flowTemperature, '°C'),
						as(returnTemperature, '°C'),
					]),
				);
				if (load !== null) continue;
				withoutLoad++;
				expect(await page.locator('.list').innerText()).toContain('Gebäudeheizlast');
				expect(await page.locator('svg').first().textContent()).not.toContain('0 kW');
			}
			expect(withoutLoad).toBeGreaterThan(0);
		});

		it('runs nothing and loads nothing, whatever a project is called', async () => {
			const requests: string[] = [];
			page.on('request', (request) => requests.push(request.url()));
			await open(hostile.id);
			expect(await shown('name')).toBe(HOSTILE);
			expect(await page.locator('script, img').count()).toBe(0);
			expect(await page.title()).toMatch(/^Heat-load sheet/);
			expect(await page.locator('tr[data-circuit] th').innerText()).toBe(HOSTILE);
			expect(requests).toEqual([]);
		});

		it('fits on one page of paper', async () => {
			const usual = inProgress().filter(({ id }) => id !== hostile.id);
			const [lead] = usual.filter(({ isLead }) => isLead === true);
			for (const project of [...usual.slice(0, 2), lead]) {
				await open(project.id);
				const pdf = await page.pdf({ preferCSSPageSize: true });
				expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
			}
		});
	});
