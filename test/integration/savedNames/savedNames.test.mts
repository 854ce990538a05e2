import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { useDeliveries } from '../harness/webhook/deliveries.mts';
import { descriptionPins } from './descriptions.mts';
import type { Pins } from './descriptions.mts';
import { itemPins } from './items.mts';

/**
 * Every name that ends up in people's workflows and credentials, with its default, and the keys of items that their
 * expressions use. A name can be added: then renew the pins. Before the first publication a name may also change; then
 * renew the pins too, in a commit that says why. After the first publication a name never changes.
 */
const RENEW = 'PIN_NAMES=1 npx vitest run savedNames';
const file = new URL('savedNames.json', import.meta.url);

const { service, run } = useDeliveries();

it('the names in saved workflows and their defaults are the ones that are pinned', async () => {
	const now: Pins = { ...descriptionPins(), ...(await itemPins(service(), run)) };
	if (process.env.PIN_NAMES !== undefined) {
		const sorted = Object.entries(now).sort(([a], [b]) => (a < b ? -1 : 1));
		writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, '\t')}\n`);
	}
	const pinned = JSON.parse(readFileSync(file, 'utf8')) as Pins;
	expect(problemsIn(now, pinned)).toEqual([]);
});

it('a name that is gone, that changed or that was added is noticed', () => {
	const [gone, changed, added] = problemsIn({ changed: 2, added: 3 }, { gone: 1, changed: 1 });
	expect(gone).toContain('gone is gone');
	expect(changed).toContain('changed was 1 and is 2');
	expect(added).toContain(`added is not pinned yet. Renew the pins with: ${RENEW}`);
});

function problemsIn(now: Pins, pinned: Pins): string[] {
	const broken = Object.entries(pinned).flatMap(([name, value]) => {
		if (!(name in now)) return [`${name} is gone: workflows that use it lose what people entered`];
		if (JSON.stringify(now[name]) === JSON.stringify(value)) return [];
		return [
			`${name} was ${JSON.stringify(value)} and is ${JSON.stringify(now[name])}: n8n saves no default, so workflows that rely on it would do something else`,
		];
	});
	const added = Object.keys(now).filter((name) => !(name in pinned));
	return [
		...broken,
		...added.map((name) => `${name} is not pinned yet. Renew the pins with: ${RENEW}`),
	];
}
