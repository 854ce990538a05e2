import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordsOf, UNKNOWN_ID } from '../../shared.mts';
import { importFilledIn } from '../harness/liveExample.mts';
import { connectMcp } from '../harness/mcpClient.mts';
import type { McpClient } from '../harness/mcpClient.mts';
import type { Stack } from '../harness/stack.mts';

const ID = 'EnergyMcpServer1';
const TRIGGER = '@n8n/n8n-nodes-langchain.mcpTrigger';
const TOKEN = 'token-of-the-mcp-tests-0123456789';
const UNKNOWN_NUMBER = 'P-99999';

/** What is wrong with a call, and what the model reads: what happened, then what to do. */
const WRONG: ReadonlyArray<
	readonly [what: string, tool: string, input: Record<string, unknown>, says: readonly RegExp[]]
> = [
	[
		'a number that no project has',
		'get_project',
		{ project: UNKNOWN_NUMBER },
		[/No project has the human ID "P-99999"/, /Check it in the service/],
	],
	[
		'an ID that no project has',
		'get_project',
		{ project: UNKNOWN_ID },
		[new RegExp(`Could not get project ${UNKNOWN_ID} \\(404\\)`), /Check the ID\./],
	],
	['no project', 'get_project', {}, [/did not match expected schema\s+✖ Required\s+→ at project/]],
	['an empty project', 'get_project', { project: ' ' }, [/No project was chosen/, /human ID/]],
	[
		'a number in place of a text',
		'get_project',
		{ project: 9 },
		[/Expected string, received number\s+→ at project/],
	],
	[
		'a status that does not exist',
		'find_projects',
		{ status: 'running' },
		[
			/"Status": "running" is not one of its values: inProgress, completed, archived/,
			/Correct its value/,
		],
	],
	[
		'a kind that does not exist',
		'find_projects',
		{ kind: 'orders' },
		[/"orders" is not one of its values: any, leads, projects/, /Correct its value/],
	],
	[
		'a day in words',
		'find_projects',
		{ installed_from: 'next week' },
		[/"Installation Date From": "next week"/, /Correct its value/],
	],
	[
		'days in the wrong order',
		'find_projects',
		{ installed_from: '2026-12-01', installed_until: '2026-11-01' },
		[
			/\(2026-12-01\) is later than "Installation Date To" \(2026-11-01\)/,
			/Correct one of the two days/,
		],
	],
	[
		'a customer who does not exist',
		'find_projects',
		{ customer: 'Nobody' },
		[/No customer has the human ID "Nobody"/, /Check it/],
	],
	[
		'a limit in words',
		'find_projects',
		{ limit: 'many' },
		[/Expected number, received string\s+→ at limit/],
	],
	[
		'a list in place of a text',
		'find_customers',
		{ search: ['Koch'] },
		[/Expected string, received array\s+→ at search/],
	],
	[
		'no project',
		'list_documents',
		{},
		[/did not match expected schema\s+✖ Required\s+→ at project/],
	],
	[
		'an empty project',
		'list_documents',
		{ project: '' },
		[/"Project" was added but is empty/, /Correct its value/],
	],
	[
		'a number that no project has',
		'list_documents',
		{ project: UNKNOWN_NUMBER },
		[/No project has the human ID "P-99999"/, /Check it/],
	],
];

/** The server for MCP clients, with MCP's own client. */
export const mcpServerExample = (stack: () => Stack) =>
	describe('offer tools to MCP clients', () => {
		let workflowId: string;
		let credentialId: string;
		let url: string;
		let client: McpClient;
		beforeAll(async () => {
			const { rest, n8n } = stack();
			const type = 'httpBearerAuth';
			const { id } = await rest.call<{ id: string }>('POST', '/rest/credentials', {
				name: 'Token for MCP clients',
				type,
				data: { token: TOKEN },
			});
			credentialId = id;
			workflowId = await importFilledIn(stack(), ID, { credentials: { [TRIGGER]: { id, type } } });
			await rest.publish(workflowId);
			url = `${n8n.url}/mcp/energy-projects`;
			client = await connectMcp(url, TOKEN);
		});
		afterAll(async () => await client.close());

		const projects = () => recordsOf(stack().service, 'project');
		/** The records that a tool returned. */
		const found = async (tool: string, input: Record<string, unknown> = {}) => {
			const { text, isError } = await client.call(tool, input);
			expect({ text, isError }).toEqual({ text, isError: false });
			return JSON.parse(text) as Array<Record<string, unknown>>;
		};
		const idsFound = async (tool: string, input: Record<string, unknown>) =>
			(await found(tool, input)).map(({ id }) => id).sort();
		const idsOf = (records: ReadonlyArray<{ id: string }>) => records.map(({ id }) => id).sort();

		it('that say what they are for, which arguments they take, and which of those they need', () => {
			// n8n puts the arguments of a tool in an order of its own.
			const offered = client.tools.map(({ name, inputSchema }) => [
				name,
				{
					takes: Object.keys(inputSchema.properties ?? {}).sort(),
					needs: inputSchema.required ?? [],
				},
			]);
			expect(offered).toEqual([
				[
					'find_projects',
					{
						takes: [
							'customer',
							'installed_from',
							'installed_until',
							'kind',
							'limit',
							'search',
							'status',
						],
						needs: [],
					},
				],
				['get_project', { takes: ['project'], needs: ['project'] }],
				['find_customers', { takes: ['city', 'limit', 'search'], needs: [] }],
				['get_account', { takes: [], needs: [] }],
				['list_documents', { takes: ['limit', 'project'], needs: ['project'] }],
			]);
			for (const { description, inputSchema } of client.tools) {
				expect(description).toMatch(/\.$/);
				for (const argument of Object.values(inputSchema.properties ?? {})) {
					expect(argument).toMatchObject({ description: expect.stringMatching(/\.$/) });
				}
			}
			expect(client.instructions).toContain('Never take it for 0');
		});

		it('that find projects by words, status, customer and day of installation', async () => {
			// Some are installed before it, others after it.
			const [, project] = projects().filter(({ installationDate }) => installationDate !== null);
			const day = String(project.installationDate);
			expect(await idsFound('find_projects', { search: project.humanId })).toEqual([project.id]);
			expect(await idsFound('find_projects', { status: 'completed,archived', limit: 100 })).toEqual(
				idsOf(projects().filter(({ status }) => status !== 'inProgress')),
			);
			expect(await idsFound('find_projects', { kind: 'leads', limit: 100 })).toEqual(
				idsOf(projects().filter(({ isLead }) => isLead)),
			);
			expect(
				await idsFound('find_projects', { installed_from: day, installed_until: day }),
			).toEqual(idsOf(projects().filter(({ installationDate }) => installationDate === day)));
			expect(await found('find_projects', { search: 'no project is called so' })).toEqual([]);
		});

		it('that lead from a project to its customer and back, by number and by ID', async () => {
			const [project] = projects().filter(({ customerId }) => customerId !== null);
			const { humanId, customerId } = project;
			const [byNumber] = await found('get_project', { project: humanId });
			expect(byNumber).toMatchObject({ id: project.id, customerId });
			expect(byNumber.heatPumpSizing).toMatchObject({ heatPumpBlockingHours: 2 });
			expect(await found('get_project', { project: project.id })).toEqual([byNumber]);

			const [customer] = await found('find_customers', { search: customerId });
			expect(customer).toMatchObject({ id: customerId, lastName: expect.any(String) });
			const own = idsOf(projects().filter((one) => one.customerId === customerId));
			expect(await idsFound('find_projects', { customer: customer.humanId })).toEqual(own);
			expect(await idsFound('find_projects', { customer: customerId })).toEqual(own);
		});

		it('that tell who the company is and which documents a project has', async () => {
			const [account] = await found('get_account');
			expect(account).toMatchObject({ companyName: stack().service.company.companyName });
			const documents = [...stack().service.store.documents.values()];
			const [{ projectId }] = documents.filter((one) => one.projectId !== null);
			const humanId = projects().find(({ id }) => id === projectId)?.humanId;
			const own = idsOf(documents.filter((one) => one.projectId === projectId));
			expect(await idsFound('list_documents', { project: humanId })).toEqual(own);
			expect(await idsFound('list_documents', { project: projectId })).toEqual(own);
		});

		it('whose answers leave room for the conversation, and give no email address or phone number', async () => {
			const customers = recordsOf(stack().service, 'customer');
			expect(Math.min(projects().length, customers.length)).toBeGreaterThan(20);
			const texts = {
				projects: (await client.call('find_projects', {})).text,
				project: (await client.call('get_project', { project: projects()[0].humanId })).text,
				customers: (await client.call('find_customers', {})).text,
			};
			const lengths = Object.values(texts).map(({ length }) => length);
			// Four characters are about one token.
			expect(Math.max(...lengths)).toBeLessThan(8_000);
			expect(Object.values(texts).join()).not.toMatch(/@|\+49/);
			expect(JSON.parse(texts.projects)).toHaveLength(20);
			expect(JSON.parse(texts.customers)).toHaveLength(20);
		});

		it('that find customers by words and city', async () => {
			const customers = recordsOf(stack().service, 'customer');
			const [{ id, humanId }] = customers;
			expect(await idsFound('find_customers', { search: humanId })).toEqual([id]);
			const inKiel = customers.filter(({ address }) => Object(address).city === 'Kiel');
			expect(inKiel.length).toBeGreaterThan(1);
			expect(await idsFound('find_customers', { city: 'Kiel' })).toEqual(idsOf(inKiel));
		});

		it.each([
			[0, 1],
			[2.4, 2],
			[1_000, 100],
		])('that take a limit of %d for %d', async (limit, taken) => {
			const { documents } = stack().service.store;
			const [document] = [...documents.values()].filter(({ projectId }) => projectId !== null);
			const { projectId } = document;
			for (let number = 0; number < 3; number++) {
				const id = UNKNOWN_ID.replace(/.$/, String(number));
				documents.set(id, { ...document, id });
			}
			const own = [...documents.values()].filter((one) => one.projectId === projectId);
			const customers = recordsOf(stack().service, 'customer');
			const lists = [
				['find_projects', projects(), {}],
				['find_customers', customers, {}],
				['list_documents', own, { project: projectId }],
			] as const;
			for (const [tool, records, input] of lists) {
				const { length } = await found(tool, { ...input, limit });
				expect([tool, length]).toEqual([tool, Math.min(taken, records.length)]);
			}
		});

		it.each(WRONG)('that answer %s in a sentence (%s %j)', async (_, tool, input, says) => {
			const { text, isError } = await client.call(tool, input);
			expect(isError).toBe(true);
			for (const part of says) expect(text).toMatch(part);
			expectNothingInternal(text);
		});

		it('that say what to do if the service does not accept the key, and do not show it', async () => {
			const { service } = stack();
			service.faults.add({
				status: 401,
				body: { message: `Unknown key ${service.company.apiKey}` },
			});
			const { text, isError } = await client.call('get_account', {});
			service.faults.clear();
			expect(isError).toBe(true);
			expect(text).toMatch(/\(401\)[\s\S]*Open the credential of this node/);
			expectNothingInternal(text);
		});

		it('none of which writes, whatever else a model sends', async () => {
			const { requests } = stack().service;
			const before = requests.length;
			const [{ id }] = projects();
			const more = { operation: 'delete', resource: 'project', projectId: id };
			await found('get_project', { project: id, ...more });
			await expect(client.call('delete_project', { project: id })).rejects.toThrow(
				'Tool not found',
			);
			expect(requests.length).toBeGreaterThan(before);
			expect(requests.slice(before).filter(({ method }) => method !== 'GET')).toEqual([]);
			expect(projects().map((one) => one.id)).toContain(id);
		});

		it('that answer each of several calls at once', async () => {
			const asked = projects().slice(0, 8);
			const calls = asked.map(
				async ({ humanId }) => await found('get_project', { project: humanId }),
			);
			const answers = (await Promise.all(calls)).flat();
			expect(answers.map(({ id }) => id)).toEqual(asked.map(({ id }) => id));
		});

		it('and list each call under Executions', async () => {
			const before = (await stack().rest.executionIds(workflowId)).length;
			await found('get_account');
			await stack().executions(workflowId, before + 1);
		});

		it.each([
			['without a token', undefined],
			['with another token', `${TOKEN}0`],
			['with a part of the token', TOKEN.slice(0, -1)],
			['with an empty token', ''],
		])('but only to clients with the token: not %s', async (_, token) => {
			const before = stack().service.requests.length;
			await expect(connectMcp(url, token)).rejects.toThrow('Authorization data is wrong!');
			expect(stack().service.requests.length).toBe(before);
		});

		it('and no longer with a token that was replaced', async () => {
			const credential = { name: 'Token for MCP clients', type: 'httpBearerAuth' };
			const path = `/rest/credentials/${credentialId}`;
			const replaced = { ...credential, data: { token: `${TOKEN}-new` } };
			await stack().rest.call('PATCH', path, replaced);
			await expect(client.call('get_account', {})).rejects.toThrow('Authorization data is wrong!');
			const renewed = await connectMcp(url, `${TOKEN}-new`);
			expect((await renewed.call('get_account', {})).isError).toBe(false);
			await renewed.close();
			await stack().rest.call('PATCH', path, { ...credential, data: { token: TOKEN } });
		});

		it('and none before there is a token: n8n does not publish the example as it comes', async () => {
			const path = 'without-a-token';
			const parameters = { 'Energy Projects for MCP clients': { path } };
			const id = await importFilledIn(stack(), ID, { parameters }, 1);
			await expect(stack().rest.publish(id)).rejects.toThrow('Missing required credential');
			await expect(connectMcp(url.replace('energy-projects', path))).rejects.toThrow();
		});

		/** No stack, no file of n8n, no secret. */
		function expectNothingInternal(text: string): void {
			expect(text).not.toMatch(/\n\s+at |node_modules|\.js\b|\[object/);
			for (const secret of [TOKEN, stack().service.company.apiKey]) {
				expect(text).not.toContain(secret);
			}
			expect(text.length).toBeLessThan(500);
		}
	});
