import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { resources } from '../../../nodes/EnergyProjects/actions/resources.ts';
import { listBody } from '../../shared.mts';
import { collections } from '../../integration/harness/samples/sampleWrites.mts';
import { runOperation } from './fakeRun.mts';

// n8n hands over only filters that the node has. An item that is made in another way, such as by a program that calls the
// node, may hold anything.

const getMany = (resource: string) => {
	const found = resources
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === 'getAll');
	if (found === undefined) throw new Error(`There is no list of ${resource}s`);
	return found;
};
const list = async (resource: 'project' | 'customer', filters: unknown, emptyFilter = 'fail') =>
	await runOperation(
		getMany(resource),
		[{ filters, options: { emptyFilter }, returnAll: true } as IDataObject],
		() => listBody(collections[resource], []),
	);

const unknown: ReadonlyArray<[string, object]> = [
	['stauts', { stauts: 'inProgress' }],
	['toString', { toString: 'inProgress' }],
	['constructor', { constructor: { status: 'inProgress' } }],
	['__proto__', JSON.parse('{"__proto__": {"status": "inProgress"}}') as object],
];

describe.each(unknown)('a filter "%s", which does not exist', (name, filters) => {
	it.each(['project', 'customer'] as const)(
		'of %ss is an error that names it',
		async (resource) => {
			await expect(list(resource, filters)).rejects.toThrow(`There is no such filter: ${name}`);
		},
	);

	it('filters nothing where Empty Filter is Ignore', async () => {
		const [[, query]] = (await list('project', filters, 'ignore')).sent;
		expect(query).not.toHaveProperty('status');
		expect(Object.keys(query ?? {})).not.toContain(name);
	});
});

describe('a name that every object knows', () => {
	it.each(['toString', 'constructor', '__proto__', 'hasOwnProperty'])(
		'is no value of a filter: %s',
		async (value) => {
			for (const name of ['status', 'isLead', 'customerId', 'updatedAfter']) {
				await expect(list('project', { [name]: value })).rejects.toThrow(`"${value}" is`);
			}
		},
	);

	it('is no filter that was added: a filter must be a key of its own', async () => {
		const [[, query]] = (await list('project', Object.create({ status: 'archived' }))).sent;
		expect(query).not.toHaveProperty('status');
	});
});

it.each<[string, unknown]>([
	['a function', () => 'archived'],
	['a filter that is a function', { status: () => 'archived' }],
	['a text', 'toString'],
	['a list', ['status']],
	['a number', 5],
])('%s in place of the filters is an error that says what to do', async (_, filters) => {
	for (const emptyFilter of ['fail', 'ignore']) {
		await expect(list('project', filters, emptyFilter)).rejects.toThrow(
			'The whole value of "Filters" is an expression',
		);
	}
});
