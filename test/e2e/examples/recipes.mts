import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { pathOf } from '../../../sandbox/service/description.mts';
import { page as pageAt } from '../../documents.mts';
import { byId, recordsOf } from '../../shared.mts';
import { importFilledIn } from '../harness/liveExample.mts';
import { callTable } from '../harness/otherSystems.mts';
import type { Stack } from '../harness/stack.mts';
import { action, link, of, workflow } from '../harness/workflows.mts';

const page = pageAt('docs/recipes.md');

/** A step of a recipe. */
type Step = ReturnType<typeof of> & { onError?: string };

/** n8n's Filter: a text is equal to another, whatever the letter case. */
const keep = (name: string, leftValue: string, rightValue: string): Step =>
	of('filter', 2.2, name, {
		conditions: {
			options: { caseSensitive: false, leftValue: '', typeValidation: 'strict', version: 2 },
			combinator: 'and',
			conditions: [{ leftValue, rightValue, operator: { type: 'string', operation: 'equals' } }],
		},
		options: { ignoreCase: true },
	});

const all = { resource: 'project', operation: 'getAll', returnAll: true };
const dataTable = (name: string, operation: string, more: IDataObject): Step =>
	of('dataTable', 1.1, name, {
		...{ operation, matchType: 'allConditions', options: {} },
		dataTableId: { __rl: true, mode: 'name', value: 'Project status' },
		...more,
	});
const where = (...rows: string[][]) => ({
	conditions: rows.map(([keyName, condition, keyValue]) => ({ keyName, condition, keyValue })),
});
const values = (value: IDataObject) => ({ columns: { mappingMode: 'defineBelow', value } });
const below = (step: Step, y: number): Step => ({ ...step, position: [step.position[0], y] });

/** The recipes of the documents, built of n8n's own nodes and those of this package. */
export const recipes = (stack: () => Stack) =>
	describe('the recipes', () => {
		let count = 0;
		/** Runs steps one after the other. With `branches`, the first step goes on to each of these. */
		const run = async (items: IDataObject[], steps: Step[], branches: Step[][] = []) => {
			const start = of('manualTrigger', 1, 'Start', {});
			const last = steps[steps.length - 1];
			const chains = [[start, ...steps], ...branches.map((branch) => [last, ...branch])];
			const connections: Record<string, { main: Array<Array<ReturnType<typeof link>>> }> = {};
			for (const chain of chains) {
				chain.slice(1).forEach(({ name }, index) => {
					const from = (connections[chain[index].name] ??= { main: [[]] });
					from.main[0].push(link(name));
				});
			}
			const id = `Recipe${String(++count).padStart(10, '0')}`;
			const nodes = [...new Set(chains.flat())];
			const pinData = { Start: items.map((json) => ({ json })) };
			const recipe = workflow(id, nodes, { connections, pinData });
			await stack().rest.call('POST', '/rest/workflows', recipe);
			const { errors, outputs } = await stack().rest.run(id, 'Start');
			const handedOver = (at: number) => (outputs[last.name]?.[at] ?? []).map(({ json }) => json);
			return { errors, found: handedOver(0), failed: handedOver(1) };
		};
		const projects = () => recordsOf(stack().service, 'project');
		const add = (subject: 'project' | 'customer', fields: object) => {
			const { store, company } = stack().service;
			return store.insert(subject, company.id, { address: null, ...fields });
		};
		const addCustomer = (lastName: string, email: string | null = null, more: object = {}) =>
			add('customer', { firstName: 'Ada', lastName, email, ...more }).id;
		const addProject = (fields: object) => add('project', { source: 'api', ...fields });

		it('one project for each new customer, though one is refused at first, and none twice by Retry', async () => {
			const { rest, service } = stack();
			const hours = (ago: number) => new Date(Date.now() - ago * 3_600_000).toISOString();
			const names = ['One', 'Two', 'Three', 'Has one', 'Fresh', 'Old'];
			const ids = names.map((name, index) => {
				const customerId = addCustomer(name);
				const createdAt = hours([2, 2, 300, 2, 0, 400][index]);
				Object.assign(service.store.customers.get(customerId) ?? {}, { createdAt });
				return customerId;
			});
			addProject({ name: 'Haus', customerId: ids[3] });
			const rule = { interval: [{ field: 'seconds', secondsInterval: 2 }] };
			const id = await importFilledIn(stack(), 'EnergyNewCust001', {
				switchedOn: ['Create the project'],
				parameters: { 'Every morning': { rule } },
			});
			const path = pathOf('createProject');
			service.faults.add({ method: 'POST', path, status: 422, times: 1 });
			await rest.publish(id);
			const [failed] = await stack().executions(id, 2);
			await rest.unpublish(id);
			service.faults.clear();
			expect(failed.errors['Say what was refused'].message).toMatch(/^1 projects .*\(422\)/);
			await rest.call('POST', `/rest/executions/${failed.id}/retry`, { loadWorkflow: false });
			const namesOf = (id: string) =>
				projects().flatMap((one) => (one.customerId === id ? [one.name] : []));
			const made = names.slice(0, 3).map((name) => [`Heat pump ${name}`]);
			expect(ids.map(namesOf)).toEqual([...made, ['Haus'], [], []]);
		});

		it('a report names every difference to the cent, and what only one side has, though an answer gets lost', async () => {
			const { faults, requests } = stack().service;
			const report = async () => {
				const before = requests.length;
				const { errors, outputs } = await stack().rest.run('EnergyReconcile1', 'Every Monday');
				expect(errors).toEqual({});
				const sent = requests.slice(before);
				expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
				const lists = sent.filter(({ path }) => path.includes('/projects?')).length;
				return { rows: outputs['The report'][0].map(({ json }) => json), lists };
			};
			await report();
			const [same, cent, missing] = [28_450, 28_450.01, null].map((projectValue) =>
				String(addProject({ name: 'Amount', projectValue }).humanId),
			);
			const amounts = { [same]: 28_450.001, [cent]: 28_450, 'P-9999': 12.5, 'p-9999 ': 12.5 };
			const lines = Object.entries(amounts);
			const data = lines.map(([humanId, projectValue]) => ({ humanId, projectValue }));
			const table = 'Energy Projects amounts';
			await callTable(stack(), table, 'POST', '/insert', { data, returnType: 'id' });
			const line = (id: string, result: string, ...three: Array<number | null>) => {
				const [inYourTable, inTheService, difference] = three;
				const values = { inYourTable, inTheService, difference };
				return expect.objectContaining({ humanId: id, result, ...values }) as object;
			};
			faults.add({ path: /\/projects\?/, times: 1, afterHandling: true, reset: true });
			const { rows, lists } = await report();
			const there = rows.filter(({ result }) => result === 'only in the service');
			expect(rows.filter((row) => !there.includes(row))).toEqual([
				line(cent, 'different', 28_450, 28_450.01, -0.01),
				line('P-9999', 'only in your table', 12.5, null, null),
				line('P-9999', 'twice in your table', 12.5, null, null),
			]);
			expect(there).toHaveLength(projects().length - 2);
			expect(there).toContainEqual(line(missing, 'only in the service', null, null, null));
			expect(await report()).toEqual({ rows, lists: lists - 1 });
		});

		it('14 days in one status: told once, and again until the message is sent', async () => {
			const [, steps] = page.split('## 14 days in one status\n');
			const said = (pattern: RegExp) => `=${pattern.exec(steps)?.[1]}`;
			const column = [...steps.matchAll(/`(\w+)` \((\w+)\)/g)]
				.slice(0, 4)
				.map(([, name, type]) => ({ name, type: type.toLowerCase().replace('datetime', 'date') }));
			const table = { resource: 'table', tableName: 'Project status', columns: { column } };
			expect((await run([{}], [dataTable('Make it', 'create', table)])).errors).toEqual({});

			const fields = { name: 'Long', status: 'inProgress' };
			const [long, done, gone, fresh] = [1, 2, 3, 4].map(() => addProject(fields));
			const projectId = said(/Condition: `projectId` equals `([^`]+)`/);
			const [, status, since] =
				/`status` `([^`]+)`, `since` `([^`]+)`, `told` false/.exec(steps) ?? [];
			const row = { projectId, status: `=${status}`, since: `=${since}`, told: false };
			const upsertRow = dataTable('Keep it', 'upsert', {
				...{ filters: where(['projectId', 'eq', projectId]), ...values(row) },
			});
			const events = [long, done, gone, fresh].map(({ id }) => ({
				project: { id, status: fields.status },
			}));
			expect((await run(events, [upsertRow])).errors).toEqual({});
			const data = { since: new Date(Date.now() - 15 * 86_400_000).toISOString() };
			const others = [{ columnName: 'projectId', condition: 'neq', value: fresh.id }];
			const filter = { type: 'and', filters: others };
			await callTable(stack(), 'Project status', 'PATCH', '/rows', { filter, data });
			const { store } = stack().service;
			store.edit('project', done.id, { status: 'completed' });
			store.delete('project', gone.id);

			const read = dataTable('Rows', 'get', {
				returnAll: true,
				filters: where(
					['since', 'lt', said(/`since` less than `([^`]+)`/)],
					['status', 'eq', said(/`status` equals `([^`]+)`/).slice(1)],
					['told', 'isFalse'],
				),
			});
			const get = action('Get', {
				...{ resource: 'project', operation: 'get', options: { ifNotFound: 'emptyItem' } },
				projectId: byId(said(/By ID: `([^`]+)`, \*\*If Not Found/)),
			});
			const stillThere = keep('Still', said(/\*\*Filter\*\*: `([^`]+)`/), fields.status);
			const tell = dataTable('Told', 'update', {
				filters: where(['projectId', 'eq', said(/Update row\(s\), `projectId` equals `([^`]+)`/)]),
				...values({ told: true }),
			});
			const morning = async (message: Step) => {
				const which = [read, get, stillThere];
				const { errors, found } = await run([{}], which, [[message], [below(tell, 300)]]);
				return { failed: Object.keys(errors), told: found.map(({ id }) => id) };
			};
			const fails = of('stopAndError', 1, 'Message', { errorMessage: 'No mail server' });
			expect(await morning(fails)).toEqual({ failed: ['Message'], told: [long.id] });
			const message = of('noOp', 1, 'Message', {});
			expect(await morning(message)).toEqual({ failed: [], told: [long.id] });
			expect(await morning(message)).toEqual({ failed: [], told: [] });
		});

		it('a table that is pasted, with tabs between its columns', async () => {
			const [, delimiter] =
				/\*\*Delimiter\*\*: `(\{\{ "\\t" \}\})`.*\*\*Preserve Quotes\*\* on/.exec(page) ?? [];
			const rows = ['Vorname\tNachname\tEmail', 'Ada\tTab 3/4"\tt@mail.example', 'Eva\tTab\tno'];
			const table = { id: '1', name: 'table', type: 'string', value: rows.join('\n') };
			const write = action('Write', {
				...{ resource: 'customer', operation: 'upsert', matchValue: '={{ $json.Email }}' },
				...{ firstName: '={{ $json.Vorname }}', lastName: '={{ $json.Nachname }}' },
			});
			const toText = { operation: 'toText', sourceProperty: 'table', options: {} };
			const { found, failed } = await run(
				[{}],
				[
					of('set', 3.4, 'Paste', { assignments: { assignments: [table] }, options: {} }),
					of('convertToFile', 1.1, 'As a file', toText),
					of('extractFromFile', 1.1, 'Rows', {
						...{ operation: 'csv', options: { delimiter: `=${delimiter}`, relaxQuotes: true } },
					}),
					{ ...write, onError: 'continueErrorOutput' },
				],
			);
			expect(found).toMatchObject([{ lastName: 'Tab 3/4"', syncResult: 'created' }]);
			expect(failed).toMatchObject([{ Vorname: 'Eva', Email: 'no' }]);
		});

		it('what a person asked to be deleted, with and without projects, and nothing of one who pays by that address', async () => {
			const { store } = stack().service;
			const [one, two] = ['one', 'two'].map((who) => addCustomer('Gone', `${who}@Gone.example`));
			const invoiceEmail = 'one@gone.example';
			const others = ['stays@gone.example', null].map((email) =>
				addCustomer('Stays', email, { invoiceEmail }),
			);
			const owned = [one, one, ...others].map(
				(customerId) => addProject({ name: 'X', customerId }).id,
			);
			const forget = async (...emails: string[]) => {
				const customer = { resource: 'customer', filters: { email: '={{ $json.email }}' } };
				const filters = { customerId: byId('={{ $json.id }}') };
				const id = byId('={{ $json.id }}');
				const last = { resource: 'customer', operation: 'delete', customerId: id };
				return await run(
					emails.map((email) => ({ email })),
					[
						action('With the address', { ...customer, operation: 'getAll', returnAll: true }),
						keep('The person', '={{ $json.email }}', "={{ $('Start').item.json.email }}"),
					],
					[
						[
							action('Their projects', { ...all, filters }),
							action('Delete them', { resource: 'project', operation: 'delete', projectId: id }),
						],
						[below(action('Delete', last), 300)],
					],
				);
			};
			stack().service.faults.add({ method: 'DELETE', path: /projects/, status: 403 });
			await forget('one@gone.example');
			stack().service.faults.clear();
			// A project could not be deleted: so the customer stays.
			expect(store.customers.has(one)).toBe(true);
			const { errors } = await forget('one@gone.example', 'two@gone.example', 'no@gone.example');
			expect(errors).toEqual({});
			const customers = [one, two, ...others].map((id) => store.customers.has(id));
			expect(customers).toEqual([false, false, true, true]);
			expect(owned.map((id) => store.projects.has(id))).toEqual([false, false, true, true]);
		});
	});
