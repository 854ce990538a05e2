import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { recordsOf } from '../../shared.mts';
import { BERLIN, LEFT, NEW_YORK, typedValues, valuesIn } from '../../unit/values/typedValues.mts';
import { mapped, required } from '../harness/samples/sampleWrites.mts';
import { useScenario } from '../harness/scenario.mts';

const { service, run } = useScenario();

/** What is stored of a value of an address or of the record itself. */
function storedIn(record: object | undefined, field: string): unknown {
	const { address, ...own }: Record<string, unknown> = { ...record };
	return { ...(address as object), ...own }[field] ?? LEFT;
}

it.each(
	typedValues.flatMap(([what, ...of]) =>
		(what === 'dates' ? [BERLIN, NEW_YORK] : [BERLIN]).map((zone) => [what, ...of, zone] as const),
	),
)('%s of a %s: what is stored, or why it is refused', async (_, subject, table, timezone) => {
	const entries = valuesIn(table, timezone);
	const items = entries.map(({ field, value }) => ({ ...required[subject], [field]: value }));
	const create = { resource: subject, operation: 'create', ...mapped };
	const more = { timezone, onError: 'continueRegularOutput' } as const;
	const { json } = await run(create, { items: items as IDataObject[], ...more });
	const records = new Map(recordsOf(service(), subject).map((one) => [one.id, one]));
	const outcomes = entries.map(({ field, value }, at) => {
		const { id, error } = json[at];
		return { field, value, sent: error ?? storedIn(records.get(String(id)), field) };
	});
	expect(outcomes).toEqual(
		entries.map(({ field, value, sent, error }) => {
			const refusal = expect.stringContaining(String(error)) as unknown;
			return { field, value, sent: error === undefined ? sent : refusal };
		}),
	);
});
