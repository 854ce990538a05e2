import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { useDeliveries } from '../harness/webhook/deliveries.mts';
import { descriptionPins } from './descriptions.mts';
import type { Pins } from './descriptions.mts';
import { itemPins } from './items.mts';

/**
 * Every name that ends up in people's workflows and credentials, with its default, and the keys of the items that their
 * expressions name. Adding is fine. `PIN_NAMES=1 npx vitest run savedNames` writes the file anew: with an addition, or
 * before the first publication with a commit that says why a name had to change. Afterwards a name never changes.
 */
const file = new URL('savedNames.json', import.meta.url);

const { service, run } = useDeliveries();

it('nothing that saved workflows rest on is renamed, removed, or has another default', async () => {
	const now: Pins = { ...descriptionPins(), ...(await itemPins(service(), run)) };
	if (process.env.PIN_NAMES !== undefined) {
		const sorted = Object.entries(now).sort(([a], [b]) => (a < b ? -1 : 1));
		writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, '\t')}\n`);
	}
	const pinned = JSON.parse(readFileSync(file, 'utf8')) as Pins;
	const broken = Object.entries(pinned).flatMap(([name, value]) => {
		if (!(name in now)) return [`${name} is gone: workflows that use it lose what people entered`];
		if (JSON.stringify(now[name]) === JSON.stringify(value)) return [];
		return [
			`${name} was ${JSON.stringify(value)} and is ${JSON.stringify(now[name])}: n8n saves no default, so workflows that rely on it would do something else`,
		];
	});
	expect(broken).toEqual([]);
});
