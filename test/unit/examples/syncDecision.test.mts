import { describe, expect, it } from 'vitest';
import { readExamples } from '../../../sandbox/n8n/demo.mts';
import { size } from '../../sizes.mts';
import { decide, decisionText } from './syncDecision.mts';
import type { Input, Row, SyncRecord } from './syncDecision.mts';
import { Model } from './syncModel.mts';
import type { Kind } from './syncModel.mts';

type Values = SyncRecord['values'];
const same = { name: 'Ada', email: 'ada@x', phone: '1' };
const at = (hour: number) => `2027-03-01T${String(hour).padStart(2, '0')}:00:00Z`;
const here = (values: Values, hour = 1, id = 'c1') => ({ id, name: id, time: at(hour), values });
const there = (values: Values, hour = 1, id = 'x1') => here(values, hour, id);
const pair = (agreed: object = same, changes: Partial<Row> = {}): Row => ({
	...{ id: 1, customerId: 'c1', otherId: 'x1', who: 'c1', state: 'in step' },
	...{ agreed: JSON.stringify(agreed), ...changes },
});
const run = (sides: Pick<Input, 'here' | 'there'> & Partial<Input>) =>
	decide({
		...{ rows: [], key: 'email', way: 'both', brake: 1 / 3 },
		fields: {
			name: { required: true },
			email: { same: (text) => text.toLowerCase() },
			phone: { same: (text) => text.replace(/\D/g, '') },
		},
		isNew: { here: () => true, there: () => true },
		names: { here: 'the service', there: 'the CRM' },
		...sides,
	});
/** What is written, and the states that are noted. */
const said = (sides: Parameters<typeof run>[0]) =>
	run(sides).items.map(({ what, values, row }) =>
		what === 'note' || what === 'forget' ? `${what} ${row.state}` : { [what]: values },
	);

describe('a pair', () => {
	const of = (ours: object, theirs: object, hours = [1, 1], more: Partial<Input> = {}) =>
		said({
			here: [here({ ...same, ...ours }, hours[0])],
			there: [there({ ...same, ...theirs }, hours[1])],
			rows: [pair()],
			...more,
		});
	const both = [{ phone: '2' }, { phone: '3' }] as const;

	it.each<[string, ReturnType<typeof of>, unknown[]]>([
		['equal: nothing', of({}, {}), []],
		['written in another way: nothing', of({ phone: '(1)' }, { email: 'ADA@x ' }), []],
		[
			'changed here: goes there',
			of({ phone: '2' }, {}, [1, 9]),
			[{ 'change there': { phone: '2' } }],
		],
		[
			'changed there: comes here',
			of({}, { phone: '2' }, [9, 1]),
			[{ 'change here': { phone: '2' } }],
		],
		['emptied there: is emptied here', of({}, { phone: null }), [{ 'change here': { phone: '' } }]],
		['both changed: the later edit', of(...both, [1, 2]), [{ 'change here': { phone: '3' } }]],
		['both changed: the later edit', of(...both, [2, 1]), [{ 'change there': { phone: '2' } }]],
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
			[{ 'change there': { name: 'Ada' } }],
		],
		['one of several addresses there: nothing', of({}, { email: ['b@x', 'ada@x'] }), []],
		['only there, changed there: nothing', of({}, { phone: '2' }, [1, 2], { way: 'there' }), []],
		[
			'only there, both changed: ours',
			of(...both, [1, 2], { way: 'there' }),
			[{ 'change there': { phone: '2' } }],
		],
		['only here, changed here: nothing', of({ phone: '2' }, {}, [1, 1], { way: 'here' }), []],
	])('%s', (_, found, wanted) => {
		expect(found.filter((one) => typeof one !== 'string' || one !== 'note ')).toEqual(wanted);
	});

	it('without a time on one side: the service wins', () => {
		const [a, b] = [here({ ...same, phone: '2' }, 1), there({ ...same, phone: '3' }, 9)];
		const found = said({ here: [a], there: [{ ...b, time: undefined }], rows: [pair()] });
		expect(found).toEqual([{ 'change there': { phone: '2' } }]);
	});

	it('takes the later time, however it is written', () => {
		const a = { ...here({ ...same, phone: '2' }), time: '2027-03-01T09:00:00+02:00' };
		const sides = { here: [a], there: [there({ ...same, phone: '3' }, 8)], rows: [pair()] };
		expect(said(sides)).toEqual([{ 'change here': { phone: '3' } }]);
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
	it.each<[string, Parameters<typeof run>[0], unknown[]]>([
		['is created there', { here: [here(same)], there: [] }, [{ 'create there': same }]],
		['is created here', { here: [], there: [there(same)] }, [{ 'create here': same }]],
		[
			'is linked by its email, gaps are filled, and nothing is emptied',
			{ here: [here({ ...same, phone: '' })], there: [there({ ...same, name: '' }, 9)] },
			['note ', { 'change here': { phone: '1' } }, { 'change there': { name: 'Ada' } }],
		],
		[
			'waits without an email',
			{ here: [here({ name: 'Ada' })], there: [there({ name: 'Ada' })] },
			['note waits: no email', 'note waits: no email'],
		],
		[
			'may do without an email there, and is known again by its partner',
			{
				here: [here({ name: 'Ada' })],
				there: [{ ...there({ name: 'Ada' }), partner: 'c1' }],
				keyless: true,
			},
			['note in step'],
		],
		[
			'may do without an email there',
			{ here: [here({ name: 'Ada', email: '' })], there: [], keyless: true },
			[{ 'create there': { name: 'Ada' } }],
		],
		[
			'waits if one of its addresses belongs to a pair',
			{
				here: [here(same)],
				there: [there(same), there({ ...same, email: ['b@x', 'ada@x'] }, 1, 'x2')],
				rows: [pair()],
			},
			['note waits: c1, x1 has the same email'],
		],
		[
			'waits if two here have the email of one there',
			{ here: [here(same), here(same, 1, 'c2')], there: [there(same)] },
			[
				'note waits: c2, x1 has the same email',
				'note waits: c1, x1 has the same email',
				'note waits: c1, c2 has the same email',
			],
		],
		[
			'waits if two here have its email',
			{ here: [here(same), here(same, 1, 'c2')], there: [] },
			['note waits: c2 has the same email', 'note waits: c1 has the same email'],
		],
		[
			'waits if two there have its email',
			{ here: [here(same)], there: [there(same), there(same, 1, 'x2')] },
			[
				'note waits: x1, x2 has the same email',
				'note waits: c1, x2 has the same email',
				'note waits: c1, x1 has the same email',
			],
		],
		[
			'waits without a name',
			{ here: [], there: [there({ email: 'e@x' })] },
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

	it('is created in the row in which it waited, also if the other side has nobody yet', () => {
		const rows = [pair({}, { otherId: '', state: 'waits: no email' })];
		const { problem, items } = run({ here: [here(same)], there: [], rows });
		expect(problem).toBeUndefined();
		expect(items).toMatchObject([{ what: 'create there', row: { id: 1 } }]);
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
		const [a, other] = [here({ ...same, email: 'b@x' }), here({ ...same, email: 'c@x' }, 1, 'c2')];
		const twin = there({ ...same, email: 'b@x' }, 1, 'x2');
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
	const other = here({ ...same, email: 'o@x' }, 1, 'c9');
	const gone = (more: Partial<Input>) =>
		said({ here: [other], there: [there(same)], rows: [pair()], ...more });
	const wanted = { here: () => true, there: () => false };

	it('is noted, and nothing is deleted or created', () => {
		expect(gone({ isNew: wanted })).toEqual(['note deleted in the service']);
		const [x9, row] = [there({ ...same, email: 'o@x' }, 1, 'x9'), pair()];
		expect(
			gone({ here: [here(same)], there: [x9], isNew: { here: () => false, there: () => true } }),
		).toEqual(['note deleted in the CRM']);
		const noted = { ...row, state: 'deleted in the service' };
		expect(gone({ isNew: wanted, rows: [noted] })).toEqual([]);
		// It comes back: both are in step again.
		expect(gone({ here: [here(same)], rows: [noted] })).toEqual(['note in step']);
		expect(gone({ there: [x9], isNew: wanted, rows: [noted] })).toContain(
			'forget deleted in the service',
		);
	});

	it('was merged: the new ID is linked by what the CRM says, or by the email, and nothing is emptied', () => {
		const merged = { ...there({ name: 'Ada', email: 'new@x', phone: '' }, 1, 'x2'), was: ['x1'] };
		const found = run({ here: [here(same)], there: [merged], rows: [pair()] }).items;
		expect(found.map(({ what, values }) => [what, values])).toEqual([
			['note', undefined],
			['change here', { email: 'new@x' }],
			['change there', { phone: '1' }],
		]);
		expect(found[0].row).toMatchObject({ id: 1, otherId: 'x2' });
		// If the gap is not filled now, it is not taken for an edit in the next run.
		const broken = run({ here: [here(same)], there: [merged], rows: [found[0].row] }).items;
		expect(broken.map(({ values }) => values)).toContainEqual({ phone: '1' });
		const byEmail = there(same, 1, 'x2');
		expect(said({ here: [here(same)], there: [byEmail], rows: [pair()] })).toEqual([
			'note in step',
		]);
	});

	it('was merged with another one that has a partner: waits, and says with whom', () => {
		const merged = { ...there(same, 1, 'x3'), was: ['x1', 'x2'] };
		const two = pair({}, { id: 2, customerId: 'c2', otherId: 'x2' });
		expect(
			said({
				here: [here(same), here({ ...same, email: 'b@x' }, 1, 'c2')],
				there: [merged],
				rows: [pair(), two],
			}),
		).toEqual(['note in step', 'note waits: merged into x3']);
	});
});

describe('the brake', () => {
	const ids = Array.from({ length: 30 }, (_, number) => String(number));
	const email = (id: string) => ({ ...same, email: `${id}@x` });
	const rows = ids.map((id, index) =>
		pair(email(id), { id: index + 1, customerId: `c${id}`, otherId: `x${id}` }),
	);
	const all = (side: 'c' | 'x', changes: (id: string) => object = () => ({})) =>
		ids.map((id) => here({ ...email(id), ...changes(id) }, 1, `${side}${id}`));
	const emptied = (count: number) => (id: string) => (Number(id) < count ? { phone: '' } : {});

	it('stops a run that would change more than a third of the pairs, and says how many', () => {
		expect(run({ here: all('c'), there: all('x', emptied(10)), rows }).problem).toBeUndefined();
		const { problem, items } = run({ here: all('c'), there: all('x', emptied(11)), rows });
		expect(problem).toBe('This run would change or unlink 11 of 30 pairs.');
		expect(items).toHaveLength(11);
		expect(
			run({ here: all('c'), there: all('x', emptied(11)), rows, brake: 1 }).problem,
		).toBeUndefined();
	});

	it('counts pairs, not people who wait, and lets five changes through however few the pairs are', () => {
		const few = { here: all('c').slice(0, 6), rows: rows.slice(0, 6) };
		const five = all('x', emptied(5)).slice(0, 6);
		expect(run({ ...few, there: five }).problem).toBeUndefined();
		const waits = rows.map((row) => ({ ...row, id: row.id + 30, otherId: '' }));
		const more = { rows: [...few.rows, ...waits], there: all('x', emptied(6)).slice(0, 6) };
		expect(run({ ...few, ...more }).problem).toMatch(/6 of 6 pairs/);
	});

	it('stops a run that would unlink them, and any run with an empty list', () => {
		const isNew = { here: () => false, there: () => false };
		expect(run({ here: all('c').slice(11), there: all('x'), rows, isNew }).problem).toMatch(
			/11 of 30/,
		);
		expect(run({ here: [], there: all('x'), rows }).problem).toBe(
			'The list of the service is empty.',
		);
		expect(run({ here: all('c'), there: [], rows }).problem).toBe('The list of the CRM is empty.');
	});
});

describe('histories of two systems, people in both, and runs that are broken off', () => {
	const draws = size(3_000, 60_000, 300);

	it(`lose, double and erase nothing, put nothing older over newer, and come to rest, in ${draws} draws`, () => {
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
		for (const what of often) expect(counts[what]).toBeGreaterThan(draws / 20);
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
