import type { INodeProperties } from 'n8n-workflow';
import { expect, it } from 'vitest';
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
