import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import {
	eventFits,
	toEventFilters,
	recordFits,
} from '../../../nodes/EnergyProjects/events/eventFilters.ts';
import { chosenKinds } from '../../../nodes/EnergyProjects/service/eventKinds.ts';

const [edited] = chosenKinds(['project.edited']);

const ASSESSMENT = 'technicalFeasibilityAssesment';

describe('filters that an expression made', () => {
	const none = { status: [], isLead: 'any', [ASSESSMENT]: [] };

	it.each([{}, { status: [null, ''], isLead: '', [ASSESSMENT]: ' , ' }])('%j: none', (value) => {
		expect(toEventFilters(value)).toEqual(none);
	});

	it.each([
		['status', ['In Progress, ARCHIVED', 'completed'], ['inProgress', 'archived', 'completed']],
		['isLead', 'only leads', 'leads'],
		['isLead', ' FALSE ', 'projects'],
		['isLead', 'leads, projects', 'any'],
		[ASSESSMENT, ['NotFeasible', 'Not Started'], ['notFeasible', 'notStarted']],
	])('may be what the screen shows, in any letter case: %s %j is %j', (name, value, meant) => {
		expect(toEventFilters({ [name]: value })).toEqual({ ...none, [name]: meant });
	});

	it.each<[value: IDataObject, name: string, text: string, choice: string]>([
		[{ status: 5 }, 'filter status', '5', 'inProgress'],
		[{ status: ['archived', 'Done'] }, 'filter status', 'Done', 'completed'],
		[{ [ASSESSMENT]: { a: 1 } }, `filter ${ASSESSMENT}`, '{"a":1}', 'notStarted'],
	])('must exist: %j', (value, name, text, choice) => {
		for (const part of [name, text, choice]) {
			expect(() => toEventFilters(value)).toThrow(part);
		}
	});

	it('are compared with anything without failing', () => {
		const filters = toEventFilters({ status: 'archived', isLead: 'leads' });
		fc.assert(
			fc.property(fc.jsonValue(), (data) => {
				const record = { [ASSESSMENT]: data, isLead: data } as IDataObject;
				eventFits(filters, { project: data } as IDataObject);
				eventFits(filters, { project: { status: data } } as IDataObject);
				recordFits(filters, edited, record);
			}),
		);
	});
});
