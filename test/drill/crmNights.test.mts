import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { waitFor, within } from '../../sandbox/service/waitFor.mts';
import { exampleOf } from '../e2e/harness/liveExample.mts';
import { useOwnStack } from '../e2e/harness/stack.mts';
import { Both } from '../e2e/harness/inStep.mts';
import { otherSystems } from '../e2e/harness/otherSystems.mts';
import type { OtherSystem } from '../e2e/harness/otherSystems.mts';
import { hubSpotCredential } from '../e2e/standIns/hubSpot.mts';
import { pipedriveCredential } from '../e2e/standIns/pipedrive.mts';
import { seeded } from '../unit/examples/syncModel.mts';
import { isLinked, Office } from './office.mts';
import type { Values } from './office.mts';

/** Short with e.g. CRM_SYSTEMS=HubSpot CRM_SEED=1. */
const WANTED = process.env.CRM_SYSTEMS?.split(',');
const SEED = Number(process.env.CRM_SEED ?? 70);
const systems = otherSystems.filter(({ name }) => WANTED?.includes(name) ?? true);
const [CUSTOMERS, OTHERS, EDITS] = [120, 80, 8];
/** What happens in which night of the month; in the others, nothing does. */
const NIGHTS: Record<number, string> = {
	...{ 0: 'killed', 1: 'no brake', 3: 'one field more', 4: 'words', 6: '429', 8: 'renamed' },
	...{ 10: 'two copies', 11: 'two at once', 12: 'duplicates', 13: 'killed', 14: 'cleaned up' },
	...{ 15: 'service away', 16: 'other side away', 17: 'merges', 18: 'lost answers', 20: 'stopped' },
	...{ 21: '503 of 20 s', 23: 'edits in the night', 24: 'deletions', 26: 'refused' },
};
const PHONES = ['+49 431 ', '0431 ', '0049 431/', '+49 (0)431 '];

/** The first month of two systems in which people work: what has become of each value that somebody typed. */
describe.each(systems)('a month with customers and $name', ({ name, example, pairs, start }) => {
	const stack = useOwnStack({
		workflows: [exampleOf(example)],
		runsCode: true,
		moreCredentials: [hubSpotCredential, pipedriveCredential],
	});
	const isHubSpot = name === 'HubSpot';
	const random = seeded(SEED);
	const counts: Record<string, number> = {};
	const count = (what: string, more = 1) => (counts[what] = (counts[what] ?? 0) + more);
	let both: Both;
	let there: OtherSystem;
	let office: Office;
	let [number, people] = [0, 0];
	/** Texts of one field more, once it is kept in step. */
	let more: Record<string, string> = {};

	const fresh = (field: string): string => {
		number++;
		if (field === 'email') return `mail${number}@nights.example`;
		if (field === 'phoneNumber') return `${random.one(PHONES)}${100_000 + number}`;
		return field === 'companyName' ? `Firma ${number} KG` : `N${number}`;
	};
	const person = (): Values => ({
		...{ firstName: fresh('firstName'), lastName: fresh('lastName'), email: fresh('email') },
		...{ phoneNumber: random.isHit(0.8) ? fresh('phoneNumber') : '' },
		...{ companyName: random.isHit(0.3) && !there.lacks ? fresh('companyName') : '' },
	});
	/** Somebody whom both sides know, each in its way. */
	const known = async (here: Values, other: Values) => {
		await office.make(++people, 'here', here);
		await office.make(people, 'there', other);
	};

	/** Before the first run: two thirds of the other side are also here, in several spellings. */
	const moveIn = async () => {
		const times = async (most: number, make: (a: Values, at: number) => Promise<unknown>) => {
			for (let at = 0; at < most; at++) await make(person(), at);
		};
		await times(36, async (a, at) => {
			const spelled = a.phoneNumber.replace(/^.*(?=\d{6})/, PHONES[at % 4]);
			const phoneNumber = at % 9 === 0 ? fresh('phoneNumber') : at % 5 === 0 ? '' : spelled;
			await known(a, { ...a, phoneNumber, companyName: at % 3 ? a.companyName : '' });
		});
		await times(10, async (a, at) => {
			const email = a.email.toUpperCase();
			await known({ ...a, lastName: `Müller${at}` }, { ...a, email, lastName: `Mueller${at}` });
		});
		// One word is the name, or another one since a wedding.
		await times(6, async (a) => await known(a, { ...a, firstName: a.lastName, lastName: '' }));
		await times(4, async (a) => await known(a, { ...a, lastName: fresh('lastName') }));
		// Couples: one of them on each side, or both. HubSpot has an address once.
		await times(4, async (a) => {
			await office.make(++people, 'here', a);
			await office.make(++people, 'there', { ...person(), email: a.email });
		});
		await times(3, async (a) => {
			const b = { ...person(), email: a.email };
			await known(a, a);
			await office.make(++people, 'here', b);
			if (!isHubSpot) await office.make(people, 'there', b);
		});
		await times(8, async (a, at) => {
			const nobody = { ...a, email: 'keine@mail.example' };
			await office.make(++people, 'here', nobody);
			if (at < (isHubSpot ? 1 : 4)) await office.make(people, 'there', nobody);
		});
		await times(4, async (a) => await office.make(++people, 'here', { ...a, email: '' }));
		await times(2, async (a) => await office.make(++people, 'there', { ...a, email: '' }));
		const left = OTHERS - (await there.people()).size;
		await times(left, async (a, at) => {
			await office.make(++people, 'there', at === 0 ? { ...a, lastName: '' } : a);
		});
		const others = CUSTOMERS - both.customers().length;
		await times(others, async (a) => await office.make(++people, 'here', a));
	};

	/** One edit as people make it: mostly on one side, now and then on both. */
	const edit = async () => {
		const all = await office.everybody();
		const id = random.one([...all.keys()]);
		const row = both.rowOf(id);
		const names = ['firstName', 'lastName', 'phoneNumber', 'companyName'];
		if (Object.keys(more).length > 0) names.push(office.more);
		const isPair = isLinked(row);
		// An address of one's own on one side only makes somebody else of a person who is not linked.
		const fields = [...names, ...(isPair ? ['email'] : [])].filter((one) => one !== there.lacks);
		const field = random.one(fields);
		const otherId = isPair ? (row.customerId === id ? row.otherId : row.customerId) : '';
		const canBeEmpty = ['phoneNumber', 'companyName'].includes(field);
		if (isPair && canBeEmpty && row.state === 'in step' && random.isHit(0.2)) {
			await office.type(id, { [field]: '' });
			count('emptied');
			return;
		}
		await office.type(id, { [field]: fresh(field) });
		count('edits');
		if (!all.has(otherId) || random.isHit(0.6)) return;
		const second = random.isHit(0.5) ? field : random.one(fields);
		await office.type(otherId, { [second]: fresh(second) });
		count(second === field ? 'conflicts' : 'edits of two fields');
	};
	const day = async (edits: number) => {
		for (let made = 0; made < edits; made++) await edit();
		await office.make(++people, random.isHit(0.5) ? 'here' : 'there', person());
		count('new');
	};
	const inStep = () => both.rows().filter((row) => isLinked(row) && row.state === 'in step');

	/** Begins a run, and waits until it has written something. */
	const begin = async () => {
		const before = await both.mark();
		const running = both.night();
		running.catch(() => undefined);
		const hasWritten = async () => (await both.mark()) !== before;
		await waitFor(hasWritten, within(300, 'The run wrote nothing'));
		return { running };
	};
	const broken = async (signal: 'SIGKILL' | 'SIGTERM') => {
		await begin();
		await sleep(random.below(3_000));
		// A full machine may take too long for it.
		await stack()
			.restart(signal)
			.catch(async () => await stack().restart());
		await both.ageRuns();
	};
	const importAgain = async (texts: object) => {
		await both.import(example, pairs, {}, { ...more, ...texts });
	};
	const expectNothingWritten = async (message: RegExp) => {
		const before = await both.mark();
		expect.soft(await both.night()).toMatch(message);
		expect.soft(await both.mark()).toBe(before);
	};
	/** Somebody types the value of one side into the other. */
	const settle = async (isOne: (state: string) => boolean) => {
		const all = await office.everybody();
		for (const { customerId, otherId, state } of both.rows().filter(isLinked)) {
			if (!isOne(state)) continue;
			const { firstName, lastName, ...rest } = all.get(customerId) as Values;
			const change = Object.entries(rest).filter(([field]) => state.includes(field));
			const names: Values = /name/i.test(state) ? { firstName, lastName } : {};
			await office.type(otherId, { ...names, ...Object.fromEntries(change) });
			count('settled by a person');
		}
	};
	/** The same person once more, as an office enters people twice. @returns both of them */
	const twin = async (email?: string) => {
		const { otherId, customerId } = random.one(inStep());
		const values = (await office.everybody()).get(customerId) as Values;
		const { firstName, lastName } = values;
		const same = { ...person(), firstName, lastName, email: email ?? values.email };
		return [otherId, await office.make(await office.know(otherId), 'there', same)];
	};
	const twins: string[][] = [];

	const mishap: Record<string, () => Promise<unknown>> = {
		killed: async () => await broken('SIGKILL'),
		stopped: async () => await broken('SIGTERM'),
		'no brake': async () => {
			// As the page says of a first run that was killed.
			const original = both.id;
			await importAgain({ 'BRAKE = 1 / 3': 'BRAKE = 1' });
			expect.soft(await both.night()).toBe('');
			both.id = original;
			const states = both.rows().map(({ state }) => state.replace(/^(waits: ).*( has )/, '$1…$2'));
			for (const state of states) count(`after the first run: ${state}`);
		},
		'one field more': async () => {
			const { nodes } = exampleOf(example);
			const code = String(nodes.find((one) => one.name === 'Decide')?.parameters.jsCode);
			const [, field, how] = /(\w+): (\{ .*here: \(\{ address \}\) .*\}),$/m.exec(code) ?? [];
			if (field === undefined) return;
			office.more = field;
			const phone = /\tphoneNumber: .*,/.exec(code)?.[0].trim() ?? '';
			const texts = { [phone]: `${phone} ${field}: ${how},` };
			more = { ...texts, ...(await there.prepare?.(field)) };
			const all = await office.everybody();
			for (const id of [...all.keys()].filter(() => random.isHit(0.08)))
				await office.type(id, { [field]: fresh(field) });
			// All who live somewhere change, so a person lets it pass once.
			await importAgain({ 'BRAKE = 1 / 3': 'BRAKE = 1' });
			expect.soft(await both.night()).toBe('');
			await importAgain({});
		},
		words: async () => {
			const waiting = both.rows().filter(({ state }) => state.endsWith('but another name'));
			count('wait for a word', waiting.length);
			for (const { customerId, otherId } of waiting) {
				const isOne = office.isOne(customerId, otherId);
				await both.write(customerId, { state: isOne ? 'link' : 'apart' });
				count(isOne ? 'linked by a word' : 'apart by a word');
			}
			expect.soft(await both.night()).toBe('');
			for (const { customerId, otherId } of waiting)
				expect.soft(isLinked(both.rowOf(customerId))).toBe(office.isOne(customerId, otherId));
			await settle((state) => /^differs|no last name/.test(state));
			expect.soft(await both.night()).toBe('');
		},
		'429': async () => {
			there.mishaps?.push({ status: 429, times: 8, request: 'PATCH' });
			there.mishaps?.push({ status: 429, times: 3, request: 'POST' });
			const headers = { 'retry-after': '1' };
			stack().service.faults.add({ status: 429, times: 10, method: 'PATCH', headers });
			await both.night();
		},
		renamed: async () => {
			const showAgain = await there.hide('phoneNumber');
			await expectNothingWritten(/^Nothing was written\. Nobody has phoneNumber on one side/);
			await showAgain();
		},
		'two copies': async () => {
			const first = both.id;
			await importAgain({});
			expect.soft(await both.night(first)).toBe('');
			const before = await both.mark();
			expect.soft(await both.night()).toBe('');
			expect.soft(await both.mark()).toBe(before);
		},
		'two at once': async () => {
			const { running } = await begin();
			expect.soft(await both.night()).toMatch(/^Nothing was written\. Another run has begun/);
			expect.soft(await running).toBe('');
		},
		duplicates: async () => {
			if (!isHubSpot) twins.push(await twin(), await twin());
			expect.soft(await both.night()).toBe('');
		},
		'cleaned up': async () => {
			// The older record goes, or the newer one.
			for (const [at, pair] of twins.entries()) await office.remove(pair[at]);
			expect.soft(await both.night()).toBe('');
		},
		'service away': async () => {
			stack().service.faults.add({ status: 503 });
			await expectNothingWritten(/./);
		},
		'other side away': async () => {
			if (there.mishaps === undefined) return;
			there.mishaps.push({ status: 503 });
			await expectNothingWritten(/./);
		},
		merges: async () => {
			for (let merged = 0; there.merge && merged < 3; merged++) {
				const [old, made] = await twin(isHubSpot ? fresh('email') : undefined);
				await (isHubSpot ? office.merge(old, made) : office.merge(made, old));
				count('merges');
			}
			expect.soft(await both.night()).toBe('');
		},
		'lost answers': async () => {
			there.mishaps?.push({ status: 502, times: 3, request: 'PATCH', isCarriedOut: true });
			there.mishaps?.push({ status: 502, times: 1, request: 'POST', isCarriedOut: true });
			stack().service.faults.add({ method: 'PATCH', times: 3, afterHandling: true, reset: true });
			await both.night();
		},
		'503 of 20 s': async () => {
			const { running } = await begin();
			there.mishaps?.push({ status: 503 });
			stack().service.faults.add({ status: 503 });
			await sleep(20_000);
			there.mishaps?.splice(0);
			stack().service.faults.clear();
			await running;
		},
		'edits in the night': async () => {
			const running = both.night();
			// Only where nothing else is under way: an edit in the very second of a write is lost.
			for (const { customerId, otherId } of inStep().slice(0, 15)) {
				await sleep(300);
				const id = random.isHit(0.5) ? customerId : otherId;
				await office.type(id, { phoneNumber: fresh('phoneNumber') });
				count('edits');
			}
			await running;
		},
		deletions: async () => {
			const rows = inStep();
			for (let deleted = 0; deleted < 4; deleted++) {
				const { customerId, otherId } = rows[deleted * 9];
				await office.remove(deleted % 2 === 0 ? customerId : otherId);
				if (deleted === 3) await office.remove(customerId);
				count('deletions', deleted === 3 ? 2 : 1);
			}
			expect.soft(await both.night()).toBe('');
		},
		refused: async () => {
			const { customerId } = random.one(inStep());
			const email = `no${people}@unwanted.example`;
			await office.type(customerId, { email, phoneNumber: fresh('phoneNumber') });
			expect.soft(await both.night()).toMatch(there.mishaps ? /refused/ : /^$/);
			await office.type(customerId, { email: fresh('email') });
		},
	};

	it(`${CUSTOMERS} here, ${OTHERS} there: every value is on both sides, kept, or its pair says why not`, async () => {
		there = await start(stack);
		both = new Both(stack, there, name);
		office = new Office(stack, both, there);
		stack().service.store.clear();
		// The first click only reads, and makes the tables.
		await importAgain({ 'CHECK_ONLY = true': 'CHECK_ONLY = true' });
		expect.soft(await both.night()).toBe('');
		await importAgain({});
		await moveIn();
		const noted: unknown[] = [];
		for (let night = 0; night < 30; night++) {
			if (night > 1) await day(NIGHTS[night] === 'edits in the night' ? 0 : EDITS);
			const began = Date.now();
			const happens = NIGHTS[night] ?? 'nothing';
			if (happens === 'nothing') expect.soft(await both.night()).toBe('');
			else await mishap[happens]();
			there.mishaps?.splice(0);
			stack().service.faults.clear();
			const seconds = Math.round((Date.now() - began) / 1000);
			const { where, lost, strangers, doubled } = await office.judge();
			noted.push({ night: happens, seconds, ...where, 'not yet': lost.length });
			expect.soft({ happens, strangers, doubled }).toEqual({ happens, strangers: [], doubled: [] });
		}
		await both.night();
		await both.night();
		const mark = await both.mark();
		await both.night();
		expect.soft(await both.mark()).toBe(mark);
		console.table(noted);
		const { where, judged, lost } = await office.judge();
		console.log({ system: name, seed: SEED, ...counts, judged, ...where });
		for (const { state } of both.rows()) count(`at the end: ${state.replace(/\d+/g, '…')}`);
		console.log(counts);
		expect(lost).toEqual([]);
		await there.close();
	});
});
