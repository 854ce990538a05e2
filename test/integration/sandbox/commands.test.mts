import { execa } from 'execa';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../sandbox/n8n/paths.mts';
import { eventKinds } from '../../../sandbox/service/records.mts';
import { recordsOf } from '../../shared.mts';
import { useListServices } from '../harness/service/listService.mts';
import { useService } from '../harness/service/service.mts';

const service = useService();

async function script(file: string, ...words: string[]) {
	const args = [join(root, 'sandbox', file), ...words];
	const { exitCode, all } = await execa(process.execPath, args, { all: true, reject: false });
	return { ...(exitCode !== undefined && { exitCode }), all };
}
const command = async (...words: string[]) =>
	await script('command.mts', ...words, '--service', service().baseUrl);

/** The events that the service sends while something is done. */
async function eventsOf(act: () => Promise<unknown>): Promise<Array<Record<string, unknown>>> {
	const { webhooks, company } = service();
	await webhooks.idle();
	const before = webhooks.deliveries.length;
	const [url, events] = ['http://127.0.0.1:9/', [...eventKinds]];
	const { id } = webhooks.register({ url, events, companyId: company.id });
	await act();
	await webhooks.idle();
	webhooks.remove(id);
	return webhooks.deliveries.slice(before).map(({ body }) => JSON.parse(body) as never);
}

const listenAnywhere = useListServices();

/** An address at which everything gets the same answer, and what arrived there. */
async function receiver(status: number, answer: unknown) {
	const { credentials, requests } = await listenAnywhere((_, response) => {
		response.statusCode = status;
		return answer;
	});
	return { url: `${credentials.energyProjectsApi.baseUrl}/`, requests };
}

describe('the commands of the sandbox', () => {
	it('edit a project, of which an event goes out', async () => {
		const [{ id, projectValue }] = recordsOf(service(), 'project');
		const { all } = await command('edit-project');
		const value = Number(projectValue) + 100;
		expect(all).toContain(`project value ${value}. Two seconds after its last change, one event`);
		expect(service().store.projects.get(id)).toMatchObject({ projectValue: value });
	});

	it('finish a project that is not finished, of which an event goes out as after any edit', async () => {
		const { store } = service();
		for (const { id, humanId, name } of recordsOf(service(), 'project').slice(0, 2)) {
			const ran: Array<{ all: string }> = [];
			const events = await eventsOf(async () =>
				ran.push(await command('edit-project', '--status', 'completed')),
			);
			expect(ran[0].all).toMatch(`${humanId} "${name}" now has the status completed. Two seconds`);
			expect(store.projects.get(id)).toMatchObject({ status: 'completed' });
			const project = expect.objectContaining({ id, status: 'completed' });
			const data = expect.objectContaining({ project });
			expect(events).toEqual([{ event: 'project.edited', data }]);
		}
	});

	it('calculate a heat load once more, which stays, without an edit and without an event', async () => {
		const { store } = service();
		const changes: unknown[] = [];
		const [{ id, updatedAt, buildingHeatLoadKw: before }] = recordsOf(service(), 'project');
		store.on('change', (change) => changes.push(change));
		const kilowatts = Number(before) + 0.5;
		const { all } = await command('edit-project', '--heat-load');
		expect(all).toContain(`now has a heat load of ${kilowatts} kW. No event goes out`);
		expect(store.projects.get(id)).toMatchObject({ buildingHeatLoadKw: kilowatts, updatedAt });
		expect(changes).toEqual([]);
		expect(store.edit('project', id, { projectValue: 1 }).buildingHeatLoadKw).toBe(kilowatts);
	});

	it('send an event, and say after a refusal what to look at', async () => {
		const url = `${service().baseUrl}/no-such-webhook`;
		const { exitCode, all } = await command('send-event', '--url', url);
		expect(exitCode).toBe(1);
		expect(all).toMatch(
			/^Sent: project\.edited, P-\d+, status \w+\.\nAnswered with 404\. Is the node listening\? .*"Execute step".*publish/,
		);
	});

	it.each([
		['send-event --url http://[::1]/ --event other', /^There is no event .*\.created/],
		['send-event', /^Give the webhook URL\.[^]*send-event -- --url/],
		['send-event --url http://[::1]/ --event customer.edited --status archived', /^No customer/],
		['edit-project --status done', /^There is no status "done", but inProgress, completed,/],
		['edit-project --status completed --heat-load', /not both/],
		['edit-project completed', /^Unexpected argument 'completed'\. .* -- --help$/],
	])('say what is wrong with "%s"', async (words, text) => {
		const { exitCode, all } = await command(...words.split(' '));
		expect(exitCode).toBe(1);
		expect(all).toMatch(text);
	});
});

it.each([
	['command.mts edit-project', 'Changes a project', '--heat-load --service --status'],
	['command.mts send-event', 'Sends a signed', '--event --secret --service --status --url'],
	['start.mts', 'Starts the local', '--different --fresh --port --service-port --user-folder'],
])(
	'%s --help says what it does, and shows every option in an example',
	async (words, text, options) => {
		const [file, ...name] = words.split(' ');
		const { exitCode, all } = await script(file, ...name, '--help');
		expect(exitCode).toBe(0);
		expect(all.slice(0, text.length)).toBe(text);
		const shown = all.match(/(?<=^npm .*)--[a-z-]+/gm);
		expect([...new Set(shown)].sort().join(' ')).toBe(options);
	},
);

describe('the page of the records', () => {
	const page = async (path = '/') => await (await fetch(`${service().baseUrl}${path}`)).text();

	it('shows projects and customers, the one changed last first, as text', async () => {
		const { store } = service();
		const { id } = recordsOf(service(), 'customer')[3];
		const invoiceEmail = 'invoices@mail.example';
		store.edit('customer', id, { lastName: '<b>"Weber"</b>', email: null, invoiceEmail });
		const installationDate = '2031-05-06';
		const project = recordsOf(service(), 'project')[3].id;
		store.edit('project', project, { customerId: id, installationDate });
		const text = await page();
		for (const { name } of recordsOf(service(), 'project').slice(0, 2))
			expect(text).toContain(String(name));
		expect(text).toContain('&lt;b&gt;&quot;Weber&quot;&lt;/b&gt;');
		expect(text).not.toContain('<b>');
		const rows = text.split('customers</h2>')[1]?.split('<tr>') ?? [];
		expect(rows[2]).toContain(id);
		expect(rows[2]).toContain(invoiceEmail);
		const [, , changed] = text.split('<tr>');
		for (const shown of [installationDate, '&quot;Weber&quot;']) expect(changed).toContain(shown);
	});

	it('finishes a project with a button, of which an event goes out; a finished one has no button', async () => {
		const { baseUrl, store } = service();
		const project = recordsOf(service(), 'project').find(({ status }) => status !== 'completed');
		const id = String(project?.id);
		const path = `/projects/${id}/finish`;
		const button = `<form method="post" action="${path}"><button>Finish</button>`;
		expect(await page()).toContain(button);
		const body = new URLSearchParams();
		const click = async () => await fetch(`${baseUrl}${path}`, { method: 'POST', body });
		const [event, ...more] = await eventsOf(click);
		expect(event).toMatchObject({ data: { project: { id, status: 'completed' } } });
		expect([event.event, more]).toEqual(['project.edited', []]);
		expect(await page()).not.toContain(button);
		store.delete('project', id);
		expect((await click()).url).toBe(`${baseUrl}/`);
	});

	it.each(['/settings/webhooks', '/test-event'])('leads to %s and back', async (path) => {
		expect(await page()).toContain(`href="${path}"`);
		expect(await page(path)).toContain('href="/"');
	});
});

describe('the page that sends a test event', () => {
	const open = async () => await (await fetch(`${service().baseUrl}/test-event`)).text();
	/** Fills in the form and clicks. @returns the page that comes then */
	const send = async (url: string, more: Record<string, string> = {}) => {
		const [secret = ''] = /(?<=name="secret" value=")[^"]*/.exec(await open()) ?? [];
		const body = new URLSearchParams({ url, event: 'project.edited', status: '', secret, ...more });
		return await (await fetch(`${service().baseUrl}/test-event`, { method: 'POST', body })).text();
	};

	it('sends the chosen event, without a change in the service, and keeps what was entered', async () => {
		const { url, requests } = await receiver(200, {});
		const finished = recordsOf(service(), 'project').find(({ status }) => status === 'completed');
		expect(await send(url, { status: 'completed' })).toContain(`value="${url}"`);
		const project = { id: finished?.id, status: 'completed' };
		expect(requests.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
			{ event: 'project.edited', data: { project } },
		]);
		expect(service().store.projects.get(String(finished?.id))).toEqual(finished);
	});

	it.each([
		[200, 'Workflow was started', /<br>Answered with 200\. The workflow started\.</],
		[200, 'Accepted', /genuine, but .* does not start: .*Trigger On, or a filter.*trigger in n8n/],
		[200, 'Webhook call received', /taken, but .* does not start: .*Trigger On, or a filter/],
		[401, 'Not verified', /Answered with 401\. The trigger refused .*signing secret of yours/],
		[503, 'Try again later', /Answered with 503\. The trigger could not .* says why/],
	])('says what %i "%s" means', async (status, message, words) => {
		const { url } = await receiver(status, { message });
		expect(await send(url)).toMatch(words);
	});

	it('sends to this machine only', async () => {
		expect(await send('https://example.com/')).toContain('to this machine only');
	});
});
