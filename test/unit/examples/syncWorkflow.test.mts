import { describe, expect, it } from 'vitest';
import type { Row } from './syncDecision.mts';
import { clockOf, Workflow } from './syncWorkflow.mts';
import type { Kind, Planned } from './syncWorkflow.mts';

// The nodes around the decision in customers-and-*.json: what is sent, and what the answers to it are taken for.

type Json = Record<string, unknown>;
const at = (second: number) => `2027-03-03T01:00:0${second}.000Z`;
const clock = clockOf(() => Date.parse(at(5)));
const agreed = JSON.stringify({ email: 'ada@x', phoneNumber: '1' });
const pair: Row = {
	...{ id: 1, customerId: 'c1', otherId: '9', who: 'Ada', state: 'in step', agreed },
	...{ replaced: '', since: '2027-03-01' },
};

describe.each(['HubSpot', 'Pipedrive', 'table'] as const satisfies Kind[])('%s', (kind) => {
	const workflow = new Workflow(kind);
	/** Ada, as the other side shows her. */
	const shown = (phone: string, id = 9): Json => {
		const ada = { id, firstName: 'Ada', lastName: 'Byron', email: 'ada@x', phoneNumber: phone };
		const listed = (value: string) => [{ value, primary: true, label: 'work' }];
		const person = { id, name: 'Ada Byron', emails: listed('ada@x'), phones: listed(phone) };
		if (kind === 'Pipedrive') return { data: person };
		const properties = { firstname: 'Ada', lastname: 'Byron', email: 'ada@x', phone };
		return kind === 'table' ? ada : { id: String(id), properties };
	};
	const noted = (step: Partial<Planned>, answer: Json, again: Json = {}) => {
		const whole = { row: pair, sent: {}, keys: { phoneNumber: 'phone' }, ...step } as Planned;
		return workflow.noted(whole, answer, again, undefined, () => [whole.row], clock);
	};
	const phoneOf = ({ agreed: text }: Row) => (JSON.parse(text) as Json).phoneNumber;

	it('what another run noted, or ended with, since this one began to read: it gives way', () => {
		const row = (id: number, state: string, second: number): Row => ({
			...{ ...pair, id, customerId: '', otherId: '', state: `run: ${state}`, since: at(second) },
		});
		const looks = (others: Row[], last = row(7, 'writes', 4)) => {
			const step = { what: 'note', row: row(7, 'checks', 1) } as Planned;
			return workflow.noted(step, {}, {}, last, () => [...others, last], clock).state;
		};
		const harmless = [row(6, 'reads', 2), row(5, 'ended', 0), row(4, 'gave way', 3)];
		expect(looks(harmless)).toBe('run: writes');
		expect(looks([...harmless, row(3, 'writes', 2)])).toBe('run: gave way');
		expect(looks([...harmless, row(3, 'ended', 2)])).toBe('run: gave way');
		const words = 'Another run began at the same time';
		expect(() => looks([], row(7, 'gave way', 4))).toThrow(words);
		expect(noted({ what: 'note', row: row(7, 'ended', 1) }, {}).since).toBe(at(5));
	});

	it('a change is written only over what was read', () => {
		const was = {
			HubSpot: { phone: '1' },
			Pipedrive: { name: 'Ada Byron' },
			table: { phoneNumber: '1' },
		};
		const still = (read: Json) =>
			workflow.isStill({ row: pair, was: was[kind] } as unknown as Planned, read, clock);
		const renamed = {
			...shown('2'),
			...(kind === 'Pipedrive' && { data: { id: 9, name: 'Ada B.' } }),
		};
		expect([shown('1'), renamed, {}].map(still)).toEqual([true, false, false]);
	});

	it('a change there is agreed as each side shows it, and not if the answer is what was read again', () => {
		const step = { what: 'change there', sent: { phoneNumber: '0431 5' } } as const;
		expect(phoneOf(noted(step, shown('+494315'), shown('1')))).toEqual(['0431 5', '+494315']);
		const echo = noted(step, shown('1'), shown('1'));
		expect([echo.state, phoneOf(echo)]).toEqual([
			expect.stringMatching(/^waits: .*not taken/),
			'1',
		]);
	});

	it('of two changes of a pair that differs, the second one that is refused is noted', () => {
		const row = { ...pair, state: 'differs: phoneNumber' };
		const step = { what: 'change here', row, isSecond: true, sent: { email: 'b@x' } } as const;
		expect(noted(step, { error: 'No' }).state).toBe('refused: No');
	});

	it('a change here that the service did not keep is agreed as it stands there', () => {
		const step = { what: 'change here', sent: { phoneNumber: '0431 5' } } as const;
		const kept = { id: 'c1', phoneNumber: '0431 5', syncResult: 'updated' };
		expect(phoneOf(noted(step, kept))).toBe('0431 5');
		const cut = { ...kept, phoneNumber: '0431', notKept: ['phoneNumber'] };
		expect(phoneOf(noted(step, cut))).toEqual(['0431', '0431 5']);
	});

	it('a customer who existed was not created', () => {
		const row = { ...pair, customerId: '', agreed: '{}' };
		const step = { what: 'create here', row, sent: { email: 'ada@x' } } as const;
		const answer = { id: 'c1', email: 'ada@x' };
		expect(noted(step, { ...answer, syncResult: 'created' })).toMatchObject({
			customerId: 'c1',
			state: 'in step',
		});
		expect(noted(step, { ...answer, syncResult: 'unchanged' })).toMatchObject({
			customerId: '',
			agreed: '{}',
		});
	});

	/** What is decided with one customer and one record there. */
	const decided = (other: Json, customer: Json = {}, row = pair): Planned[] => {
		const ada = { id: 'c1', humanId: 'C-1', firstName: 'Ada', lastName: 'Byron', email: 'ada@x' };
		const lists = {
			...{ 'Begin the run': [{ ...pair, id: 7, since: at(1) }], 'Read the rows': [other] },
			'Read all customers': [{ ...ada, companyName: '', phoneNumber: '1', ...customer }],
			'Read the pairs': [row as unknown as Json],
			'HubSpot: read all contacts': [{ results: [other] }],
			'Pipedrive: read all persons': [{ data: [other.data] }],
		};
		const steps = workflow.decide(lists, 1 / 3, clock);
		return steps.filter(({ row: { state } }) => !state.startsWith('run: '));
	};

	it.runIf(kind === 'HubSpot')('a contact who was merged is found by the IDs that it had', () => {
		const merged = { hs_merged_object_ids: '9;8', email: 'main@x', company: '' };
		const other = { id: '10', properties: { ...(shown('1').properties as Json), ...merged } };
		expect(decided(other)[0]).toMatchObject({
			what: 'note',
			row: { customerId: 'c1', otherId: '10' },
		});
	});

	it.skipIf(kind === 'table')('of several addresses, the one that both knew is replaced', () => {
		const bodies = {
			HubSpot: { hs_additional_emails: 'new@x;b@x' },
			Pipedrive: { emails: ['main@x', 'new@x', 'b@x'].map((value) => ({ value })) },
		};
		const other = shown('1');
		if (kind === 'HubSpot')
			Object.assign(other.properties as Json, {
				...{ email: 'main@x', hs_additional_emails: 'ada@x;b@x', company: '' },
			});
		else
			Object.assign(other.data as Json, {
				emails: ['main@x', ' ada@x', 'b@x'].map((value) => ({ value })),
			});
		const bodyFor = (email: string) =>
			decided(other, { email }).find(({ what }) => what === 'change there')?.body;
		expect(bodyFor('new@x')).toEqual(bodies[kind as 'HubSpot']);
		if (kind === 'HubSpot') expect(bodyFor('')).toEqual({ hs_additional_emails: 'b@x' });
	});
});
