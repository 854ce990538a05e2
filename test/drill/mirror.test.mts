import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subjects } from '../../sandbox/service/records.mts';
import { addDemoData } from '../../sandbox/service/seed.mts';
import { exampleOf } from '../e2e/harness/liveExample.mts';
import { Mirror, MIRROR } from '../e2e/harness/mirror.mts';
import { Postgres } from '../e2e/harness/postgres.mts';
import { useStack } from '../e2e/harness/stack.mts';
import { recordsOf } from '../shared.mts';

const COUNT = 5000;
/** So many of each type are edited, computed again and created between the runs. */
const CHANGES = 100;

/** How a nightly run goes that nothing disturbs; what disturbs it is tested with fewer records. */
describe.skipIf(!Postgres.isInstalled)(`${COUNT} projects and customers in PostgreSQL`, () => {
	const stack = useStack({ workflows: [exampleOf(MIRROR)] });
	let mirror: Mirror;
	beforeAll(async () => {
		const { service } = stack();
		addDemoData(service.store, service.company, COUNT);
		mirror = new Mirror(stack(), service.company);
		await mirror.create();
	});
	afterAll(async () => await mirror.close());

	const table: object[] = [];

	async function timedRun(what: string): Promise<void> {
		const before = stack().service.requests.length;
		const begun = Date.now();
		const { status, errors } = await mirror.run();
		const seconds = ((Date.now() - begun) / 1000).toFixed(1);
		expect({ status, errors }).toEqual({ status: 'success', errors: {} });
		table.push({ what, seconds, requests: stack().service.requests.length - before });
		for (const subject of subjects) {
			expect(mirror.rows(subject)).toEqual(mirror.expected(subject));
		}
	}

	function change(): void {
		const { service } = stack();
		const { store, company } = service;
		for (const subject of subjects) {
			const records = recordsOf(service, subject);
			const some = (part: number) => records.slice(part * CHANGES, (part + 1) * CHANGES);
			for (const { id } of some(0)) store.edit(subject, id, { humanId: `X-${id}` });
			for (const copy of some(1)) store.insert(subject, company.id, copy);
		}
		for (const project of recordsOf(service, 'project').slice(-CHANGES)) {
			Object.assign(project, { buildingHeatLoadKw: 7.25 });
		}
	}

	it('equal the service row by row, and are written only if something has changed', async () => {
		await timedRun('first run');
		const before = mirror.versions();
		await timedRun('nothing has changed');
		expect(mirror.versions()).toEqual(before);
		change();
		await timedRun('after changes');
		const after = mirror.versions();
		await timedRun('nothing has changed again');
		expect(mirror.versions()).toEqual(after);
		console.table(table);
	});
});
