import readExcelFile from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { recordsOf } from '../../shared.mts';
import { filesOf } from '../harness/files.mts';
import { projectsRead } from '../harness/projectsRead.mts';
import type { Stack } from '../harness/stack.mts';

/** The spreadsheet, opened by a library that has nothing to do with the one n8n writes it with. */
export const nightlyExportExample = (stack: () => Stack) =>
	describe('nightly export of all projects', () => {
		it('holds every project in a row of an Excel file, as the service has it', async () => {
			const { service, rest } = stack();
			const [first] = recordsOf(service, 'project');
			service.store.edit('project', first.id, {
				name: '=HYPERLINK("http://mail.example")',
				projectValue: 0,
			});
			const execution = await rest.run('EnergyNightly001', 'Every night');
			expect(execution.errors).toEqual({});
			const [file] = await filesOf(stack(), execution, 'Make the Excel file');
			expect(file.fileName).toMatch(/^projects-\d{4}-\d\d-\d\d\.xlsx$/);
			const [{ data: rows }] = await readExcelFile(file.content);
			const [headings, ...lines] = rows;
			const found = lines.map((line) =>
				Object.fromEntries(headings.map((heading, index) => [String(heading), line[index]])),
			);
			const read = await projectsRead(stack());
			const customers = service.store.customers;
			expect(found).toEqual(
				read.map((project) => {
					const customer = customers.get(String(project.customerId));
					const address = project.address as { city?: string } | null;
					const sizing = project.heatPumpSizing as { heatPumpStandardOutputKw: number } | null;
					const orEmpty = (value: unknown) => value ?? null;
					return {
						Number: orEmpty(project.humanId),
						Project: project.name,
						Status: project.status,
						Enquiry: orEmpty(project.isLead),
						Customer: customer
							? `${String(customer.firstName)} ${String(customer.lastName)}`
							: null,
						City: orEmpty(address?.city),
						'Installation date': orEmpty(project.installationDate),
						'Project value': orEmpty(project.projectValue),
						'Heated living area (m²)': orEmpty(project.heatedLivingAreaM2),
						'Building heat load (kW)': orEmpty(project.buildingHeatLoadKw),
						'Heat pump output (kW)': orEmpty(sizing?.heatPumpStandardOutputKw),
						Feasibility: orEmpty(project.technicalFeasibilityAssesment),
						'Last change': project.updatedAt,
						ID: project.id,
					};
				}),
			);
			expect(found.find(({ ID }) => ID === first.id)?.['Project value']).toBe(0);
			expect(found.some((line) => line['Project value'] === null)).toBe(true);
		});
	});
