import { expect, it } from 'vitest';
import { sortProjects } from '../../../nodes/EnergyProjects/lists/sorting.ts';

it('projects are sorted by the moment of their creation, in whatever form the service writes it', () => {
	const inOrder = [
		'2026-03-01T10:00:00Z',
		'2026-03-01T10:00:00.500Z',
		'2026-03-01T12:00:01+02:00',
		'2026-03-01T10:00:02.000Z',
	].map((createdAt) => ({ createdAt }));
	expect(sortProjects([...inOrder].reverse())).toEqual(inOrder);
	expect(sortProjects([...inOrder], 'created_at', 'desc')).toEqual([...inOrder].reverse());
});
