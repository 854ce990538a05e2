import { describe, expect, it } from 'vitest';
import { MAX_PAGE_SIZE } from '../../../nodes/EnergyProjects/service/endpoints.ts';
import { projectResource } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { pathOf } from '../../../sandbox/service/description.mts';
import { description, endpoints, schemaNamed } from './description.mts';
import type { DescribedOperation } from './description.mts';
import { eventKinds as known } from '../../../nodes/EnergyProjects/service/eventKinds.ts';
import { customerEvent, projectEvent } from '../webhook/fixtures.mts';
import { eventKinds as sent } from '../../../sandbox/service/records.mts';
import { says } from '../../documents.mts';

const { sortKeys } = projectResource.list;

const METHODS = ['get', 'post', 'patch', 'put', 'delete'];
const operations = Object.entries(description.paths).flatMap(([path, item]) =>
	Object.entries(item)
		.filter(([method]) => METHODS.includes(method))
		.map(([method, operation]) => ({ path, method, operation: operation as DescribedOperation })),
);

it('the endpoints are the operations of the service, with the same marks of what is assumed', () => {
	const described = operations.map(({ path, method, operation }) => {
		const basis = operation['x-assumed'] === undefined ? 'documented' : 'assumed';
		return `${method.toUpperCase()} ${path} ${basis}`;
	});
	const known = endpoints.map(({ method, path, basis }) => `${method} ${path} ${basis}`);
	expect(known.sort()).toEqual(described.sort());
});

describe('lists', () => {
	it('are read with the largest page that the service allows', () => {
		says('docs/maintainers/assumptions.md', '`page`, `limit` (up to 100)');
		expect(MAX_PAGE_SIZE).toBe(schemaNamed('Limit').maximum);
	});

	it('of projects can be sorted by what the service sorts by', () => {
		const sortBy = description.paths[pathOf('listProjects')]?.get?.parameters?.find(
			({ name }) => name === 'sortBy',
		);
		expect(Object.keys(sortKeys).sort()).toEqual([...(sortBy?.schema.enum ?? [])].sort());
	});
});

it.each([
	['project', projectEvent.data.project],
	['customer', customerEvent.data.customer],
])('each event about a %s carries what is documented, beside its dates', (noun, sent) => {
	const names = Object.keys(sent).filter((name) => !name.endsWith('_at'));
	const carried = known.flatMap(({ subject, carries }) => (subject.noun === noun ? [carries] : []));
	const camelCase = names.map((name) =>
		name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
	);
	expect(carried).toEqual([camelCase, camelCase, camelCase]);
});

it('the kinds of events are those that the service sends', () => {
	expect(known.map(({ value }) => value).sort()).toEqual([...sent].sort());
});
