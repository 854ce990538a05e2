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

it('the webhook trigger offers filters by the record only where it is fetched', () => {
	expect(needingFetchRecord(triggerProperties)).toEqual([
		'isLead',
		'technicalFeasibilityAssesment',
	]);
});

it('the polling trigger has the record, and offers the same filters always', () => {
	expect(filtersOf(pollingProperties).map(({ name }) => name)).toEqual(
		filtersOf(triggerProperties).map(({ name }) => name),
	);
	expect(filtersOf(pollingProperties).some(({ displayOptions }) => displayOptions)).toBe(false);
});
