import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { needsAnotherService, readExamples } from '../../../sandbox/n8n/demo.mts';
import type { ExampleWorkflow } from '../../../sandbox/n8n/demo.mts';

/** Some examples hold pinned data in place of the answers of another service. A person removes it, and it never counts. */
const pinned = readExamples().filter(
	(example) => example.pinData !== undefined && needsAnotherService(example),
);

interface Item {
	json: Record<string, unknown>;
}

function exampleOf(id: string): ExampleWorkflow {
	const found = pinned.find((example) => example.id === id);
	if (found === undefined) throw new Error(`There is no example ${id} with pinned data`);
	return found;
}
const nodeOf = (id: string, name: string) => exampleOf(id).nodes.find((node) => node.name === name);
const pinnedItems = (id: string, node: string) => exampleOf(id).pinData?.[node] as Item[];
const itemsOf = (records: object[]) => records.map((json) => ({ json }));

/** What a Code node of an example makes of its input, and of what other nodes handed over. */
function runCode(
	[id, name]: readonly [id: string, node: string],
	input: object[],
	others: Record<string, object[]> = {},
): unknown[] {
	const handedOver = (items: object[] = []) => ({
		isExecuted: items.length > 0,
		all: () => items,
		first: () => items[0],
		itemMatching: (index: number) => items[index],
	});
	const code = `(() => {${String(nodeOf(id, name)?.parameters.jsCode)}})()`;
	const items = runInNewContext(code, {
		$: (node: string) => handedOver(others[node]),
		$input: handedOver(input),
	}) as Item[];
	return items.map(({ json }) => JSON.parse(JSON.stringify(json)) as unknown);
}

const noteOf = ({ nodes }: ExampleWorkflow) =>
	nodes
		.filter(({ type }) => type.endsWith('.stickyNote'))
		.map(({ parameters }) => String(parameters.content))
		.join('\n');
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

describe('the note of an example with pinned data', () => {
	it.each(pinned)('"$name" says how it is removed', (example) => {
		const { nodes, pinData = {} } = example;
		const count = nodes.filter(
			({ name, type }) => name in pinData && !type.endsWith('Trigger'),
		).length;
		const note = noteOf(example);
		if (count <= 2) return expect(note).toMatch(/click \*Unpin\* in the purple bar/);
		// n8n goes on drawing the pins after an execution. Whoever presses P again pins everything again.
		expect(note).toMatch(/Click \*Clear execution\* .*press \*\*P\*\* once: the pins disappear/);
		expect(note).toContain(`click the ${NUMBERS[count]} `);
	});
});

it('no note names a button for a file that n8n does not have', () => {
	const notes = readExamples().map(noteOf);
	expect(notes.filter((note) => /\*View\*/.test(note))).toEqual([]);
});

describe.each([
	['project', 'projects'],
	['customer', 'customers'],
])('the mirror in PostgreSQL: %s', (one, many) => {
	const id = 'EnergyPostgres01';
	const step = [id, `${many.replace(/^./, (letter) => letter.toUpperCase())} to look at`] as const;

	it('has nothing to look at with pinned data, so that all rows come in one run', () => {
		const events = { 'When something changes': itemsOf([{ event: `${one}.edited`, [one]: {} }]) };
		expect(runCode(step, pinnedItems(id, `Find missing ${many}`), events)).toEqual([]);
	});

	it('looks at what the list lacks or, after events, at what they are about', () => {
		expect(runCode(step, itemsOf([{ id: 'a' }, { id: 'b' }, { id: 'a' }]))).toEqual([
			{ id: 'a' },
			{ id: 'b' },
		]);
		const events = itemsOf([
			{ event: `${one}.edited`, [one]: { id: 'c' } },
			{ event: 'other.edited', other: { id: 'd' } },
		]);
		const input = pinnedItems(id, 'Make sure the tables exist');
		expect(runCode(step, input, { 'When something changes': events })).toEqual([{ id: 'c' }]);
	});
});

describe('the email about a heat load', () => {
	const id = 'EnergyHeatReady1';
	const step = [id, 'List what was sent'] as const;
	const project = {
		id: 'a',
		humanId: 'P-001',
		name: 'Haus',
		buildingHeatLoadKw: 9,
		figures: '[9]',
	};
	const news = { 'Choose what is new': itemsOf([project]) };

	it('does not count as sent if pinned data stood in for the mail server', () => {
		expect(runCode(step, pinnedItems(id, 'Send it to the office'), news)).toEqual([]);
	});

	it('counts once the mail server took it', () => {
		expect(runCode(step, itemsOf([{ messageId: 'x' }]), news)).toEqual([
			{ projectId: 'a', project: 'P-001 Haus', heatLoadKw: 9, figures: '[9]' },
		]);
	});
});

describe('a customer that pinned data stood in for in Pipedrive', () => {
	const id = 'EnergyToPipedrv1';
	const answers = pinnedItems(id, 'Create a person with phone');
	const [{ json: answer }] = answers;
	const [{ value: email }] = answer.emails as Array<{ value: string }>;
	const customer = { id: 'a', firstName: 'Anna', lastName: 'Müller', email, phoneNumber: '1' };
	const lists = (rows: object[]) => ({
		'Read the table': itemsOf(rows),
		'Read all customers': itemsOf([customer]),
		'Read all persons': pinnedItems(id, 'Read all persons'),
		'Read all organizations': pinnedItems(id, 'Read all organizations'),
	});
	const compare = (rows: object[]) => runCode([id, 'Compare with the table'], [], lists(rows));
	const match = (asked: unknown[], answered: object[]) =>
		runCode([id, 'Match the answers'], answered, {
			'At most 3 at a time': itemsOf(asked as object[]),
		});

	it('is noted as not sent, and sent once the pinned data is removed', () => {
		const asked = compare([]);
		const row = { customerId: 'a', personId: '', content: '', state: 'not sent: pinned data' };
		expect(match(asked, answers)).toEqual([row]);
		expect(compare([row])).toEqual(asked);
		const [sent] = match(asked, itemsOf([{ ...answer, pinned: undefined }]));
		expect(sent).toMatchObject({ customerId: 'a', personId: '101', state: 'in step' });
	});

	it.each(['Delete the person', 'Update the email address'])('has none in %s', (step) => {
		const linked = { what: 'email', customerId: 'a', personId: '7', parts: [], known: [] };
		expect(match([linked], pinnedItems(id, step))).toEqual([]);
	});
});
