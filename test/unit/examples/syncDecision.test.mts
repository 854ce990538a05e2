import { describe, expect, it } from 'vitest';
import { readExamples } from '../../../sandbox/n8n/demo.mts';
import { size } from '../../sizes.mts';
import { decide, decisionText } from './syncDecision.mts';
import type { Input, Row, SyncRecord } from './syncDecision.mts';
import { Model } from './syncModel.mts';
import type { Kind } from './syncModel.mts';

type Values = SyncRecord['values'];
const same = { name: 'Ada', email: 'ada@x', phone: '1' };
const here = (values: Values, id = 'c1') => ({ id, name: id, values });
const there = (values: Values, id = 'x1') => here(values, id);
const pair = (agreed: object | string = same, changes: Partial<Row> = {}): Row => ({
	...{ id: 1, customerId: 'c1', otherId: 'x1', who: changes.customerId ?? 'c1', state: 'in step' },
	...{ replaced: '', since: '2027-03-02' },
	...{ agreed: typeof agreed === 'string' ? agreed : JSON.stringify(agreed), ...changes },
});
const BEGAN = { id: 99, who: 'Run 7', state: 'run: reads', since: '2027-03-03T01:00:00.000Z' };
const isRun = (row: Row) => row.state.startsWith('run: ');
const run = (sides: Pick<Input, 'here' | 'there'> & Partial<Input>) => {
	const { problem, items } = decide({
		...{ rows: [], key: 'email', way: 'both', brake: 1 / 3, maybeEmpty: true },
		...{ onConflict: 'here', onLink: 'wait', today: '2027-03-03', run: BEGAN },
		fields: {
			name: { lacks: (text) => text.length < 3 && 'name' },
			email: { same: (text) => text.toLowerCase() },
			phone: { same: (text) => text.replace(/\D/g, '') },
		},
		isNew: { here: () => true, there: () => true },
		names: { here: 'the service', there: 'the CRM' },
		...sides,
	});
	return { problem, items: items.filter(({ row }) => !isRun(row)) };
};
/** What is written, and the states that are noted. */
const said = (sides: Parameters<typeof run>[0]) =>
	run(sides).items.map(({ what, values, row }) =>
		what === 'note' || what === 'forget' ? `${what} ${row.state}` : { [what]: values },
	);
const replacedIn = (sides: Parameters<typeof run>[0]) => run(sides).items[0]?.row.replaced;

describe('a pair', () => {
	const of = (ours: object, theirs: object, more: Partial<Input> = {}) => ({
		here: [here({ ...same, ...ours })],
		there: [there({ ...same, ...theirs })],
		rows: [pair()],
		...more,
	});
	const both = [{ phone: '2' }, { phone: '3' }] as const;
	const goesThere = ['note in step', { 'change there': { phone: '2' } }];

	it.each<[string, ReturnType<typeof of>, unknown[]]>([
		['equal: nothing', of({}, {}), []],
		['written in another way: nothing', of({ phone: '(1)' }, { email: 'ADA@x ' }), []],
		['an invisible mark: nothing', of({ email: 'ada@x\u200b' }, {}), []],
		['changed here: goes there', of({ phone: '2' }, {}), [{ 'change there': { phone: '2' } }]],
		['changed there: comes here', of({}, { phone: '2' }), [{ 'change here': { phone: '2' } }]],
		[
			'emptied there: is emptied here',
			of({}, { phone: null }),
			['note in step', { 'change here': { phone: '' } }],
		],
		['not read there: is left alone', of({}, { phone: undefined }), []],
		['not read here: is left alone', of({ phone: undefined }, { phone: '2' }), []],
		['both changed: here wins', of(...both), goesThere],
		[
			'both changed, and there wins',
			of(...both, { onConflict: 'there' }),
			['note in step', { 'change here': { phone: '3' } }],
		],
		['both changed, and nobody wins', of(...both, { onConflict: 'wait' }), ['note differs: phone']],
		[
			'two that were noted as different stay so',
			of(...both, { rows: [pair({ ...same, phone: ['2', '3'] }, { state: 'differs: phone' })] }),
			[],
		],
		[
			'until somebody edits one',
			of({ phone: '4' }, both[1], { rows: [pair({ ...same, phone: ['2', '3'] })] }),
			['note in step', { 'change there': { phone: '4' } }],
		],
		[
			'or empties one',
			of({ phone: '' }, both[1], { rows: [pair({ ...same, phone: ['2', '3'] })] }),
			['note in step', { 'change here': { phone: '3' } }],
		],
		[
			'a field that was never agreed on differs: stays',
			of(...both, { rows: [pair({ name: 'Ada', email: 'ada@x' })] }),
			['note differs: phone'],
		],
		[
			'a field that was never agreed on: a gap is filled',
			of({ phone: '2' }, { phone: '' }, { rows: [pair({ name: 'Ada', email: 'ada@x' })] }),
			[{ 'change there': { phone: '2' } }],
		],
		[
			'two fields, one on each side: both, and only they',
			of({ phone: '2' }, { email: 'e@x' }),
			[{ 'change here': { email: 'e@x' } }, { 'change there': { phone: '2' } }],
		],
		[
			'both changed to the same, in other bytes: is noted',
			of({ name: '\u00c4da' }, { name: 'A\u0308da' }),
			['note in step'],
		],
		[
			'a name that was emptied there: is filled',
			of({}, { name: '' }),
			['note in step', { 'change there': { name: 'Ada' } }],
		],
		['half a name there: waits', of({}, { name: 'Ad' }), ['note waits: no name']],
		['one of several addresses there: nothing', of({}, { email: ['b@x', 'ada@x'] }), []],
		[
			'only there, changed there: nothing',
			of({}, { phone: '2' }, { way: 'there' }),
			['note differs: phone'],
		],
		[
			'only there, both changed: ours',
			of(...both, { way: 'there', onConflict: 'there' }),
			goesThere,
		],
		[
			'agreed cannot be read: they have agreed to nothing',
			of({ phone: '2' }, {}, { rows: [pair('{"na')] }),
			['note differs: phone'],
		],
		[
			'agreed cannot be read, and both are equal: they agree again',
			of({}, {}, { rows: [pair('{"na')] }),
			['note in step'],
		],
		['apart: is left alone', of(...both, { rows: [pair(same, { state: 'apart' })] }), []],
	])('%s', (_, sides, wanted) => {
		expect(said(sides)).toEqual(wanted);
	});

	it('keeps what the winner had never shown, and what was emptied, newest first, and tells it', () => {
		const sides = of(...both, {
			rows: [pair(same, { replaced: 'phone: 9 (the CRM, 2027-01-01)' })],
		});
		expect(replacedIn(sides)).toBe(
			'phone: 3 (the CRM, 2027-03-03)\nphone: 9 (the CRM, 2027-01-01)',
		);
		expect(run(sides).items[0]?.news).toEqual(['replaced phone: 3 (the CRM, 2027-03-03)']);
		expect(replacedIn(of({}, { phone: '' }))).toBe('phone: 1 (the service, 2027-03-03)');
		// What both had shown is nothing new, nor what a write that was refused has replaced before.
		expect(replacedIn(of({ phone: '2' }, {}))).toBe('');
		const replaced = 'phone: 1 (the service, 2027-03-02)';
		expect(replacedIn(of({}, { phone: '' }, { rows: [pair(same, { replaced })] }))).toBe(replaced);
	});

	it('is told once, in the third night in which it waits', () => {
		const [{ row }] = run(of(...both, { onConflict: 'wait' })).items;
		const night = (since: string) => run(of(...both, { rows: [{ ...row, since }] })).items;
		expect(night('2027-03-02')).toEqual([]);
		const [{ news, row: told }] = night('2027-03-01');
		expect(news).toEqual(['differs: phone (since 2027-03-01)']);
		expect(night(told.since ?? '')).toEqual([]);
	});

	it('names what stands on the other side, of several values the one that is meant', () => {
		const [a, b] = [here({ ...same, email: 'new@x' }), there({ ...same, email: ['b@x', 'ada@x'] })];
		const [{ before }] = run({ here: [a], there: [b], rows: [pair()] }).items;
		expect(before).toEqual({ email: 'ada@x' });
	});

	it('equal again is agreed, so that an older value never comes back', () => {
		const [a, b] = [here({ ...same, phone: '2' }), there({ ...same, phone: '2' })];
		const [{ row }] = run({ here: [a], there: [b], rows: [pair()] }).items;
		expect(said({ here: [a], there: [there({ ...same, phone: '1' })], rows: [row] })).toEqual([
			{ 'change here': { phone: '1' } },
		]);
	});
});

describe('a new record', () => {
	const waits = (of: string) => `note waits: ${of} has the same email, but another name`;
	const named = (name: string | undefined, email = 'meier@x') => ({ name, email });
	const two = (one: string, other: string | undefined, more: Partial<Input> = {}) => ({
		here: [here(named(one))],
		there: [there(named(other))],
		...more,
	});

	it.each<[string, Parameters<typeof run>[0], unknown[]]>([
		['is created there', { here: [here(same)], there: [] }, [{ 'create there': same }]],
		['is created here', { here: [], there: [there(same)] }, [{ 'create here': same }]],
		[
			'is linked by its email, gaps are filled, and nothing is emptied',
			{ here: [here({ ...same, phone: '' })], there: [there({ ...same, name: '' })] },
			['note ', { 'change here': { phone: '1' } }, { 'change there': { name: 'Ada' } }],
		],
		[
			'is linked, and overwrites nothing',
			{ here: [here(same)], there: [there({ ...same, phone: '2' })] },
			['note differs: phone'],
		],
		[
			'is linked, and here wins if a line says so',
			{ here: [here(same)], there: [there({ ...same, phone: '2' })], onLink: 'here' },
			['note ', { 'change there': { phone: '1' } }],
		],
		[
			'waits for somebody of another name, in one row',
			two('Anna Meier', 'Bernd Meier'),
			[waits('x1')],
		],
		['waits for half a name', two('Berta Koch', 'Koch'), [waits('x1')]],
		['waits if the name is not read', two('Anna Meier', undefined), [waits('x1')]],
		[
			'is the same with a title, in another order',
			two('Jörg Groß', 'GROSS, Dr. Joerg'),
			['note differs: name'],
		],
		[
			'is the same with a second first name',
			two('Anna Meier', 'Anna Maria Meier'),
			['note differs: name'],
		],
		[
			'is linked by a word',
			two('Anna Meier', 'Änne Meyer', { rows: [pair('', { state: 'link' })] }),
			['note differs: name'],
		],
		[
			'stays alone by a word',
			two('Anna Meier', 'Bernd Meier', { rows: [pair('', { state: 'apart' })] }),
			[],
		],
		[
			'stays alone by a word until the other one is gone',
			{ ...two('Anna Meier', ''), there: [], rows: [pair('', { state: 'apart' })] },
			[{ 'create there': named('Anna Meier') }],
		],
		[
			'waits without an email',
			{ here: [here({ name: 'Ada' })], there: [there({ name: 'Ada', email: '' })] },
			['note waits: no email', 'note waits: no email'],
		],
		[
			'may do without an email there, and is known again by its partner',
			{
				here: [here({ ...named('Ada', ''), phone: '1' })],
				there: [{ ...there({ ...named('Ada', ''), phone: '1' }), partner: 'c1' }],
				keyless: 'here',
			},
			['note in step'],
		],
		[
			'may do without an email there',
			{ here: [here({ ...same, email: '' })], there: [], keyless: 'here' },
			[{ 'create there': { name: 'Ada', phone: '1' } }],
		],
		[
			'waits if one of its addresses belongs to a pair',
			{
				here: [here(same)],
				there: [there(same), there({ ...same, email: ['b@x', 'ada@x'] }, 'x2')],
				rows: [pair()],
			},
			['note waits: c1, x1 has the same email'],
		],
		[
			'is created, if its row names a record that another row has',
			{
				here: [here(same)],
				there: [there(same), there({ ...same, email: 'b@x' }, 'x2')],
				rows: [pair(), pair(same, { id: 2, otherId: 'x2' })],
			},
			[{ 'create here': { ...same, email: 'b@x' } }, 'forget in step'],
		],
		[
			'waits if two here have the email of one there',
			{ here: [here(same), here(same, 'c2')], there: [there(same)] },
			[
				'note waits: c2, x1 has the same email',
				'note waits: c1, x1 has the same email',
				'note waits: c1, c2 has the same email',
			],
		],
		[
			'waits without a name',
			{ here: [], there: [there({ ...same, name: '' })] },
			['note waits: no name'],
		],
		[
			'is left alone if it is not wanted',
			{ here: [], there: [there(same)], isNew: { here: () => false, there: () => true } },
			[],
		],
		[
			'is left alone on a side from which nothing comes',
			{ here: [], there: [there(same)], way: 'there' },
			[],
		],
	])('%s', (_, sides, wanted) => {
		expect(said(sides)).toEqual(wanted);
	});

	it('names three of a thousand with its address', () => {
		const many = Array.from({ length: 1_000 }, (_, number) => here(same, `c${number}`));
		const all = said({ here: many, there: [] });
		expect(all).toContain('note waits: c1, c2, c3 has the same email');
	});

	it('is created in the row in which it waited, also if the other side has nobody yet', () => {
		const rows = [pair({}, { otherId: '', state: 'waits: no email' })];
		const { problem, items } = run({ here: [here(same)], there: [], rows });
		expect(problem).toBeUndefined();
		expect(items).toMatchObject([{ what: 'create there', row: { id: 1 } }]);
	});

	it('gets a row of its own if the one for whom it waited has another email now', () => {
		const rows = [pair({}, { state: waits('x1').slice(5) })];
		const { items } = run({ here: [here(same)], there: [there(named('Bob'))], rows });
		expect(items.map(({ row }) => row.id)).toEqual([1, undefined]);
	});

	it('is no longer waited for once it is linked', () => {
		const rows = [
			pair({}, { otherId: '', state: 'waits: no email' }),
			pair({}, { id: 2, customerId: '', state: 'waits: no email' }),
		];
		expect(said({ here: [here(same)], there: [there(same)], rows })).toEqual([
			'note in step',
			'forget waits: no email',
		]);
	});

	it('waits if an address of its own goes to a side that has it already', () => {
		const [a, other] = [here({ ...same, email: 'b@x' }), here({ ...same, email: 'c@x' }, 'c2')];
		const twin = there({ ...same, email: 'b@x' }, 'x2');
		const rows = [
			pair(),
			pair({ ...same, email: 'b@x' }, { id: 2, customerId: 'c2', otherId: 'x2' }),
		];
		expect(said({ here: [a, other], there: [there(same), twin], rows })).toEqual([
			'note waits: x2 has the same email',
			{ 'change there': { email: 'c@x' } },
		]);
	});
});

describe('a record that is gone', () => {
	const other = here({ ...same, name: 'Bob', email: 'o@x' }, 'c9');
	const gone = (more: Partial<Input>) =>
		said({ here: [other], there: [there(same)], rows: [pair()], ...more });
	const wanted = { here: () => true, there: () => false };

	it('is noted, and nothing is deleted or created', () => {
		expect(gone({ isNew: wanted })).toEqual(['note deleted in the service']);
		const [x9, row] = [there({ ...same, name: 'Bob', email: 'o@x' }, 'x9'), pair()];
		expect(
			gone({ here: [here(same)], there: [x9], isNew: { here: () => false, there: () => true } }),
		).toEqual(['note deleted in the CRM']);
		const noted = { ...row, state: 'deleted in the service' };
		expect(gone({ isNew: wanted, rows: [noted] })).toEqual([]);
		// It comes back: both are in step again.
		expect(gone({ here: [here(same)], rows: [noted] })).toEqual(['note in step']);
	});

	it('on both sides, is forgotten a run later', () => {
		const sides = { here: [other], there: [there({ ...same, email: 'o@x', name: 'Bob' }, 'x9')] };
		const first = run({ ...sides, rows: [pair()] }).items;
		expect(first.map(({ what, row }) => [what, row.state])).toContainEqual([
			'note',
			'deleted on both sides',
		]);
		expect(said({ ...sides, rows: [first.at(-1)?.row ?? pair()] })).toContain(
			'forget deleted on both sides',
		);
	});

	it('another one with its address and name has agreed to nothing, and one with another name waits', () => {
		const old = { ...same, phone: '7' };
		const sides = { here: [here(same)], rows: [pair()] };
		expect(said({ ...sides, there: [there(old, 'x2')] })).toEqual(['note differs: phone']);
		expect(said({ ...sides, there: [there({ ...old, name: 'Bob' }, 'x2')] })).toEqual([
			'note deleted in the CRM',
			'note waits: c1 has the same email',
		]);
	});

	it('was merged: the new ID is linked by what the CRM says, or by the email, and overwrites nothing', () => {
		const merged = { ...there({ name: 'Ada', email: 'new@x', phone: '' }, 'x2'), was: ['x1'] };
		const sides = { here: [here(same)], there: [merged] };
		const found = run({ ...sides, rows: [pair()] }).items;
		const filled = { 'change there': { phone: '1' } };
		expect(said({ ...sides, rows: [pair()] })).toEqual(['note in step', filled]);
		expect(found[1].row).toMatchObject({ id: 1, otherId: 'x2', state: 'differs: email' });
		// If the gap is not filled now, it is not taken for an edit in the next run.
		expect(said({ ...sides, rows: [found[0].row] })).toEqual([filled]);
		expect(said({ here: [here(same)], there: [there(same, 'x2')], rows: [pair()] })).toEqual([
			'note in step',
		]);
	});

	it('was merged with that of another customer: goes to the one with its name', () => {
		const merged = { ...there({ ...same, email: ['b@x', 'ada@x'] }, 'x3'), was: ['x1', 'x2'] };
		const two = pair({}, { id: 2, customerId: 'c2', otherId: 'x2' });
		const customers = [here({ ...same, name: 'Bob' }), here({ ...same, email: 'b@x' }, 'c2')];
		const sides = { here: customers, there: [merged], rows: [pair(), two] };
		expect(said(sides)).toEqual(['note in step', 'note waits: merged into x3']);
		expect(run(sides).items[0]?.row.id).toBe(2);
	});
});

describe('what stops a run', () => {
	const ids = Array.from({ length: 30 }, (_, number) => String(number));
	const email = (id: string) => ({ ...same, email: `${id}@x` });
	const rows = ids.map((id, index) =>
		pair(email(id), { id: index + 1, customerId: `c${id}`, otherId: `x${id}` }),
	);
	const all = (side: 'c' | 'x', changes: (id: string) => object = () => ({})) =>
		ids.map((id) => here({ ...email(id), ...changes(id) }, `${side}${id}`));
	const changed = (count: number) => (id: string) => (Number(id) < count ? { phone: '2' } : {});
	const sides = { here: all('c'), there: all('x'), rows };

	it('changes of more than a third of the pairs, and of more than five', () => {
		expect(run({ ...sides, there: all('x', changed(10)) }).problem).toBeUndefined();
		const { problem, items } = run({ ...sides, there: all('x', changed(11)) });
		expect(problem).toMatch(/^This run would change or unlink 11 of 30 pairs, misses 0, /);
		expect(items).toHaveLength(11);
		expect(run({ ...sides, there: all('x', changed(11)), brake: 1 }).problem).toBeUndefined();
		const six = (count: number) => ({
			...{ here: all('c').slice(0, 6), rows: rows.slice(0, 6) },
			there: all('x', changed(count)).slice(0, 6),
		});
		expect(run(six(5)).problem).toBeUndefined();
		expect(run(six(6)).problem).toMatch(/6 of 6 pairs/);
		// The same people with other IDs: perhaps another account.
		const others = sides.there.map((one) => ({ ...one, id: `other ${one.id}` }));
		expect(run({ ...sides, there: others }).problem).toMatch(/30 of 30 pairs/);
	});

	it('two that are gone, or six that are new, if there are few pairs; not in the first run', () => {
		const few = { here: all('c').slice(0, 4), rows: rows.slice(0, 4) };
		expect(run({ ...few, there: all('x').slice(1, 4) }).problem).toBeUndefined();
		const two = { there: all('x').slice(2, 4) };
		expect(run({ ...few, ...two }).problem).toMatch(/misses 2/);
		expect(run({ ...few, ...two, here: all('c').slice(2, 4) }).problem).toMatch(/misses 2/);
		expect(run({ ...few, there: all('x').slice(0, 10) }).problem).toMatch(/create 6/);
		expect(run({ ...few, there: all('x').slice(0, 9) }).problem).toBeUndefined();
		expect(run({ ...sides, there: [], rows: [] }).problem).toBeUndefined();
	});

	it('an empty list, unless there are no pairs and a line lets it pass', () => {
		const message = 'The list of the service is empty.';
		expect(run({ ...sides, here: [] }).problem).toBe(message);
		expect(run({ ...sides, here: [], rows: [], maybeEmpty: false }).problem).toBe(message);
		expect(run({ ...sides, there: [] }).problem).toBe('The list of the CRM is empty.');
	});

	it('a field that nobody brings, or that is blank for all though some had agreed on one', () => {
		const message = /^Nobody has phone on one side/;
		const none = (phone?: string) => all('x', () => ({ phone }));
		expect(run({ ...sides, there: none() }).problem).toMatch(message);
		expect(run({ ...sides, there: none(), brake: 1 }).problem).toMatch(message);
		const four = (id: string) => ({ phone: Number(id) < 4 ? '1' : '' });
		const agreed = rows.map((row, id) => ({
			...row,
			agreed: JSON.stringify({ ...email(`${id}`), ...four(`${id}`) }),
		}));
		const blank = { here: all('c', four), there: none(''), rows: agreed };
		expect(run(blank).problem).toMatch(message);
		expect(run({ ...blank, brake: 1 }).problem).toBeUndefined();
	});

	it('another run that writes, or that began or ended after this one; one hour later it is forgotten', () => {
		const other = (state: string, since: string) => {
			const row = pair('', { id: 98, customerId: '', otherId: '', who: 'Run 6', state, since });
			const given = { ...sides, rows: [...rows, row] };
			return run(given).problem?.slice(0, 11);
		};
		const began = '2027-03-03T00:59:00.000Z';
		expect(other('run: writes', began)).toBe('Another run');
		expect(other('run: reads', began)).toBeUndefined();
		expect(other('run: reads', '2027-03-03T01:00:00.001Z')).toBe('Another run');
		expect(other('run: ended', began)).toBeUndefined();
		expect(other('run: ended', '2027-03-03T01:00:00.001Z')).toBe('Another run');
		expect(other('run: writes', '2027-03-02T23:59:00.000Z')).toBeUndefined();
	});
});

describe('histories of two systems, people in both, and runs that are broken off', () => {
	const draws = size(1_500, 60_000, 300);

	it(`lose, double and erase nothing, link no strangers, and come to rest, in ${draws} draws`, () => {
		const counts: Record<string, number> = {};
		for (let seed = 0; seed < draws; seed++) {
			const kind = (['HubSpot', 'Pipedrive', 'table'] satisfies Kind[])[seed % 3] as Kind;
			const model = new Model(seed, kind);
			model.play();
			expect(model.wrong(), [`seed ${seed}, ${kind}`, ...model.log].join('\n')).toEqual([]);
			for (const [what, count] of Object.entries(model.counts))
				counts[what] = (counts[what] ?? 0) + count;
		}
		if (process.env.DRILL_SIZES !== undefined) console.table({ draws, ...counts });
		const often = 'clears,deletions,merges,kills,lost answers,lists that fail'.split(',');
		for (const what of often) expect(counts[what]).toBeGreaterThan(draws / 50);
	});
});

it('each workflow that keeps two systems in step holds the same decision', () => {
	const codes = readExamples().flatMap(({ nodes }) =>
		nodes
			.map(({ parameters }) => String(parameters.jsCode))
			.filter((code) => code.includes('function decide(')),
	);
	expect(codes).toHaveLength(3);
	for (const code of codes) expect(code).toContain(decisionText);
});
