import { expect, it } from 'vitest';
import { eventKinds as known } from '../../../nodes/EnergyProjects/service/eventKinds.ts';
import { eventKinds as sent } from '../../../sandbox/service/records.mts';

it('the kinds of events are those that the service sends', () => {
	expect(known.map(({ value }) => value).sort()).toEqual([...sent].sort());
});
