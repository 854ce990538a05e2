import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { RecordEvent } from '../../../../nodes/EnergyProjects/events/recordItem.ts';
import { itemsOf } from '../../../../nodes/EnergyProjects/polling/items.ts';
import type { Source } from '../../../../nodes/EnergyProjects/polling/reading/source.ts';
import type { PollSettings } from '../../../../nodes/EnergyProjects/polling/settings.ts';
import { eventKinds } from '../../../../nodes/EnergyProjects/service/eventKinds.ts';
import { customer, project } from '../comparing/pollingNode.mts';
import { idNumber } from '../world.mts';

const eventOf = (value: string, record: IDataObject | null, id = idNumber(1)): RecordEvent => {
	const [kind] = eventKinds.filter((one) => one.value === value);
	return { kind, id: String(record?.id ?? id), record, at: 0, digest: () => '' };
};

const nameOf = ({ event, project: about, customer: other }: IDataObject) =>
	`${String(event)} ${String(((about ?? other) as IDataObject).id)}`;

/** The items of events, and the customers that were asked for. */
async function items(
	events: readonly RecordEvent[],
	chosen: readonly string[],
	splitByEvent = true,
	readOne: (id: string) => IDataObject | undefined = () => undefined,
) {
	const asked: string[] = [];
	const source = {
		hasRead: () => false,
		async readOne({ noun }, id) {
			asked.push(`${noun} ${id}`);
			return readOne(id);
		},
	} as Partial<Source> as Source;
	const kinds = eventKinds.filter(({ value }) => chosen.includes(value));
	const settings = { kinds, splitByEvent } as Partial<PollSettings> as PollSettings;
	const { outputs, customerProblem } = await itemsOf(events, source, settings);
	const names = outputs.map((output) => output.map(({ json }) => nameOf(json)));
	return { outputs, names, asked, customerProblem };
}

const CHOSEN = ['project.edited', 'customer.created', 'customer.deleted'];
const some = [
	eventOf('customer.created', customer(7)),
	eventOf('project.edited', project(1)),
	eventOf('customer.deleted', null, idNumber(8)),
	eventOf('project.edited', project(2)),
];

describe('the items of a poll', () => {
	it('come at the output of their kind, in the order of the events', async () => {
		const { names } = await items(some, CHOSEN);
		expect(names).toEqual([
			[`project.edited ${idNumber(1)}`, `project.edited ${idNumber(2)}`],
			[`customer.created ${idNumber(7)}`],
			[`customer.deleted ${idNumber(8)}`],
		]);
	});

	it('come at one output, in the order of the events, if they are not split', async () => {
		const { names } = await items(some, CHOSEN, false);
		expect(names).toEqual([
			[
				`customer.created ${idNumber(7)}`,
				`project.edited ${idNumber(1)}`,
				`customer.deleted ${idNumber(8)}`,
				`project.edited ${idNumber(2)}`,
			],
		]);
	});

	it('leave an output empty that has no event', async () => {
		expect((await items(some.slice(0, 1), CHOSEN)).names).toEqual([
			[],
			[`customer.created ${idNumber(7)}`],
			[],
		]);
	});

	it('carry the customer of a project, read once for all events', async () => {
		const about = project(1, { customerId: idNumber(7) });
		const events = [eventOf('project.created', about), eventOf('project.edited', about)];
		const chosen = ['project.created', 'project.edited'];
		const { outputs, asked } = await items(events, chosen, true, () => customer(7));
		expect(asked).toEqual([`customer ${idNumber(7)}`]);
		for (const [{ json }] of outputs) {
			expect(json.customer).toMatchObject({ id: idNumber(7), lastName: 'Weber' });
		}
	});

	it('ask for no customer if the project has none, was deleted, or the event is about a customer', async () => {
		const events = [
			eventOf('project.created', project(1)),
			eventOf('project.deleted', null),
			eventOf('customer.created', { ...customer(7), customerId: idNumber(9) }),
		];
		const { asked, customerProblem } = await items(
			events,
			events.map(({ kind }) => kind.value),
		);
		expect(asked).toEqual([]);
		expect(customerProblem).toBeUndefined();
	});

	it('come without a customer that cannot be read, with the reason for the log', async () => {
		const about = project(1, { customerId: idNumber(7) });
		const { outputs, customerProblem } = await items(
			[eventOf('project.created', about)],
			['project.created'],
			true,
			() => {
				throw new Error('refused');
			},
		);
		expect(outputs[0][0].json).not.toHaveProperty('customer');
		expect(customerProblem).toBe('refused');
	});
});
