import { execa } from 'execa';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../sandbox/n8n/paths.mts';
import { recordsOf } from '../../shared.mts';
import { useService } from '../harness/service/service.mts';

const service = useService();

async function command(...words: string[]): Promise<{ exitCode?: number; all: string }> {
	const args = [join(root, 'sandbox', 'command.mts'), ...words, '--service', service().baseUrl];
	const { exitCode, all } = await execa(process.execPath, args, { all: true, reject: false });
	return { ...(exitCode !== undefined && { exitCode }), all };
}

describe('the commands of the sandbox', () => {
	it('edit a project, of which an event goes out', async () => {
		const [{ id, projectValue }] = recordsOf(service(), 'project');
		const { all } = await command('edit-project');
		const value = Number(projectValue) + 100;
		expect(all).toContain(
			`now has the project value ${value}. Two seconds after its last change, one event`,
		);
		expect(service().store.projects.get(id)).toMatchObject({ projectValue: value });
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
		expect(all).toMatch(/^Answered with 404\. Is the node listening\? .*"Execute step".*publish/);
	});

	it.each([
		[
			['--url', 'http://127.0.0.1/', '--event', 'project.changed'],
			/^There is no event .*project\.created/,
		],
		[['--url', 'https://example.com/'], /to this machine only/],
		[[], /^Give the webhook URL\.[^]*send-event -- --event/],
	])('say what is wrong with %j', async (flags, words) => {
		const { exitCode, all } = await command('send-event', ...flags);
		expect(exitCode).toBe(1);
		expect(all).toMatch(words);
	});
});

describe('the page of the records', () => {
	const page = async (path = '/') => await (await fetch(`${service().baseUrl}${path}`)).text();

	it('shows projects and customers, the one changed last first, as text', async () => {
		const { store } = service();
		const { id } = recordsOf(service(), 'customer')[3];
		const invoiceEmail = 'invoices@mail.example';
		store.edit('customer', id, { lastName: '<b>"Weber"</b>', email: null, invoiceEmail });
		const installationDate = '2031-05-06';
		store.edit('project', recordsOf(service(), 'project')[3].id, {
			customerId: id,
			installationDate,
		});
		const text = await page();
		const [first, second] = recordsOf(service(), 'project').map(({ name }) => name);
		expect(text).toContain(String(first));
		expect(text).toContain(String(second));
		expect(text).toContain('&lt;b&gt;&quot;Weber&quot;&lt;/b&gt;');
		expect(text).not.toContain('<b>');
		const rows = text.split('customers</h2>')[1]?.split('<tr>') ?? [];
		expect(rows[2]).toContain(id);
		expect(rows[2]).toContain(invoiceEmail);
		const [, , changed] = text.split('<tr>');
		for (const shown of [installationDate, '&quot;Weber&quot;']) expect(changed).toContain(shown);
	});

	it('leads to the settings and back', async () => {
		expect(await page()).toContain('href="/settings/webhooks"');
		expect(await page('/settings/webhooks')).toContain('href="/"');
	});
});
