import type { INodeProperties } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { resources } from '../../../nodes/EnergyProjects/actions/resources.ts';
import { pollingProperties } from '../../../nodes/EnergyProjects/polling/parameters.ts';
import { triggerProperties } from '../../../nodes/EnergyProjects/webhook/triggerParameters.ts';

const filtersOf = (properties: readonly INodeProperties[]) =>
	(properties.find(({ name }) => name === 'filters')?.options ?? []) as INodeProperties[];

const needingFetchRecord = (properties: readonly INodeProperties[]) =>
	filtersOf(properties)
		.filter(({ displayOptions }) => displayOptions?.hide?.['/fetchRecord']?.includes('no') === true)
		.map(({ name }) => name);

it('the webhook trigger offers the filters that need the record only with Fetch Record', () => {
	expect(needingFetchRecord(triggerProperties)).toEqual([
		'isLead',
		'technicalFeasibilityAssesment',
	]);
});

it('the polling trigger always offers the same filters, since it has the record', () => {
	expect(filtersOf(pollingProperties).map(({ name }) => name)).toEqual(
		filtersOf(triggerProperties).map(({ name }) => name),
	);
	expect(filtersOf(pollingProperties).some(({ displayOptions }) => displayOptions)).toBe(false);
});

it('what the triggers filter by has the same name and form in the list of projects', () => {
	const list = resources
		.find(({ value }) => value === 'project')
		?.operations.find(({ value }) => value === 'getAll');
	const formsOf = (properties: readonly INodeProperties[]) =>
		Object.fromEntries(
			filtersOf(properties).map(({ name, displayName, type, options, default: value }) => [
				name,
				{ displayName, type, options, default: value },
			]),
		);
	const ofTriggers = formsOf(pollingProperties);
	expect(Object.keys(ofTriggers).sort()).toEqual([
		'isLead',
		'status',
		'technicalFeasibilityAssesment',
	]);
	expect(ofTriggers.status).toMatchObject({ displayName: 'Status', type: 'multiOptions' });
	expect(ofTriggers.isLead).toMatchObject({ displayName: 'Leads or Projects' });
	expect(formsOf(list?.properties ?? [])).toMatchObject(ofTriggers);
});
