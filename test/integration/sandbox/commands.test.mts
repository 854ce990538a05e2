import { execa } from 'execa';
import { fastify } from 'fastify';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { root } from '../../../sandbox/n8n/paths.mts';
import { eventKinds } from '../../../sandbox/service/records.mts';
import { startService } from '../../../sandbox/service/start.mts';
import { recordsOf } from '../../shared.mts';
import { useService } from '../harness/service/service.mts';

const service = useService();
/** An n8n that answers as told. */
const receiver = fastify();
let answer = 200;
let url = '';
receiver.post('/webhook-test', async (_, reply) => await reply.code(answer).send());
beforeAll(async () => {
	url = `${await receiver.listen({ port: 0, host: '127.0.0.1' })}/webhook-test`;
});
afterAll(async () => void (await receiver.close()));

async function command(...words: string[]): Promise<{ exitCode?: number; all: string }> {
	const args = [join(root, 'sandbox', 'command.mts'), ...words, '--service', service().baseUrl];
	const { exitCode, all } = await execa(process.execPath, args, { all: true, reject: false });
	return { ...(exitCode !== undefined && { exitCode }), all };
}

const sendEvent = async (...flags: string[]) => await command('send-event', ...flags);

describe('sandbox:edit-project -- --heat-load', () => {
	it('calculates the heat load of a project once more, without an edit and without an event', async () => {
		const { store } = service();
		const changes: unknown[] = [];
		const [{ id, name, updatedAt, buildingHeatLoadKw: before }] = recordsOf(service(), 'project');
		store.on('change', (change) => changes.push(change));
		for (const kilowatts of [Number(before) + 0.5, Number(before) + 1]) {
			const { exitCode, all } = await command('edit-project', '--heat-load');
			expect(exitCode).toBe(0);
			expect(all).toContain(`"${String(name)}" now has a heat load of ${kilowatts} kW.`);
			expect(all).toContain(
				'a polling trigger that was published before sees it with its next poll',
			);
			expect(store.projects.get(id)).toMatchObject({
				buildingHeatLoadKw: kilowatts,
				heatPumpSizing: { heatPumpStandardOutputKw: expect.any(Number) as number },
				updatedAt,
			});
		}
		expect(changes).toEqual([]);
		// What was calculated stays, whatever else is edited.
		const edited = store.edit('project', id, { projectValue: 1 });
		expect(edited.buildingHeatLoadKw).toBe(Number(before) + 1);
	});
});

describe('sandbox:send-event', () => {
	it('signs with the secret of the demo credential unless told otherwise', async () => {
		answer = 200;
		expect(await sendEvent('--url', url)).toEqual({ exitCode: 0, all: 'Answered with 200.' });
	});

	it('lists the kinds of events when given a wrong one', async () => {
		const { exitCode, all } = await sendEvent('--url', url, '--event', 'project.changed');
		expect(exitCode).toBe(1);
		expect(all).toBe(`There is no event "project.changed". There are: ${eventKinds.join(', ')}`);
	});

	it.each([
		[404, /^Answered with 404\. Is the node listening\? .*click "Execute step".*publish/],
		[401, /^Answered with 401\. The signature does not match: is the secret .*npm start/],
		[503, /^Answered with 503\. The terminal of "npm start" says why\.$/],
	])('says after a %i what to look at', async (status, words) => {
		answer = status;
		const { exitCode, all } = await sendEvent('--url', url);
		expect(exitCode).toBe(1);
		expect(all).toMatch(words);
	});

	it('asks for the URL, and shows how it is used', async () => {
		const { all } = await sendEvent();
		expect(all).toMatch(/^Give the webhook URL\.[^]*send-event -- --event/);
	});
});

describe('the authorization server of the sandbox', () => {
	it('starts without a warning', async () => {
		const warnings = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'info')];
		const another = await startService();
		await another.close();
		for (const warning of warnings) expect(warning).not.toHaveBeenCalled();
		vi.restoreAllMocks();
	});
});
