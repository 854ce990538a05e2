import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { waitFor, within } from '../../sandbox/service/waitFor.mts';
import { exampleOf } from '../e2e/harness/liveExample.mts';
import { useOwnStack } from '../e2e/harness/stack.mts';
import { Both } from '../e2e/harness/inStep.mts';
import type { Row } from '../e2e/harness/inStep.mts';
import { FIELDS, otherSystems } from '../e2e/harness/otherSystems.mts';
import type { OtherSystem, Person } from '../e2e/harness/otherSystems.mts';
import { hubSpotCredential } from '../e2e/standIns/hubSpot.mts';
import { pipedriveCredential } from '../e2e/standIns/pipedrive.mts';
import { seeded } from '../unit/examples/syncModel.mts';

const CUSTOMERS = Number(process.env.CRM_CUSTOMERS ?? 300);
const WANTED = process.env.CRM_SYSTEMS?.split(',');
const systems = otherSystems.filter(({ name }) => WANTED?.includes(name) ?? true);
/** What goes wrong in each night; then come nights in which nothing does. */
const NIGHTS = [
	...(['nothing', '429', '503 of 20 s', 'lost answers'] as const),
	...(['SIGKILL', 'stop', 'edits in the night'] as const),
] as const;

/** A week of two systems in which people work, with an n8n and services that fail: what every field must be at the end. */
describe.each(systems)('a week with customers and $name', ({ name, example, pairs, start }) => {
	const stack = useOwnStack({
		workflows: [exampleOf(example)],
		runsCode: true,
		moreCredentials: [hubSpotCredential, pipedriveCredential],
	});
	const random = seeded(70);
	const counts: Record<string, number> = {};
	const count = (what: string, more = 1) => (counts[what] = (counts[what] ?? 0) + more);
	/** By customer what its fields must be. */
	const wanted = new Map<string, Person>();
	const gone = new Set<string>();
	let both: Both;
	let there: OtherSystem;
	let number = 0;

	const fresh = (field: keyof Person): string => {
		number++;
		if (field === 'email') return `mail${number}@nights.example`;
		if (field === 'phoneNumber') return `+49 431 ${100_000 + number}`;
		return field === 'companyName' ? `Firma ${number} KG` : `N${number}`;
	};
	const person = (): Person => ({
		...{ firstName: fresh('firstName'), lastName: fresh('lastName'), email: fresh('email') },
		...{
			phoneNumber: fresh('phoneNumber'),
			companyName: random.isHit(0.3) ? fresh('companyName') : '',
		},
	});
	const inStep = () =>
		both.rows().filter(({ state, customerId }) => state === 'in step' && !gone.has(customerId));

	/** Each pair is edited once, so that it is known what must come of it, also if a night wrote nothing. */
	const used = new Set<string>();
	const nextOf = (rows: Row[]) => {
		const row = random.one(rows.filter(({ customerId }) => !used.has(customerId)));
		used.add(row.customerId);
		return row;
	};

	/** One edit of a field, on either side. */
	const editOne = async ({ customerId, otherId }: { customerId: string; otherId: string }) => {
		const all = wanted.get(customerId);
		if (all === undefined) return;
		const field = random.one(FIELDS.filter((one) => one !== there.lacks));
		const canBeEmpty = field === 'phoneNumber' || field === 'companyName';
		const value = canBeEmpty && random.isHit(0.3) ? '' : fresh(field);
		count(value === '' ? 'clears' : 'edits');
		all[field] = value;
		if (random.isHit(0.5)) both.edit(customerId, { [field]: value === '' ? null : value });
		else await there.edit(otherId, { [field]: value });
	};

	const day = async () => {
		const rows = inStep();
		const next = () => nextOf(rows);
		if (rows.length > 20) {
			for (let edit = 0; edit < CUSTOMERS / 15; edit++) await editOne(next());
			// The service wins.
			for (let conflict = 0; conflict < 2; conflict++) {
				const { customerId, otherId } = next();
				const [phoneNumber, lost] = [fresh('phoneNumber'), fresh('phoneNumber')];
				both.edit(customerId, { phoneNumber });
				await there.edit(otherId, { phoneNumber: lost });
				Object.assign(wanted.get(customerId) ?? {}, { phoneNumber });
				conflicts.set(customerId, lost);
				count('conflicts');
			}
			const [deletedHere, deletedThere] = [next(), next()];
			stack().service.store.delete('customer', deletedHere.customerId);
			await there.remove(deletedThere.otherId);
			for (const { customerId } of [deletedHere, deletedThere]) {
				gone.add(customerId);
				wanted.delete(customerId);
			}
			count('deletions', 2);
			if (there.merge) {
				// Somebody who was entered twice: HubSpot makes a new record of both, Pipedrive keeps the second one.
				const { otherId } = next();
				const { firstName, lastName, email } = (await there.people()).get(otherId) ?? person();
				const isKept = name === 'HubSpot';
				const twin = await there.add({
					firstName,
					lastName,
					email: isKept ? fresh('email') : email,
				});
				await (isKept ? there.merge(otherId, twin) : there.merge(twin, otherId));
				count('merges');
			}
		}
		for (let made = 0; made < 2; made++) {
			const [a, b] = [person(), person()];
			wanted.set(both.add(a.email, a), a);
			newThere.set(await there.add(b), b);
			count('creations', 2);
		}
	};
	/** By customer what lost a conflict. */
	const conflicts = new Map<string, string>();
	/** What was created there becomes a customer in the next night that works. */
	const newThere = new Map<string, Person>();

	const adopt = () => {
		for (const [otherId, made] of newThere) {
			const customerId = both.rowOf(otherId)?.customerId;
			if (!customerId) continue;
			wanted.set(customerId, made);
			newThere.delete(otherId);
		}
	};

	/** Begins a run, and waits until it has written something. */
	const beginRunning = async () => {
		const before = await both.mark();
		const running = both.night();
		running.catch(() => undefined);
		const hasWritten = async () => (await both.mark()) !== before;
		await waitFor(hasWritten, within(120, 'The run wrote nothing'));
		return { running };
	};
	const night = async (mishap: (typeof NIGHTS)[number]) => {
		const { faults } = stack().service;
		const mishaps = there.mishaps ?? [];
		if (mishap === '429') {
			mishaps.push(
				{ status: 429, times: 8, request: 'PATCH' },
				{ status: 429, times: 3, request: 'POST' },
			);
			faults.add({ status: 429, times: 10, method: 'PATCH', headers: { 'retry-after': '1' } });
		}
		if (mishap === 'lost answers') {
			mishaps.push({ status: 502, times: 3, request: 'PATCH', isCarriedOut: true });
			mishaps.push({ status: 502, times: 1, request: 'POST', isCarriedOut: true });
			faults.add({ method: 'PATCH', times: 3, afterHandling: true, reset: true });
		}
		if (mishap === '503 of 20 s') {
			const { running } = await beginRunning();
			mishaps.push({ status: 503 });
			faults.add({ status: 503 });
			await sleep(20_000);
			mishaps.splice(0);
			faults.clear();
			await running;
		} else if (mishap === 'SIGKILL' || mishap === 'stop') {
			await beginRunning();
			await sleep(random.below(2_000));
			await stack().restart(mishap === 'SIGKILL' ? 'SIGKILL' : 'SIGTERM');
			await both.ageRuns();
		} else if (mishap === 'edits in the night') {
			const running = both.night();
			const rows = inStep();
			for (let edit = 0; edit < 20; edit++) {
				await sleep(300);
				await editOne(nextOf(rows));
			}
			await running;
		} else {
			await both.night();
		}
		mishaps.splice(0);
		faults.clear();
		count(mishap);
	};

	it(`${CUSTOMERS} of them: every field is on both sides what people wrote last`, async () => {
		there = await start(stack);
		both = new Both(stack, there, name);
		await both.import(example, pairs);
		stack().service.store.clear();
		for (let made = 0; made < CUSTOMERS; made++) {
			const one = person();
			wanted.set(both.add(one.email, one), one);
		}
		const began = Date.now();
		const noted: unknown[] = [];
		await both.settle(2);
		const first = Math.round((Date.now() - began) / 1000);
		for (const mishap of NIGHTS) {
			await day();
			const start = Date.now();
			await night(mishap);
			adopt();
			noted.push({
				night: mishap,
				seconds: Math.round((Date.now() - start) / 1000),
				differences: (await both.differences()).length,
			});
		}
		await both.settle(3);
		adopt();
		const mark = await both.mark();
		expect(await both.night()).toBe('');
		expect(await both.mark()).toBe(mark);
		console.table(noted);
		console.table([{ system: name, customers: CUSTOMERS, 'first two runs (s)': first, ...counts }]);

		expect(await both.differences()).toEqual([]);
		const plain = (value = '') => value.replace(/\s/g, '').toLowerCase();
		const people = await there.people();
		const wrong = [...wanted].flatMap(([customerId, one]) => {
			const other = people.get(both.rowOf(customerId)?.otherId ?? '');
			const fields = Object.entries(one).filter(([field]) => field !== there.lacks);
			return fields.flatMap(([field, value]) =>
				[both.customer(customerId), other]
					.map((side) => side?.[field as keyof Person])
					.filter((found) => plain(found) !== plain(value))
					.map((found) => `${customerId} ${field}: "${found}" instead of "${value}"`),
			);
		});
		expect(wrong).toEqual([]);
		expect([...newThere]).toEqual([]);
		for (const [id, lost] of conflicts)
			expect(plain(both.rowOf(id)?.replaced)).toContain(plain(lost));
		const emails = [...people.values()].map(({ email }) => email).filter(Boolean);
		expect(emails).toEqual([...new Set(emails)]);
		const states = both
			.rows()
			.map(({ state }) => state)
			.filter((state) => state !== 'in step');
		expect(states.every((state) => state.startsWith('deleted in'))).toBe(true);
		expect(states).toHaveLength(gone.size);
		await there.close();
	});
});
